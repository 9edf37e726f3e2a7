// Which collections are read for a root: everything listable in its namespace, and the cluster-scoped kinds that rules name.

import type { ClusterConnection } from '@rectrace/cluster';
import type { ApiResource, ListWatchQuery } from '@rectrace/kube';
import { formatGroupKind } from '@rectrace/kube';
import type { OwnershipRules } from '@rectrace/trace';
import { kindsOf } from '@rectrace/trace';
import type { LiveTarget } from '../cluster-access.ts';

/** Kinds that say nothing of a tree: heartbeats, and what is derived from Services. */
const LEFT_OUT: ReadonlySet<string> = new Set(['leases.coordination.k8s.io', 'endpointslices.discovery.k8s.io', 'events.events.k8s.io']);

/** The core group's kinds hang on those of other groups: read after their owners they join at once, and nobody waits. */
const LAST = '~';

/** Where Events about cluster-scoped objects are. */
const EVENTS_OF_THE_CLUSTER = 'default';

/** namespace: '' = all. Sorted by group and resource, so that every run asks in the same order. */
export async function planWatches(
  { discovery }: Pick<ClusterConnection, 'discovery'>,
  { namespace, rules, target }: { readonly namespace: string; readonly rules: OwnershipRules; readonly target?: LiveTarget },
): Promise<readonly ListWatchQuery[]> {
  const { preferredResources } = await import('@rectrace/cluster');
  const served = preferredResources(await discovery.served()).filter(isFollowed);
  const named = new Set(kindsOf(rules));
  const wanted = served.filter(
    (resource) => resource.namespaced || named.has(formatGroupKind(resource)) || isSame(resource, target?.resource),
  );
  const queries = wanted.map((resource): ListWatchQuery => ({ resource, namespace: resource.namespaced ? namespace : '' }));
  return [...queries, ...clusterEvents(served, namespace)].sort(byName);
}

/** The namespace that is read for a root: its own; of a Namespace the one it is; '' = all for another cluster-scoped root. */
export function namespaceOf({ resource, namespace, name }: LiveTarget): string {
  return resource.kind === 'Namespace' && resource.group === '' ? name : namespace;
}

/** What a namespace that joined a tree adds to a plan. */
export async function namespaceQueries(
  { discovery }: Pick<ClusterConnection, 'discovery'>,
  namespace: string,
): Promise<readonly ListWatchQuery[]> {
  const { preferredResources } = await import('@rectrace/cluster');
  const followed = preferredResources(await discovery.served()).filter((resource) => resource.namespaced && isFollowed(resource));
  return followed.map((resource) => ({ resource, namespace })).sort(byName);
}

function isFollowed({ resource, group, verbs }: ApiResource): boolean {
  return verbs.includes('list') && verbs.includes('watch') && !LEFT_OUT.has(`${resource}.${group}`);
}

function isSame(resource: ApiResource, other: ApiResource | undefined): boolean {
  return other !== undefined && resource.group === other.group && resource.resource === other.resource;
}

function clusterEvents(served: readonly ApiResource[], namespace: string): readonly ListWatchQuery[] {
  if (namespace === '' || namespace === EVENTS_OF_THE_CLUSTER) return [];
  const events = served.filter(({ group, kind }) => group === '' && kind === 'Event');
  return events.map((resource) => ({ resource, namespace: EVENTS_OF_THE_CLUSTER }));
}

function byName(left: ListWatchQuery, right: ListWatchQuery): number {
  return nameOf(left) < nameOf(right) ? -1 : 1;
}

function nameOf({ resource, namespace }: ListWatchQuery): string {
  return `${resource.group === '' ? LAST : resource.group}/${resource.resource}/${namespace}`;
}
