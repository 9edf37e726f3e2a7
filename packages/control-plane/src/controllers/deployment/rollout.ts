// How many replicas a rollout gives to each ReplicaSet. Pure arithmetic over sizes and counts. (pkg/controller/deployment, 1.35.)
import type { Deployment } from '../kinds/deployment.ts';
import type { ReplicaSet } from '../kinds/replica-set.ts';
import { scaledValue } from '../workloads/scaled-value.ts';

export const DESIRED_REPLICAS = 'deployment.kubernetes.io/desired-replicas';
export const MAX_REPLICAS = 'deployment.kubernetes.io/max-replicas';

/** A ReplicaSet and the size that it is to have. */
export type Sized = { readonly set: ReplicaSet; readonly replicas: number };

export function maxSurge({ spec }: Deployment): number {
  return fenceposts(spec).surge;
}

export function maxUnavailable({ spec }: Deployment): number {
  if (spec.strategy.type !== 'RollingUpdate' || spec.replicas === 0) return 0;
  return Math.min(fenceposts(spec).unavailable, spec.replicas);
}

/** At least one of the two lets a rollout move. */
function fenceposts({ strategy, replicas }: Deployment['spec']): { readonly surge: number; readonly unavailable: number } {
  if (strategy.type !== 'RollingUpdate') return { surge: 0, unavailable: 0 };
  const surge = scaledValue(strategy.rollingUpdate.maxSurge, { of: replicas, round: 'up' });
  const unavailable = scaledValue(strategy.rollingUpdate.maxUnavailable, { of: replicas, round: 'down' });
  return { surge, unavailable: surge === 0 && unavailable === 0 ? 1 : unavailable };
}

export function specReplicas(sets: readonly ReplicaSet[]): number {
  return sets.reduce((sum, { spec }) => sum + spec.replicas, 0);
}

export function availableReplicas(sets: readonly ReplicaSet[]): number {
  return sets.reduce((sum, { status }) => sum + (status?.availableReplicas ?? 0), 0);
}

/** The size of the newest ReplicaSet, at most as many more as the surge lets in. `others` are all but that one; current is 0 for a new one. */
export function newReplicas(
  deployment: Deployment,
  { others, current }: { readonly others: readonly ReplicaSet[]; readonly current: number },
): number {
  const { replicas, strategy } = deployment.spec;
  if (strategy.type === 'Recreate') return replicas;
  const most = replicas + scaledValue(strategy.rollingUpdate.maxSurge, { of: replicas, round: 'up' });
  const pods = specReplicas(others) + current;
  return pods >= most ? current : current + Math.min(most - pods, replicas - current);
}

/** The next step of a rolling update: unhealthy replicas of old ReplicaSets go first; when there are none, as many as availability allows. */
export function scaleDownOld(
  deployment: Deployment,
  { newest, old }: { readonly newest: ReplicaSet; readonly old: readonly ReplicaSet[] },
): readonly Sized[] {
  if (specReplicas(old) === 0) return [];
  const least = deployment.spec.replicas - maxUnavailable(deployment);
  const unavailableNew = newest.spec.replicas - (newest.status?.availableReplicas ?? 0);
  const most = specReplicas([...old, newest]) - least - unavailableNew;
  if (most <= 0) return [];
  const oldestFirst = [...old].sort(byCreation).map((set) => ({ set, replicas: set.spec.replicas }));
  const cleaned = takeUnhealthy(oldestFirst, most).filter(changesSize);
  if (cleaned.length > 0) return cleaned;
  return takeAvailable(oldestFirst, availableReplicas([...old, newest]) - least).filter(changesSize);
}

function changesSize({ set, replicas }: Sized): boolean {
  return set.spec.replicas !== replicas;
}

function takeUnhealthy(sized: readonly Sized[], most: number): readonly Sized[] {
  let left = most;
  return sized.map(({ set, replicas }) => {
    const taken = Math.max(0, Math.min(left, replicas - (set.status?.availableReplicas ?? 0)));
    left -= taken;
    return { set, replicas: replicas - taken };
  });
}

function takeAvailable(sized: readonly Sized[], most: number): readonly Sized[] {
  let left = Math.max(0, most);
  return sized.map(({ set, replicas }) => {
    const taken = Math.min(left, replicas);
    left -= taken;
    return { set, replicas: replicas - taken };
  });
}

/** A change of the wanted size in the middle of a rollout is shared out by the sizes of all active ReplicaSets. */
export function scaleInProportion(deployment: Deployment, active: readonly ReplicaSet[]): readonly Sized[] {
  const { replicas } = deployment.spec;
  const toAdd = (replicas > 0 ? replicas + maxSurge(deployment) : 0) - specReplicas(active);
  const ordered = [...active].sort(toAdd > 0 ? bySizeNewer : bySizeOlder);
  let added = 0;
  const sized = ordered.map((set) => {
    const part = toAdd === 0 ? 0 : proportion(deployment, { set, toAdd, added });
    added += part;
    return { set, replicas: set.spec.replicas + part };
  });
  const leftover = toAdd - added;
  return sized.map(({ set, replicas: size }, index) => ({
    set,
    replicas: index === 0 && toAdd !== 0 ? Math.max(0, size + leftover) : size,
  }));
}

type Sharing = { readonly set: ReplicaSet; readonly toAdd: number; readonly added: number };

function proportion(deployment: Deployment, { set, toAdd, added }: Sharing): number {
  if (set.spec.replicas === 0 || toAdd === added) return 0;
  const fraction = fractionOf(deployment, set);
  return toAdd > 0 ? Math.min(fraction, toAdd - added) : Math.max(fraction, toAdd - added);
}

function fractionOf(deployment: Deployment, set: ReplicaSet): number {
  const { replicas } = deployment.spec;
  if (replicas === 0) return -set.spec.replicas;
  const before = annotatedCount(set, MAX_REPLICAS) || (deployment.status?.replicas ?? 0);
  if (before === 0) return 0;
  const size = (set.spec.replicas * (replicas + maxSurge(deployment))) / before;
  return roundHalfAway(size) - set.spec.replicas;
}

/** The count in an annotation; undefined where it is absent or no count. */
export function annotatedCount({ metadata }: ReplicaSet, name: string): number | undefined {
  const text = metadata.annotations?.[name];
  return text !== undefined && /^[0-9]{1,10}$/.test(text) ? Number(text) : undefined;
}

function roundHalfAway(value: number): number {
  return value < 0 ? -Math.round(-value) : Math.round(value);
}

/** Oldest first; by name where they are of the same second. */
export function byCreation(left: ReplicaSet, right: ReplicaSet): number {
  return (
    compareText(left.metadata.creationTimestamp, right.metadata.creationTimestamp) || compareText(left.metadata.name, right.metadata.name)
  );
}

function bySizeNewer(left: ReplicaSet, right: ReplicaSet): number {
  return right.spec.replicas - left.spec.replicas || byCreation(right, left);
}

function bySizeOlder(left: ReplicaSet, right: ReplicaSet): number {
  return right.spec.replicas - left.spec.replicas || byCreation(left, right);
}

function compareText(left: string, right: string): number {
  if (left === right) return 0;
  return left < right ? -1 : 1;
}
