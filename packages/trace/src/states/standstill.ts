// Why nothing is done about what is asked of an object: no controller has observed its newest generation, or it is told to leave the object as it is.

import type { Json, KubeObject } from '@rectrace/kube';
import { asJson, integerAt, valueAt } from '@rectrace/kube';
import { kindOf } from '../rules/rule-index.ts';
import { conditionOf, isTrue } from './conditions.ts';

/** message: what of the object says so. behind: what its status says is of an earlier generation. */
export type Standstill = { readonly reason: 'NotObserved' | 'Paused' | 'Suspended'; readonly message: string; readonly behind?: boolean };

/** observed: 0 where the status has none yet. */
type Shortfall = { readonly observed: number | bigint; readonly generation: number | bigint };

type Sign = Pick<Standstill, 'reason'> & { readonly path: readonly string[] };

/** Fields of specs that are true while controllers leave an object, or its rollout, as it is. */
const SWITCHES: readonly Sign[] = [
  { path: ['spec', 'paused'], reason: 'Paused' },
  { path: ['spec', 'pause'], reason: 'Paused' },
  { path: ['spec', 'updateStrategy', 'paused'], reason: 'Paused' },
  { path: ['spec', 'updateStrategy', 'rollingUpdate', 'paused'], reason: 'Paused' },
  { path: ['spec', 'suspend'], reason: 'Suspended' },
  { path: ['spec', 'suspended'], reason: 'Suspended' },
];

/** The same as conditions, where a label or an annotation is the switch. */
const CONDITIONS: ReadonlyMap<string, Standstill['reason']> = new Map([
  ['Paused', 'Paused'],
  ['ReconciliationPaused', 'Paused'],
  ['Suspended', 'Suspended'],
]);

/** Kinds whose controllers publish status.observedGeneration with their first status. */
const ALWAYS_OBSERVED: ReadonlySet<string> = new Set([
  ...['DaemonSet.apps', 'Deployment.apps', 'ReplicaSet.apps', 'ReplicationController', 'StatefulSet.apps'],
]);

const JOB = 'Job.batch';

/** status.observedGeneration is published and below the generation. */
export function isBehind(object: Json): boolean {
  const observed = integerAt(object, ['status', 'observedGeneration']);
  return observed !== undefined && observed < (integerAt(object, ['metadata', 'generation']) ?? 0);
}

/** undefined where the newest generation is observed, or where the object does not tell: neither in its status nor in its Ready or Available condition. */
export function shortfallOf(object: KubeObject): Shortfall | undefined {
  const json = asJson(object);
  const generation = integerAt(json, ['metadata', 'generation']);
  const stated = conditionOf(json, 'Ready') ?? conditionOf(json, 'Available');
  const absent = ALWAYS_OBSERVED.has(kindOf(object)) ? 0 : stated?.observedGeneration;
  const observed = integerAt(json, ['status', 'observedGeneration']) ?? absent;
  return generation === undefined || observed === undefined || observed >= generation ? undefined : { observed, generation };
}

/** A switch of the object comes first: it may be why its generation is not observed. What is going is not held by either. */
export function standstillOf(object: KubeObject): Standstill | undefined {
  if (object.metadata.deletionTimestamp !== undefined) return undefined;
  if (kindOf(object) === JOB) return jobStandstill(asJson(object));
  const shortfall = shortfallOf(object);
  const behind = shortfall === undefined ? undefined : `observedGeneration ${shortfall.observed} of ${shortfall.generation}`;
  const switched = switchOf(asJson(object));
  if (switched !== undefined && behind !== undefined) return { ...switched, message: `${switched.message}; ${behind}`, behind: true };
  return switched ?? (behind === undefined ? undefined : notObserved(behind));
}

/** A Job publishes no observedGeneration: what was done about it is seen by its condition and its first status. */
function jobStandstill(job: Json): Standstill | undefined {
  if (isTrue(job, 'Complete') || isTrue(job, 'Failed')) return undefined;
  const asked = valueAt(job, ['spec', 'suspend']) === true;
  const suspended = isTrue(job, 'Suspended');
  if (asked && suspended) return { reason: 'Suspended', message: 'spec.suspend is true' };
  if (asked) return notObserved('spec.suspend is true, condition Suspended is not');
  if (suspended) return notObserved('spec.suspend is not true, condition Suspended still is');
  return Object.keys(valueAt(job, ['status']) ?? {}).length === 0 ? notObserved('no status') : undefined;
}

function notObserved(what: string): Standstill {
  return { reason: 'NotObserved', message: `${what}, its controller has not acted yet` };
}

function switchOf(object: Json): Standstill | undefined {
  const set = SWITCHES.find(({ path }) => valueAt(object, path) === true);
  if (set !== undefined) return { reason: set.reason, message: `${set.path.join('.')} is true` };
  const said = [...CONDITIONS].find(([type]) => isTrue(object, type));
  return said === undefined ? undefined : { reason: said[1], message: `condition ${said[0]} is True` };
}
