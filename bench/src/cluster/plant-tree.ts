// Makes a tree of recorded objects on an API server without controllers: a Deployment, its ReplicaSets and their Pods, owner by owner.
import type { ApiObject, ClusterAccess } from '@rectrace/testbed';
import type { Moment, RecordedLives } from '../load/recorded-life.ts';
import { fillIn } from '../load/recorded-life.ts';
import { inParallel } from './in-parallel.ts';

const AT_ONCE = 16;

export type TreeShape = { readonly namespace: string; readonly name: string; readonly replicaSets: number; readonly pods: number };
type Owner = { readonly name: string; readonly uid: string };

/** Creates all of it; pods: in all ReplicaSets together. */
export async function plantTree(
  plane: ClusterAccess,
  lives: RecordedLives,
  { namespace, name, replicaSets, pods }: TreeShape,
): Promise<void> {
  const create = async (path: string, body: object): Promise<Owner> => {
    const { metadata } = await plane.api.expect<ApiObject>({ method: 'POST', path, body });
    return { name: metadata.name, uid: metadata.uid };
  };
  const apps = `/apis/apps/v1/namespaces/${namespace}`;
  const root = await create(`${apps}/deployments`, newborn(lives.deployment, { namespace, name, owner: undefined }));
  const sets: Owner[] = [];
  await inParallel(numbers(replicaSets), { atOnce: AT_ONCE }, async (set) => {
    sets.push(await create(`${apps}/replicasets`, newborn(lives.replicaSet, { namespace, name: `${name}-${set}`, owner: root })));
  });
  await inParallel(numbers(pods), { atOnce: AT_ONCE }, async (pod) => {
    const owner = sets[pod % sets.length];
    await create(`/api/v1/namespaces/${namespace}/pods`, newborn(lives.pod, { namespace, name: `${name}-pod-${pod}`, owner }));
  });
}

/** The object as its creator sent it: what the server fills in is left out. */
function newborn(
  [moment]: readonly Moment[],
  { namespace, name, owner }: { readonly namespace: string; readonly name: string; readonly owner: Owner | undefined },
): object {
  if (moment === undefined) throw new RangeError('nothing was recorded of this kind');
  const text = fillIn(moment, { name, uid: '', owner: owner?.name ?? '', ownerUid: owner?.uid ?? '', version: 0 });
  const { status: _status, ...object } = JSON.parse(text) as {
    readonly status?: unknown;
    readonly metadata: Readonly<Record<string, unknown>>;
  };
  const {
    uid: _uid,
    resourceVersion: _version,
    managedFields: _managed,
    creationTimestamp: _created,
    generateName: _prefix,
    ...metadata
  } = object.metadata;
  return { ...object, metadata: { ...metadata, namespace } };
}

function numbers(count: number): readonly number[] {
  return Array.from({ length: count }, (_, index) => index);
}
