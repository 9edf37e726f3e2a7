// From an object up along its controllers to the one that nothing owns.

import type { ClusterConnection } from '@rectrace/cluster';
import type { KubeObject, OwnerReference } from '@rectrace/kube';
import { parseApiVersion } from '@rectrace/kube';
import type { LiveTarget } from '../cluster-access.ts';
import { NotFoundError } from '../errors.ts';

const MOST_LEVELS = 50;

/** The topmost owner that is still there; the target itself where nothing owns it. @throws NotFoundError where the target is not there */
export async function walkUp(cluster: ClusterConnection, target: LiveTarget): Promise<LiveTarget> {
  const { readObject } = await import('@rectrace/cluster');
  const found = await readObject(cluster.transport, target);
  if (found.kind === 'absent') throw new NotFoundError(found.message);
  let at = target;
  let object: KubeObject = found.object;
  for (let level = 0; level < MOST_LEVELS; level++) {
    const above = await ownerOf(cluster, { object, namespace: at.namespace });
    if (above === undefined) return at;
    at = above.target;
    object = above.object;
  }
  return at;
}

type Above = { readonly target: LiveTarget; readonly object: KubeObject };

/** An owner is in the same namespace, or cluster-scoped. */
async function ownerOf(
  cluster: ClusterConnection,
  { object, namespace }: { readonly object: KubeObject; readonly namespace: string },
): Promise<Above | undefined> {
  const { readObject, resourceOfKind } = await import('@rectrace/cluster');
  const owner = primaryOwner(object.metadata.ownerReferences ?? []);
  if (owner === undefined) return undefined;
  const resource = resourceOfKind(await cluster.discovery.served(), { ...parseApiVersion(owner.apiVersion), kind: owner.kind });
  if (resource === undefined) return undefined;
  const target = { resource, namespace: resource.namespaced ? namespace : '', name: owner.name };
  const found = await readObject(cluster.transport, target);
  return found.kind === 'object' && found.object.metadata.uid === owner.uid ? { target, object: found.object } : undefined;
}

function primaryOwner(owners: readonly OwnerReference[]): OwnerReference | undefined {
  return owners.find(({ controller }) => controller === true) ?? owners[0];
}
