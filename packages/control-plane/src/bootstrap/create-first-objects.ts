// Makes what every API server makes at its start, through the API like any other client.
import type { Clock, JsonObject } from '@rectrace/kube';
import { isJsonObject, listAt } from '@rectrace/kube';
import type { BootstrapCollection } from '../api/generated/bootstrap-objects.ts';
import { BOOTSTRAP_COLLECTIONS } from '../api/generated/bootstrap-objects.ts';
import { nameOf, namespaceOf, timestamp } from '../api/metadata.ts';
import type { ClientRequest, InProcessClient } from '../in-process-client.ts';
import type { ClusterFacts } from './cluster-facts.ts';
import { ownObjects } from './own-objects.ts';

export type FirstObjects = {
  readonly clock: Clock;
  readonly facts: ClusterFacts;
  /** Whether an object of a collection comes from elsewhere. */
  readonly isHeld: (collection: string, object: JsonObject) => boolean;
};

/** @throws RangeError where the API refuses one of them: a fault of this program. */
export async function createFirstObjects(client: InProcessClient, { clock, facts, isHeld }: FirstObjects): Promise<void> {
  const now = timestamp(clock.now());
  for (const collection of [...BOOTSTRAP_COLLECTIONS, ...ownObjects(facts, now)]) {
    for (const object of collection.objects) if (!isHeld(collection.path, object)) await createOne(client, collection, { object, now });
  }
}

type One = { readonly object: JsonObject; readonly now: string };

async function createOne(
  client: InProcessClient,
  { path, manager, statusManager }: BootstrapCollection,
  { object, now }: One,
): Promise<void> {
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
