// The story of a root that a controller in the cluster has recorded, as far as the user may see it.

import type { ClusterConnection } from '@rectrace/cluster';
import type { KubeObject, ObjectRef } from '@rectrace/kube';
import { formatGroupKind, refOf } from '@rectrace/kube';
import type { Change, ObjectStates, RootTarget } from '@rectrace/trace';
import type { LiveTarget } from '../cluster-access.ts';
import type { Invocation } from '../command-definition.ts';
import { UsageError } from '../errors.ts';
import { failureOf } from '../failure.ts';
import type { ReadApiService, RemoteTimeline } from './controller-api.ts';
import { findReadApi, readRemoteChanges, readRemoteRoots, readRemoteTimeline } from './controller-api.ts';
import { isNamed } from './named-object.ts';
import type { RootStory } from './root-story.ts';

/** undefined where no controller runs, it does not know the root, or it can not be asked: then why is said. */
export async function controllerStory(
  invocation: Invocation,
  { cluster, ...asked }: { readonly cluster: ClusterConnection; readonly target: RootTarget; readonly states: ObjectStates },
): Promise<RootStory | undefined> {
  const now = invocation.surroundings.clock.now();
  return askController(invocation, cluster, (service) => readStory(cluster, { service, ...asked, now }));
}

/** Revisions of one object and the Events about it, oldest first. */
export type FoundHistory = { readonly ref: ObjectRef; readonly changes: readonly Change[]; readonly source: string };

/** Of an object, whether or not it is a root, also of one that is gone; undefined as for controllerStory. */
export async function controllerHistory(
  invocation: Invocation,
  { cluster, target }: { readonly cluster: ClusterConnection; readonly target: LiveTarget },
): Promise<FoundHistory | undefined> {
  const { readObject } = await import('@rectrace/cluster');
  return askController(invocation, cluster, async (service) => {
    const found = await readObject(cluster.transport, { ...target, metadataOnly: true });
    const ref = found.kind === 'absent' ? await goneRef(cluster, { service, target }) : refOf(found.object);
    if (ref === undefined) return undefined;
    const changes = await readRemoteChanges(cluster, service, { uid: ref.uid });
    return changes.length === 0 ? undefined : { ref, changes, source: `controller ${service.namespace}/${service.name}` };
  });
}

/** The last object of that name in any tree of its namespace. */
async function goneRef(
  cluster: ClusterConnection,
  { service, target: { resource, namespace, name } }: { readonly service: ReadApiService; readonly target: LiveTarget },
): Promise<ObjectRef | undefined> {
  const { group, kind } = resource;
  const wanted = { group, kind, namespace, name };
  let last: Change | undefined;
  for (const { id, target } of await readRemoteRoots(cluster, service)) {
    if (target.namespace !== namespace && target.namespace !== '') continue;
    const changes = await readRemoteChanges(cluster, service, { root: id, kinds: formatGroupKind({ group, kind }), bodies: false });
    const found = changes.findLast(({ ref, type }) => type !== 'Event' && isNamed(ref, wanted));
    if (found !== undefined && found.receivedAt >= (last?.receivedAt ?? 0)) last = found;
  }
  return last?.ref;
}

async function askController<T>(
  { flags, screen }: Invocation,
  cluster: ClusterConnection,
  ask: (service: ReadApiService) => Promise<T | undefined>,
): Promise<T | undefined> {
  const { ClusterError } = await import('@rectrace/cluster');
  const named = flags.text('controller');
  if (named === 'none' || flags.text('as') !== undefined) return undefined;
  if (named !== undefined && !/^[^/]+\/[^/]+$/.test(named))
    throw new UsageError(`--controller ${named}: write NAMESPACE/NAME of its Service, or none`);
  const service = await findReadApi(cluster, named);
  if (service === undefined) {
    if (named !== undefined) screen.remark(`there is no read API ${named}, or no right to see its Service`);
    return undefined;
  }
  try {
    return await ask(service);
  } catch (error) {
    if (!(error instanceof ClusterError)) throw error;
    screen.remark(`the controller ${service.namespace}/${service.name} can not be asked: ${failureOf(error).line}`);
    return undefined;
  }
}

type Asked = {
  readonly service: ReadApiService;
  readonly target: RootTarget;
  readonly states: ObjectStates;
  readonly now: number;
};

async function readStory(cluster: ClusterConnection, { service, target, states, now }: Asked): Promise<RootStory | undefined> {
  const roots = await readRemoteRoots(cluster, service);
  const wanted = { ...target, kind: target.objectKind };
  const id = (roots.find((root) => root.id === target.id) ?? roots.find((root) => isNamed(root.target, wanted)))?.id;
  if (id === undefined) return undefined;
  const timeline = await readRemoteTimeline(cluster, service, id);
  const changes = await readRemoteChanges(cluster, service, { root: id });
  const ref = timeline.tree?.ref ?? timeline.cycles.at(-1)?.root ?? changes.findLast((change) => isNamed(change.ref, wanted))?.ref;
  if (ref === undefined) return undefined;
  const { recorded, hiddenKinds, ...known } = timeline;
  const last = changes.at(-1)?.receivedAt ?? now;
  return {
    ...known,
    target,
    ref,
    changes,
    states,
    bodyOf: newestBodies(changes),
    now: recorded ? now : last,
    ...(recorded ? {} : { unrecorded: [{ from: last, to: now, told: 'nothing', changes: 0 } as const] }),
    source: `controller ${service.namespace}/${service.name}`,
    notes: notesOf(timeline),
  };
}

function newestBodies(changes: readonly Change[]): (uid: string) => KubeObject | undefined {
  const bodies = new Map<string, KubeObject>();
  for (const { type, ref, body } of changes) if (type !== 'Event' && body !== undefined) bodies.set(ref.uid, body);
  return (uid) => bodies.get(uid);
}

function notesOf({ recorded, hiddenKinds }: RemoteTimeline): readonly string[] {
  return [
    ...(recorded ? [] : ['it does not record this root at the moment']),
    ...(hiddenKinds === 0 ? [] : [`${hiddenKinds} kinds are left out: you may not get them`]),
  ];
}
