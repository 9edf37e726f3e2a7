// The roots of a namespace or a cluster: what nothing owns and what owns something or reconciles by itself, with its state.

import type { ClusterConnection } from '@rectrace/cluster';
import type { KubeObject, ListWatchQuery } from '@rectrace/kube';
import { formatGroupKind, refOf } from '@rectrace/kube';
import type { Cycle, ObjectStates, OwnershipRules } from '@rectrace/trace';
import { isEvent, isEventKind, objectStates, readEvent, readinessOf, saysLittle, terminalStateOf } from '@rectrace/trace';
import { eventText, terminalReason } from '@rectrace/view';
import { ForbiddenError, UsageError } from '../errors.ts';
import type { RootState } from '../roots-table.ts';
import { collectionName } from './missing-rights.ts';
import { isReconciled, rootCandidates } from './root-candidates.ts';
import { rootSince } from './root-since.ts';
import type { ListedObjects } from './tree-members.ts';
import { treeMembers } from './tree-members.ts';
import { waitingPod } from './waiting-pod.ts';
import { planWatches } from './watch-plan.ts';

/** name: of a collection that cannot be listed, and why, in few words. */
export type Hidden = { readonly name: string; readonly why: string };

export type LiveRoots = { readonly roots: readonly RootState[]; readonly hidden: readonly Hidden[]; readonly now: number };

export type LiveRootsOptions = {
  readonly cluster: ClusterConnection;
  /** '' = all. */
  readonly namespace: string;
  readonly rules: OwnershipRules;
  readonly redact: (object: KubeObject) => KubeObject;
  readonly selector: string | undefined;
  readonly now: number;
  /** The latest cycle that was recorded of a root, where it still tells of the object as it is. */
  readonly cycleOf: (object: KubeObject) => Cycle | undefined;
  readonly signal: AbortSignal;
};

const FORBIDDEN = 'forbidden';
const CONCURRENCY = 8;

/**
 * All kinds by their metadata, to see who owns whom; then the kinds of the roots with their bodies, and those whose objects are waited for.
 * @throws ForbiddenError where nothing may be listed
 */
export async function findLiveRoots(options: LiveRootsOptions): Promise<LiveRoots> {
  const { cluster, namespace, rules, now } = options;
  const plan = (await planWatches(cluster, { namespace, rules })).filter(({ resource }) => resource.namespaced && !isEventKind(resource));
  const looks = await lookAt(
    plan.map((query) => ({ ...query, metadataOnly: true })),
    options,
  );
  refuseBlindness(looks, options);
  const owners = new Set(
    looks.flatMap(({ objects }) => objects.flatMap(({ metadata }) => (metadata.ownerReferences ?? []).map(({ uid }) => uid))),
  );
  const isRoot = rootCandidates(owners, rules);
  const kinds = looks.filter(({ query, objects }) => objects.some((object) => isRoot(object, query.resource)));
  const bodies = await lookAt(
    kinds.map(({ query: { resource, namespace: within } }) => ({ resource, namespace: within, ...labelled(options) })),
    options,
  );
  const states = objectStates(rules);
  const warnings = await warningsOf(options);
  const found = bodies.flatMap(({ query: { resource }, objects }) =>
    objects.filter((object) => isRoot(object, resource) && (owners.has(object.metadata.uid ?? '') || isReconciled(object, resource))),
  );
  const below = await belowRoots(found, { ...options, looks, bodies });
  const roots = found.map((object) => stateOf(object, { ...below, warnings, states, cycleOf: options.cycleOf }));
  return { roots, hidden: [...looks, ...bodies].flatMap(({ hidden }) => hidden ?? []), now };
}

async function lookAt(queries: readonly ListWatchQuery[], options: LiveRootsOptions): Promise<readonly Look[]> {
  const { allInOrder } = await import('@rectrace/cluster');
  return allInOrder(queries, { limit: CONCURRENCY, work: (query) => look(query, options) });
}

function refuseBlindness(looks: readonly Look[], { namespace }: LiveRootsOptions): void {
  if (looks.some(({ hidden }) => hidden?.why !== FORBIDDEN)) return;
  const [where, hint] =
    namespace === ''
      ? ['in all namespaces', 'name one you may read with -n']
      : [`in namespace ${namespace}`, 'rectrace doctor names all that is missing'];
  throw new ForbiddenError(`there is no right to list any of ${looks.length} kinds ${where}`, { hint });
}

/** members: by the uid of a root, who is in its tree: with bodies where it is waited for, or where rules read them. */
type Below = { readonly members: ReadonlyMap<string, readonly KubeObject[]> };

type Looking = LiveRootsOptions & { readonly looks: readonly Look[]; readonly bodies: readonly Look[] };

async function belowRoots(roots: readonly KubeObject[], { looks, bodies, ...options }: Looking): Promise<Below> {
  const { rules, redact, now } = options;
  const read = new Set([
    ...rules.awaited,
    ...rules.members.filter(({ by }) => by === 'field').flatMap(({ parent, child }) => [parent, child]),
  ]);
  const wanted = looks.filter(({ query, objects }) => objects.length > 0 && read.has(formatGroupKind(query.resource)));
  const whole = await lookAt(
    wanted.map(({ query: { resource, namespace } }) => ({ resource, namespace })),
    options,
  );
  const full = new Map([...bodies, ...whole].flatMap(({ objects }) => objects).map((object) => [object.metadata.uid ?? '', object]));
  const lists = looks
    .filter(({ hidden }) => hidden === undefined)
    .map((list) => ({ ...list, objects: list.objects.map((object) => full.get(object.metadata.uid ?? '') ?? object) }));
  return { members: treeMembers(roots.map(refOf), { lists, rules, redact, now }) };
}

type Look = ListedObjects & { readonly hidden?: Hidden };

async function look(query: ListWatchQuery, { cluster, signal }: LiveRootsOptions): Promise<Look> {
  const { listAll, ApiError } = await import('@rectrace/cluster');
  try {
    const { items, resourceVersion } = await listAll(cluster.listWatch, { query, from: { kind: 'consistent' }, signal });
    return { query, objects: items, resourceVersion };
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    if (error.status.code === 400 && query.labelSelector !== undefined)
      throw new UsageError(`-l ${query.labelSelector}: ${error.status.message}`, { cause: error });
    return {
      query,
      objects: [],
      resourceVersion: '',
      hidden: { name: collectionName(query), why: error.status.code === 403 ? FORBIDDEN : error.status.message },
    };
  }
}

function labelled({ selector }: LiveRootsOptions): { readonly labelSelector?: string } {
  return selector === undefined ? {} : { labelSelector: selector };
}

/** The newest Warning by the uid of its object. */
async function warningsOf(options: LiveRootsOptions): Promise<ReadonlyMap<string, KubeObject>> {
  const { resourceOfKind } = await import('@rectrace/cluster');
  const resource = resourceOfKind(await options.cluster.discovery.served(), { group: '', kind: 'Event' });
  if (resource === undefined) return new Map();
  const { objects } = await look({ resource, namespace: options.namespace }, options);
  const newest = new Map<string, KubeObject>();
  for (const event of objects.filter((object) => isEvent(object) && readEvent(object).details.type === 'Warning')) {
    const uid = readEvent(event).involved.uid ?? '';
    const known = newest.get(uid);
    if (known === undefined || timeOf(event) >= timeOf(known)) newest.set(uid, event);
  }
  return newest;
}

function timeOf(event: KubeObject): number {
  return readEvent(event).happenedAt ?? 0;
}

type Judging = Below &
  Pick<LiveRootsOptions, 'cycleOf'> & { readonly warnings: ReadonlyMap<string, KubeObject>; readonly states: ObjectStates };

function stateOf(object: KubeObject, { members, warnings, states, cycleOf }: Judging): RootState {
  const ref = refOf(object);
  const verdict = states.verdictOf(object);
  const below = members.get(ref.uid) ?? [];
  const state = terminalStateOf({ verdict, root: object, members: below, states });
  const since = rootSince(object, { state, cycle: cycleOf(object), members: below, states });
  const said = terminalReason(state, ref.namespace);
  if (state.kind === 'terminal') return { ref, state, since, reason: said };
  if (state.kind === 'failed') return { ref, state, since, reason: [said, ...warned([object], { warnings, states })].join('; ') };
  return {
    ref,
    state,
    since,
    reason: waitingPod(object, { members: below, states }) ?? [said, ...warned([object, ...below], { warnings, states })].join('; '),
  };
}

/** What the newest Warning says of the first object that names no reason itself. */
function warned(objects: readonly KubeObject[], { warnings, states }: Pick<Judging, 'warnings' | 'states'>): readonly string[] {
  for (const [index, object] of objects.entries()) {
    const event = warnings.get(object.metadata.uid ?? '');
    const readiness = event === undefined ? undefined : readinessOf(object, states);
    if (event === undefined || readiness?.ready !== 'False' || !saysLittle(readiness)) continue;
    const text = eventText(readEvent(event).details);
    return [index === 0 ? text : `${object.kind}/${object.metadata.name}: ${text}`];
  }
  return [];
}
