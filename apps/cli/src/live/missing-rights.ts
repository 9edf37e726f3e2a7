// Which rights to follow collections the user lacks.

import type { AccessRules, ClusterConnection } from '@rectrace/cluster';
import type { ApiResource, ListWatchQuery } from '@rectrace/kube';
import { formatGroupKind } from '@rectrace/kube';
import { ForbiddenError } from '../errors.ts';

type Cluster = Pick<ClusterConnection, 'transport' | 'defaultNamespace'>;

/** verbs: what is missing of list and watch, in this order; empty where nothing is. */
export type CheckedRights = { readonly query: ListWatchQuery; readonly missing: readonly string[] };

const CONCURRENCY = 8;

/** In the order of the plan. @throws ApiError, TransportError */
export async function checkRights(cluster: Cluster, plan: readonly ListWatchQuery[]): Promise<readonly CheckedRights[]> {
  const { allInOrder, reviewOwnRules } = await import('@rectrace/cluster');
  const namespace = cluster.defaultNamespace;
  const allowed = await reviewOwnRules(cluster.transport, namespace);
  const work = async (query: ListWatchQuery): Promise<CheckedRights> => ({
    query,
    missing: await missingVerbs(query, { transport: cluster.transport, within: namespace, allowed }),
  });
  return allInOrder(plan, { limit: CONCURRENCY, work });
}

/**
 * Refuses to follow what cannot be followed at all: the target, or everything where there is none. What is missing beside that is said as it
 * turns out. Where rights cannot be asked for nothing is refused.
 * @throws ForbiddenError, TransportError
 */
export async function requireRights(
  cluster: Cluster,
  { plan, target }: { readonly plan: readonly ListWatchQuery[]; readonly target: ApiResource | undefined },
): Promise<void> {
  const needed = plan.filter(
    ({ resource }) => target === undefined || (resource.group === target.group && resource.resource === target.resource),
  );
  const checked = await checkedUnlessRefused(cluster, needed);
  const [first] = checked;
  if (first === undefined || checked.some(({ missing }) => missing.length === 0)) return;
  const { query, missing } = first;
  const what = target === undefined ? `any of ${checked.length} kinds` : collectionName(query);
  throw new ForbiddenError(`there is no right to ${missing.join(' and ')} ${what} ${placeOf(query)}`, {
    hint: 'rectrace doctor names all that is missing',
  });
}

async function checkedUnlessRefused(cluster: Cluster, plan: readonly ListWatchQuery[]): Promise<readonly CheckedRights[]> {
  const { ApiError } = await import('@rectrace/cluster');
  try {
    return await checkRights(cluster, plan);
  } catch (error) {
    if (error instanceof ApiError) return [];
    throw error;
  }
}

/** Where a collection is: 'in namespace shop', 'in all namespaces', 'in the whole cluster' for what belongs to none. */
export function placeOf({ resource: { namespaced }, namespace }: Pick<ListWatchQuery, 'resource' | 'namespace'>): string {
  if (!namespaced) return 'in the whole cluster';
  return namespace === '' ? 'in all namespaces' : `in namespace ${namespace}`;
}

/** 'secrets', 'deployments.apps'. */
export function collectionName({ resource: { group, resource } }: Pick<ListWatchQuery, 'resource'>): string {
  return formatGroupKind({ group, kind: resource });
}

type Asking = { readonly transport: ClusterConnection['transport']; readonly within: string; readonly allowed: AccessRules };

/** The rules of a namespace say yes at once; what they do not say is asked one by one. */
async function missingVerbs({ resource, namespace }: ListWatchQuery, { transport, within, allowed }: Asking): Promise<readonly string[]> {
  const { reviewOwnAccess } = await import('@rectrace/cluster');
  const missing: string[] = [];
  for (const verb of ['list', 'watch']) {
    if (namespace === within && grants(allowed, { resource, verb })) continue;
    const answer = await reviewOwnAccess(transport, { verb, group: resource.group, resource: resource.resource, namespace });
    if (answer.kind === 'denied') missing.push(verb);
  }
  return missing;
}

function grants({ rules }: AccessRules, { resource, verb }: { readonly resource: ApiResource; readonly verb: string }): boolean {
  const has = (list: readonly string[], item: string): boolean => list.includes('*') || list.includes(item);
  return rules.some(
    (rule) =>
      rule.resourceNames.length === 0 &&
      has(rule.verbs, verb) &&
      has(rule.groups, resource.group) &&
      has(rule.resources, resource.resource),
  );
}
