// The roots of a namespace or a cluster: what nothing owns and what owns something or reconciles by itself, with its state.

import type { ClusterConnection } from '@rectrace/cluster';
import type { ApiResource, KubeObject, ListWatchQuery, ObjectRef } from '@rectrace/kube';
import { formatGroupKind, refOf } from '@rectrace/kube';
import type { Cycle, ObjectStates, OwnershipRules, Verdict } from '@rectrace/trace';
import { isEvent, isEventKind, objectStates, readEvent, readinessOf } from '@rectrace/trace';
import { eventText } from '@rectrace/view';
import { ForbiddenError, UsageError } from '../errors.ts';
import type { RootState } from '../roots-table.ts';
import { collectionName } from './missing-rights.ts';
import { rootSince } from './root-since.ts';
import { waitingPods } from './waiting-pods.ts';
import { planWatches } from './watch-plan.ts';

/** name: of a collection that cannot be listed, and why, in few words. */
export type Hidden = { readonly name: string; readonly why: string };

export type LiveRoots = { readonly roots: readonly RootState[]; readonly hidden: readonly Hidden[]; readonly now: number };

export type LiveRootsOptions = {
  readonly cluster: ClusterConnection;
  /** '' = all. */
  readonly namespace: string;
  readonly rules: OwnershipRules;
  readonly selector: string | undefined;
  readonly now: number;
  /** The latest cycle of a root that was recorded. */
  readonly cycleOf: (ref: ObjectRef) => Cycle | undefined;
  readonly signal: AbortSignal;
};

const FORBIDDEN = 'forbidden';
const CONCURRENCY = 8;

/**
 * All kinds by their metadata, to see who owns whom; then the kinds of the roots with their bodies, and Pods where a root is not terminal.
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
  const judge = { owners, roots: new Set(rules.roots) };
  const kinds = looks.filter(({ query, objects }) => objects.some((object) => isRoot(object, { ...judge, resource: query.resource })));
  const bodies = await lookAt(
    kinds.map(({ query: { resource, namespace: within } }) => ({ resource, namespace: within, ...labelled(options) })),
    options,
  );
  const events = await eventsOf(options);
  const states = objectStates(rules);
  const found = bodies.flatMap(({ query, objects }) =>
    objects
      .filter((object) => isRoot(object, { ...judge, resource: query.resource }))
      .map((object) => stateOf(object, { events, states, cycleOf: options.cycleOf })),
  );
  const deepest = found.every(isTerminal) ? new Map<string, string>() : await reasonsOfPods(looks, { ...options, states });
  const roots = found.map((root) => (isTerminal(root) ? root : { ...root, reason: deepest.get(root.ref.uid) ?? root.reason }));
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

function isTerminal({ verdict }: RootState): boolean {
  return verdict?.kind === 'true';
}

async function reasonsOfPods(
  looks: readonly Look[],
  options: LiveRootsOptions & { readonly states: ObjectStates },
): Promise<ReadonlyMap<string, string>> {
  const pods = looks.find(({ query }) => formatGroupKind(query.resource) === 'Pod');
  if (pods === undefined) return new Map();
  const { objects } = await look({ resource: pods.query.resource, namespace: pods.query.namespace }, options);
  const owners = looks.flatMap((one) => one.objects).map(({ metadata }) => ownersOf(metadata));
  return waitingPods(objects, { ownersOf: new Map(owners), states: options.states });
}

function ownersOf({ uid = '', ownerReferences = [] }: KubeObject['metadata']): readonly [string, readonly string[]] {
  return [uid, ownerReferences.map((owner) => owner.uid)];
}

type Look = { readonly query: ListWatchQuery; readonly objects: readonly KubeObject[]; readonly hidden?: Hidden };

async function look(query: ListWatchQuery, { cluster, signal }: LiveRootsOptions): Promise<Look> {
  const { listAll, ApiError } = await import('@rectrace/cluster');
  try {
    const { items } = await listAll(cluster.listWatch, { query, from: { kind: 'consistent' }, signal });
    return { query, objects: items };
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    if (error.status.code === 400 && query.labelSelector !== undefined)
      throw new UsageError(`-l ${query.labelSelector}: ${error.status.message}`, { cause: error });
    return {
      query,
      objects: [],
      hidden: { name: collectionName(query), why: error.status.code === 403 ? FORBIDDEN : error.status.message },
    };
  }
}

function labelled({ selector }: LiveRootsOptions): { readonly labelSelector?: string } {
  return selector === undefined ? {} : { labelSelector: selector };
}

function isRoot(
  { metadata }: KubeObject,
  {
    owners,
    roots,
    resource,
  }: { readonly owners: ReadonlySet<string>; readonly roots: ReadonlySet<string>; readonly resource: ApiResource },
): boolean {
  if ((metadata.ownerReferences ?? []).length > 0) return false;
  return owners.has(metadata.uid ?? '') || roots.has(formatGroupKind(resource));
}

/** The newest Event by the uid of its object. */
async function eventsOf(options: LiveRootsOptions): Promise<ReadonlyMap<string, KubeObject>> {
  const { resourceOfKind } = await import('@rectrace/cluster');
  const resource = resourceOfKind(await options.cluster.discovery.served(), { group: '', kind: 'Event' });
  if (resource === undefined) return new Map();
  const { objects } = await look({ resource, namespace: options.namespace }, options);
  const newest = new Map<string, KubeObject>();
  for (const event of objects.filter(isEvent)) {
    const uid = readEvent(event).involved.uid ?? '';
    const known = newest.get(uid);
    if (known === undefined || timeOf(event) >= timeOf(known)) newest.set(uid, event);
  }
  return newest;
}

function timeOf(event: KubeObject): number {
  return readEvent(event).happenedAt ?? 0;
}

function stateOf(
  object: KubeObject,
  {
    events,
    states,
    cycleOf,
  }: Pick<LiveRootsOptions, 'cycleOf'> & {
    readonly events: ReadonlyMap<string, KubeObject>;
    readonly states: ObjectStates;
  },
): RootState {
  const ref = refOf(object);
  const verdict = states.verdictOf(object);
  const { reason, message } = readinessOf(object, states);
  const since = rootSince(object, { verdict, cycle: cycleOf(ref) });
  const event = events.get(ref.uid);
  const said = [reason, message].filter((part) => part !== '').join(': ');
  const waits = waitsText(verdict);
  const newest = event === undefined ? '' : eventText(readEvent(event).details);
  return { ref, verdict, since, reason: said || waits || newest };
}

/** What is not as wanted, or why that cannot be told. */
function waitsText(verdict: Verdict): string {
  if (verdict.kind === 'true') return '';
  return verdict.kind === 'false' ? (verdict.waitsFor ?? '') : verdict.message;
}
