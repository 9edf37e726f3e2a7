// Makes what an API server makes at its start and what differs from cluster to cluster, through the API like any other client.
import type { Clock, JsonObject } from '@rectrace/kube';
import { isJsonObject, listAt } from '@rectrace/kube';
import { nameOf, namespaceOf, timestamp } from '../api/metadata.ts';
import type { ClientRequest, InProcessClient } from '../in-process-client.ts';
import type { ClusterFacts } from './cluster-facts.ts';
import type { OwnCollection } from './own-objects.ts';
import { ownObjects } from './own-objects.ts';

export type OwnObjects = {
  readonly clock: Clock;
  readonly facts: ClusterFacts;
  /** Whether an object of a collection comes from elsewhere. */
  readonly isHeld: (collection: string, object: JsonObject) => boolean;
};

/** @throws RangeError where the API refuses one of them: a fault of this program. */
export async function createOwnObjects(client: InProcessClient, { clock, facts, isHeld }: OwnObjects): Promise<void> {
  const now = timestamp(clock.now());
  for (const collection of ownObjects(facts, now)) {
    for (const object of collection.objects) if (!isHeld(collection.path, object)) await createOne(client, collection, { object, now });
  }
}

type One = { readonly object: JsonObject; readonly now: string };

async function createOne(client: InProcessClient, { path, manager, statusManager }: OwnCollection, { object, now }: One): Promise<void> {
  const collection = pathOf(path, namespaceOf(object));
  const made = await expect(client, { method: 'POST', path: `${collection}?fieldManager=${manager}`, body: object });
  if (statusManager === undefined) return;
  await expect(client, {
    method: 'PUT',
    path: `${collection}/${nameOf(object)}/status?fieldManager=${statusManager}`,
    body: { ...made, status: dated(object['status'], now) },
  });
}

function pathOf(path: string, namespace: string): string {
  if (namespace === '' || path.includes('/namespaces/')) return path;
  const cut = path.lastIndexOf('/');
  return `${path.slice(0, cut)}/namespaces/${namespace}${path.slice(cut)}`;
}

function dated(status: JsonObject[string] | undefined, now: string): JsonObject {
  if (!isJsonObject(status)) return {};
  const conditions = listAt(status, ['conditions']).map((condition) => ({ ...(condition as JsonObject), lastTransitionTime: now }));
  return { ...status, conditions };
}

async function expect(client: InProcessClient, request: ClientRequest): Promise<JsonObject> {
  const { status, body } = await client.request(request);
  if (status >= 300) throw new RangeError(`${request.method} ${request.path} answered ${status}: ${String(body['message'])}`);
  return body;
}
