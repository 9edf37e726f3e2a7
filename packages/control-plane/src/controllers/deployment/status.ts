// The status of a Deployment, out of its ReplicaSets. (pkg/controller/deployment/{sync,progress}.go, 1.35.)
import { formatTime, parseInstant } from '@rectrace/kube';
import type { Condition } from '../kinds/condition.ts';
import type { Deployment, DeploymentStatus } from '../kinds/deployment.ts';
import type { ReplicaSet } from '../kinds/replica-set.ts';
import type { Conditions } from '../workloads/conditions.ts';
import { conditionOf, withCondition, withoutCondition } from '../workloads/conditions.ts';
import { countUnlessZero } from '../workloads/counts.ts';
import type { Generations } from './replica-sets.ts';
import { allOf } from './replica-sets.ts';
import { availableReplicas, maxUnavailable, specReplicas } from './rollout.ts';

export const PROGRESSING = 'Progressing';
const COMPLETE_REASON = 'NewReplicaSetAvailable';
export const TIMED_OUT_REASON = 'ProgressDeadlineExceeded';
const FAILURE = 'ReplicaFailure';
/** So long that it counts as none. */
const NO_DEADLINE = 2 ** 31 - 1;

/** now: milliseconds since the epoch. */
export type Counting = { readonly deployment: Deployment; readonly generations: Generations; readonly now: number };

export type ConditionText = Pick<Condition, 'type' | 'status' | 'reason' | 'message'>;

export function datedCondition(text: ConditionText, now: number): Condition {
  const { type, status, reason, message } = text;
  const time = formatTime(now);
  return {
    type,
    status,
    lastUpdateTime: time,
    lastTransitionTime: time,
    ...(reason === undefined ? {} : { reason }),
    ...(message === undefined ? {} : { message }),
  };
}

/** Undefined where the Deployment's progress has none. */
export function deadlineMs({ spec }: Deployment): number | undefined {
  const { progressDeadlineSeconds } = spec;
  return progressDeadlineSeconds === undefined || progressDeadlineSeconds === NO_DEADLINE ? undefined : progressDeadlineSeconds * 1_000;
}

/** Counts and whether enough is available; nothing about progress. */
export function countedStatus({ deployment, generations, now }: Counting): DeploymentStatus {
  const { spec, metadata, status = {} } = deployment;
  const sets = allOf(generations);
  const available = availableReplicas(sets);
  const terminating = terminatingReplicas(sets);
  const conditions = withCondition(
    status.conditions ?? [],
    datedCondition(availability(available >= spec.replicas - maxUnavailable(deployment)), now),
  );
  return {
    ...countUnlessZero('observedGeneration', Number(metadata.generation ?? 0)),
    ...countUnlessZero(
      'replicas',
      sum(sets, (set) => set.status?.replicas),
    ),
    ...countUnlessZero('updatedReplicas', generations.newest?.status?.replicas ?? 0),
    ...countUnlessZero(
      'readyReplicas',
      sum(sets, (set) => set.status?.readyReplicas),
    ),
    ...countUnlessZero('availableReplicas', available),
    ...countUnlessZero('unavailableReplicas', Math.max(0, specReplicas(sets) - available)),
    ...(terminating === undefined ? {} : { terminatingReplicas: terminating }),
    ...(status.collisionCount === undefined ? {} : { collisionCount: status.collisionCount }),
    conditions,
  };
}

function availability(enough: boolean): ConditionText {
  return enough
    ? { type: 'Available', status: 'True', reason: 'MinimumReplicasAvailable', message: 'Deployment has minimum availability.' }
    : {
        type: 'Available',
        status: 'False',
        reason: 'MinimumReplicasUnavailable',
        message: 'Deployment does not have minimum availability.',
      };
}

/** The counted status, and how the rollout progresses. */
export function rolloutStatus(counting: Counting): DeploymentStatus {
  const counted = countedStatus(counting);
  const conditions = withFailure(withProgress(counted, counting), allFailuresFirst(counting.generations));
  return { ...counted, conditions };
}

function withProgress(counted: DeploymentStatus, counting: Counting): Conditions {
  const { deployment } = counting;
  const { conditions = [] } = counted;
  if (deadlineMs(deployment) === undefined) return withoutCondition(conditions, PROGRESSING);
  const current = conditionOf(deployment.status?.conditions, PROGRESSING);
  const isOver = (counted.replicas ?? 0) === (counted.updatedReplicas ?? 0) && current?.reason === COMPLETE_REASON;
  return isOver ? conditions : withEstimate(conditions, { counted, counting, current });
}

type Estimating = { readonly counted: DeploymentStatus; readonly counting: Counting; readonly current: Condition | undefined };

function withEstimate(conditions: Conditions, { counted, counting, current }: Estimating): Conditions {
  const { deployment, generations, now } = counting;
  const { newest } = generations;
  const subject = newest === undefined ? `Deployment "${deployment.metadata.name}"` : `ReplicaSet "${newest.metadata.name}"`;
  const say = (status: 'True' | 'False', reason: string, what: string): Condition =>
    datedCondition({ type: PROGRESSING, status, reason, message: `${subject} ${what}` }, now);
  if (isComplete(deployment, counted)) return withCondition(conditions, say('True', COMPLETE_REASON, 'has successfully progressed.'));
  if (hasProgressed(deployment.status ?? {}, counted)) {
    const progressing = say('True', 'ReplicaSetUpdated', 'is progressing.');
    const { lastTransitionTime = '' } = current?.status === 'True' ? current : progressing;
    return [...withoutCondition(conditions, PROGRESSING), { ...progressing, lastTransitionTime }];
  }
  if (!isTimedOut(deployment, { current, now })) return conditions;
  return withCondition(conditions, say('False', TIMED_OUT_REASON, 'has timed out progressing.'));
}

export function isComplete({ spec, metadata }: Deployment, status: DeploymentStatus): boolean {
  const counts = [status.updatedReplicas, status.replicas, status.availableReplicas];
  return counts.every((count = 0) => count === spec.replicas) && (status.observedGeneration ?? 0) >= Number(metadata.generation ?? 0);
}

function hasProgressed(before: DeploymentStatus, after: DeploymentStatus): boolean {
  const old = ({ replicas = 0, updatedReplicas = 0 }: DeploymentStatus): number => replicas - updatedReplicas;
  return (
    (after.updatedReplicas ?? 0) > (before.updatedReplicas ?? 0) ||
    old(after) < old(before) ||
    (after.readyReplicas ?? 0) > (before.readyReplicas ?? 0) ||
    (after.availableReplicas ?? 0) > (before.availableReplicas ?? 0)
  );
}

function isTimedOut(deployment: Deployment, { current, now }: { readonly current: Condition | undefined; readonly now: number }): boolean {
  const deadline = deadlineMs(deployment);
  if (current === undefined || deadline === undefined || current.reason === COMPLETE_REASON) return false;
  return current.reason === TIMED_OUT_REASON || lastUpdate(current) + deadline < now;
}

/** Milliseconds since the epoch. */
export function lastUpdate({ lastUpdateTime = '' }: Condition): number {
  return parseInstant(lastUpdateTime) ?? 0;
}

function allFailuresFirst({ newest, old }: Generations): Condition | undefined {
  const failures = [...(newest === undefined ? [] : [newest]), ...old].map((set) => conditionOf(set.status?.conditions, FAILURE));
  return failures.find((failure) => failure !== undefined);
}

function withFailure(conditions: Conditions, failure: Condition | undefined): Conditions {
  if (failure === undefined) return withoutCondition(conditions, FAILURE);
  const { lastTransitionTime = '' } = failure;
  return withCondition(conditions, { ...failure, lastUpdateTime: lastTransitionTime });
}

function sum(sets: readonly ReplicaSet[], count: (set: ReplicaSet) => number | undefined): number {
  return sets.reduce((all, set) => all + (count(set) ?? 0), 0);
}

/** Unknown while a ReplicaSet that was seen does not say it. */
function terminatingReplicas(sets: readonly ReplicaSet[]): number | undefined {
  const seen = sets.filter(({ status }) => (status?.observedGeneration ?? 0) > 0 || status?.terminatingReplicas !== undefined);
  if (seen.some(({ status }) => status?.terminatingReplicas === undefined)) return undefined;
  return sum(seen, (set) => set.status?.terminatingReplicas);
}
