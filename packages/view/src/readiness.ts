// Whether one object is ready, as its status says it: a state, kubectl's short text, the reason, its own message and since when.

import type { Json, JsonObject, KubeObject } from '@rectrace/kube';
import { asJson, integerAt, isJsonObject, listAt, stringAt, valueAt } from '@rectrace/kube';
import { podReadiness } from './pod-readiness.ts';

/** none: the kind has no readiness of its own (ConfigMap, RoleBinding). deleting: asked to go, still there. */
export type ReadinessState = 'ready' | 'notReady' | 'busy' | 'deleting' | 'none';

export type Readiness = {
  readonly state: ReadinessState;
  /** '2/3', 'True', 'Bound', '-'. */
  readonly ready: string;
  /** '' where there is nothing to say. */
  readonly reason: string;
  readonly message: string;
  /** RFC 3339 as published. */
  readonly since?: string;
};

const NONE: Readiness = { state: 'none', ready: '-', reason: '', message: '' };
const GOOD_PHASES: ReadonlySet<string> = new Set([
  'Running',
  'Available',
  'Active',
  'Bound',
  'Ready',
  'Succeed',
  'Succeeded',
  'Completed',
  'Stopped',
  'Finished',
]);
const BAD_PHASES: ReadonlySet<string> = new Set(['Failed', 'Abnormal', 'Lost', 'Unavailable', 'Error', 'Cancelled']);

/** Reads the state of an object. Never throws: what is missing or of an unexpected type counts as absent. */
export function readinessOf(body: KubeObject): Readiness {
  const object = asJson(body);
  const plain = body.kind === 'Pod' ? podReadiness(object) : readinessOfKind(body.kind, object);
  const asked = body.metadata.deletionTimestamp;
  if (asked === undefined) return plain;
  return { ...plain, state: 'deleting', reason: 'Terminating', message: deletionMessage(body) || plain.message, since: asked };
}

function readinessOfKind(kind: string, object: JsonObject): Readiness {
  switch (kind) {
    case 'Deployment':
    case 'ReplicaSet':
    case 'StatefulSet':
    case 'InstanceSet':
    case 'ReplicationController':
      return replicated(object, {
        wanted: integer(object, ['spec', 'replicas'], 1),
        ready: integer(object, ['status', 'readyReplicas'], 0),
      });
    case 'DaemonSet':
      return replicated(object, {
        wanted: integer(object, ['status', 'desiredNumberScheduled'], 0),
        ready: integer(object, ['status', 'numberReady'], 0),
      });
    case 'Job':
      return jobReadiness(object);
    default:
      return byPhaseOrCondition(object);
  }
}

function replicated(object: JsonObject, { wanted, ready }: { readonly wanted: number; readonly ready: number }): Readiness {
  const stale = isStale(object);
  const updated = integerAt(object, ['status', 'updatedReplicas']);
  const current = integer(object, ['status', 'replicas'], ready);
  const rolling = stale || current !== wanted || (updated !== undefined && Number(updated) < wanted && isUpdatable(object));
  const problem = worstCondition(object);
  const text = `${ready}/${wanted}`;
  const busyReason = stale ? 'NotObservedYet' : 'RollingOut';
  if (ready === wanted && !rolling) return { ...NONE, state: 'ready', ready: text };
  if (problem !== undefined) return { state: 'notReady', ready: text, ...problem };
  return { ...NONE, state: ready < wanted ? 'notReady' : 'busy', ready: text, reason: busyReason };
}

/** A StatefulSet with a partition or OnDelete, or a paused Deployment, keeps old replicas on purpose. */
function isUpdatable(object: JsonObject): boolean {
  if (valueAt(object, ['spec', 'paused']) === true) return false;
  const partition = integer(object, ['spec', 'updateStrategy', 'rollingUpdate', 'partition'], 0);
  return partition === 0 && stringAt(object, ['spec', 'updateStrategy', 'type']) !== 'OnDelete';
}

function jobReadiness(object: JsonObject): Readiness {
  const ready = `${integer(object, ['status', 'succeeded'], 0)}/${integer(object, ['spec', 'completions'], 1)}`;
  const failed = conditionOfType(object, 'Failed');
  if (isTrue(failed)) return { state: 'notReady', ready, ...detailsOf(failed) };
  const complete = isTrue(conditionOfType(object, 'Complete'));
  return { ...NONE, state: complete ? 'ready' : 'busy', ready, reason: complete ? 'Complete' : '' };
}

function byPhaseOrCondition(object: JsonObject): Readiness {
  const condition = conditionOfType(object, 'Ready') ?? conditionOfType(object, 'Available');
  const phase = stringAt(object, ['status', 'phase']);
  const stale = isStale(object);
  if (phase !== undefined) return byPhase(object, { phase, stale, ...(condition === undefined ? {} : { condition }) });
  if (condition === undefined) return stale ? unlessStale(NONE, stale) : NONE;
  if (isTrue(condition)) return unlessStale({ ...NONE, state: 'ready', ready: 'True' }, stale);
  return { state: 'notReady', ready: stringAt(condition, ['status']) ?? 'Unknown', ...detailsOf(condition) };
}

type Phased = { readonly phase: string; readonly stale: boolean; readonly condition?: JsonObject };

function byPhase(object: JsonObject, { phase, stale, condition }: Phased): Readiness {
  if (GOOD_PHASES.has(phase)) return unlessStale({ ...NONE, state: 'ready', ready: phase }, stale);
  const problem = condition !== undefined && !isTrue(condition) ? detailsOf(condition) : worstCondition(object);
  return { state: BAD_PHASES.has(phase) ? 'notReady' : 'busy', ready: phase, ...(problem ?? ownDetails(object)) };
}

/** What a status said before its controller saw the newest generation is not to be trusted. */
function unlessStale(readiness: Readiness, stale: boolean): Readiness {
  return stale ? { ...readiness, state: 'busy', reason: 'NotObservedYet' } : readiness;
}

function ownDetails(object: JsonObject): Details {
  return { reason: stringAt(object, ['status', 'reason']) ?? '', message: stringAt(object, ['status', 'message']) ?? '' };
}

type Details = Pick<Readiness, 'reason' | 'message' | 'since'>;

/** The condition that names a problem: a failure that is True, else a success that is False. */
function worstCondition(object: JsonObject): Details | undefined {
  const conditions = listAt(object, ['status', 'conditions']).filter(isJsonObject);
  const failure = conditions.find((item) => /Fail|Stalled|Degraded/.test(stringAt(item, ['type']) ?? '') && isTrue(item));
  const lacking = conditions.filter(
    (item) => stringAt(item, ['status']) === 'False' && !/Fail|Stalled|Degraded|Paused/.test(stringAt(item, ['type']) ?? ''),
  );
  const found = failure ?? lacking.find((item) => stringAt(item, ['type']) === 'Progressing') ?? lacking[0];
  return found === undefined ? undefined : detailsOf(found);
}

function detailsOf(condition: JsonObject | undefined): Details {
  const since = stringAt(condition, ['lastTransitionTime']);
  return {
    reason: stringAt(condition, ['reason']) ?? stringAt(condition, ['type']) ?? '',
    message: stringAt(condition, ['message']) ?? '',
    ...(since === undefined ? {} : { since }),
  };
}

function conditionOfType(object: JsonObject, type: string): JsonObject | undefined {
  return listAt(object, ['status', 'conditions'])
    .filter(isJsonObject)
    .find((item) => item['type'] === type);
}

function isTrue(condition: Json | undefined): boolean {
  return stringAt(condition, ['status']) === 'True';
}

/** True where the controller has not yet seen the newest generation. */
function isStale(object: JsonObject): boolean {
  const observed = integerAt(object, ['status', 'observedGeneration']);
  const generation = integerAt(object, ['metadata', 'generation']);
  return observed !== undefined && generation !== undefined && observed < generation;
}

function deletionMessage(body: KubeObject): string {
  const finalizers = body.metadata.finalizers ?? [];
  return finalizers.length === 0 ? '' : `waits for finalizers ${finalizers.join(', ')}`;
}

function integer(object: JsonObject, path: readonly string[], fallback: number): number {
  const found = integerAt(object, path);
  return found === undefined ? fallback : Number(found);
}
