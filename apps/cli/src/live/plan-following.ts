// What is followed of a root: the collections of its namespace, each with bodies as far as that is cheap or the tree needs them.

import type { ClusterConnection } from '@rectrace/cluster';
import { keyedRedactor } from '@rectrace/history';
import type { ListWatchQuery } from '@rectrace/kube';
import { formatGroupKind } from '@rectrace/kube';
import type { OwnershipRules } from '@rectrace/trace';
import type { LiveTarget } from '../cluster-access.ts';
import type { Invocation } from '../command-definition.ts';
import { kindsOfTree } from './live-snapshot.ts';
import { measurePlan } from './measure-plan.ts';
import { requireRights } from './missing-rights.ts';
import { namespaceOf, planWatches } from './watch-plan.ts';

const KEY_BYTES = 32;

/** replan: the plan anew, when what the server serves has changed. */
export type FollowPlan = { readonly plan: readonly ListWatchQuery[]; replan(): Promise<readonly ListWatchQuery[]> };

type Wanted = {
  readonly cluster: ClusterConnection;
  readonly target: LiveTarget | undefined;
  readonly rules: OwnershipRules;
};

/** target: undefined = the namespace as a whole. @throws ForbiddenError where nothing of it may be followed */
export async function planFollowing(invocation: Invocation, { cluster, target, rules }: Wanted): Promise<FollowPlan> {
  const namespace = target === undefined ? cluster.defaultNamespace : namespaceOf(target);
  const replan = (): Promise<readonly ListWatchQuery[]> =>
    planWatches(cluster, { namespace, rules, ...(target === undefined ? {} : { target }) });
  const wanted = await replan();
  await requireRights(cluster, { plan: wanted, target: target?.resource });
  const measured = await measurePlan(cluster, wanted, { signal: invocation.surroundings.signal });
  return { plan: await withBodies(invocation, { cluster, target, plan: measured, rules }), replan };
}

/** A kind that has many objects is followed with bodies all the same where one of them is in the tree. */
async function withBodies(
  invocation: Invocation,
  { cluster, target, plan, rules }: Wanted & { readonly plan: readonly ListWatchQuery[] },
): Promise<readonly ListWatchQuery[]> {
  if (target === undefined || plan.every(({ metadataOnly }) => metadataOnly !== true)) return plan;
  const redact = keyedRedactor(invocation.surroundings.randomBytes(KEY_BYTES));
  const kinds = await kindsOfTree(invocation, { cluster, target, plan, rules, redact });
  return plan.map(({ resource, namespace, metadataOnly }) =>
    metadataOnly === true && !kinds.has(formatGroupKind(resource)) ? { resource, namespace, metadataOnly } : { resource, namespace },
  );
}
