// When an object is where it should be: the default state expression of each kind, as functions and as the CEL text that says the same.
// Counters must EQUAL what is wanted: on the way down a workload shows too many before it is done.

import type { GroupKind, Json, KubeObject } from '@rectrace/kube';
import { asJson, formatGroupKind, integerAt, parseApiVersion, stringAt, valueAt } from '@rectrace/kube';
import { conditionOf, isTrue } from './conditions.ts';

/** waitsFor: the first thing that is not as wanted, for people: 'readyReplicas 2 of 3'. */
export type DefaultVerdict = { readonly kind: 'true' } | { readonly kind: 'false'; readonly waitsFor: string };

/** check: what is not as wanted, or undefined where all is. counted: waited for inside a cycle (design.md "Complete"). */
type KindState = { readonly expression: string; readonly counted: boolean; readonly check: (object: Json) => string | undefined };

const GENERATION = 'object.?metadata.?generation.orValue(0)';
const OBSERVED = `object.?status.?observedGeneration.orValue(0) >= ${GENERATION}`;
const WANTED = 'object.?spec.?replicas.orValue(1)';
const CONDITIONS = 'object.?status.?conditions.orValue([])';
const REPLICA_COUNTERS = ['replicas', 'readyReplicas', 'availableReplicas'];
const DAEMON_COUNTERS = ['currentNumberScheduled', 'numberReady', 'numberAvailable'];

const KINDS: ReadonlyMap<string, KindState> = new Map<string, KindState>([
  [
    'Cluster.apps.kubeblocks.io',
    { counted: false, expression: 'has(object.status.phase) && object.status.phase == "Running"', check: checkClusterPhase },
  ],
  ['DaemonSet.apps', { counted: true, expression: daemonSetExpression(), check: checkDaemonSet }],
  ['Deployment.apps', { counted: true, expression: deploymentExpression(), check: checkDeployment }],
  ['InstanceSet.workloads.kubeblocks.io', { counted: true, expression: instanceSetExpression(), check: checkInstanceSet }],
  ['Job.batch', { counted: true, expression: jobExpression(), check: checkJob }],
  ['Pod', { counted: true, expression: podExpression(), check: checkPod }],
  ['ReplicaSet.apps', { counted: true, expression: replicaSetExpression(), check: checkReplicaSet }],
  ['ReplicationController', { counted: false, expression: replicaSetExpression(), check: checkReplicaSet }],
  ['StatefulSet.apps', { counted: true, expression: statefulSetExpression(), check: checkStatefulSet }],
]);

const GENERIC: KindState = { counted: false, expression: genericExpression(), check: checkGeneric };

/** The CEL text of a kind's default state expression. */
export function defaultExpressionFor(kind: GroupKind): string {
  return (KINDS.get(formatGroupKind(kind)) ?? GENERIC).expression;
}

/** The default state expression of the object's kind, evaluated. An absent field is a counter of 0, never an error. */
export function isTerminalByDefault(object: KubeObject): DefaultVerdict {
  const waitsFor = (stateOf(object) ?? GENERIC).check(asJson(object));
  return waitsFor === undefined ? { kind: 'true' } : { kind: 'false', waitsFor };
}

/** False for a Pod or workload that is not where it should be. Everything else is always complete. */
export function isComplete(object: KubeObject): boolean {
  const state = stateOf(object);
  return state === undefined || !state.counted || state.check(asJson(object)) === undefined;
}

function stateOf(object: KubeObject): KindState | undefined {
  return KINDS.get(formatGroupKind({ group: parseApiVersion(object.apiVersion).group, kind: object.kind }));
}

function counter(name: string): string {
  return `object.?status.?${name}.orValue(0)`;
}

function onDelete(field: string): string {
  return `object.?spec.?${field}.?type.orValue("") == "OnDelete"`;
}

function condition(type: string): string {
  return `${CONDITIONS}.exists(c, c.?type.orValue("") == "${type}" && c.?status.orValue("") == "True")`;
}

function replicaCounters(): readonly string[] {
  return REPLICA_COUNTERS.map((name) => `${counter(name)} == ${WANTED}`);
}

function and(...parts: readonly string[]): string {
  return parts.join(' && ');
}

function daemonSetExpression(): string {
  const scheduled = DAEMON_COUNTERS.map((name) => `${counter(name)} == ${counter('desiredNumberScheduled')}`);
  return and(
    OBSERVED,
    ...scheduled,
    `(${onDelete('updateStrategy')} || ${counter('updatedNumberScheduled')} == ${counter('desiredNumberScheduled')})`,
  );
}

function deploymentExpression(): string {
  return and(OBSERVED, ...replicaCounters(), `(object.?spec.?paused.orValue(false) || ${counter('updatedReplicas')} == ${WANTED})`);
}

function replicaSetExpression(): string {
  return and(OBSERVED, ...replicaCounters());
}

function statefulSetExpression(): string {
  const partition = 'object.?spec.?updateStrategy.?rollingUpdate.?partition.orValue(0)';
  const sameRevision = 'object.?status.?currentRevision == object.?status.?updateRevision';
  const updated = `(${sameRevision} ? ${WANTED} : (${WANTED} > ${partition} ? ${WANTED} - ${partition} : 0))`;
  return and(OBSERVED, ...replicaCounters(), `(${onDelete('updateStrategy')} || ${counter('updatedReplicas')} == ${updated})`);
}

function instanceSetExpression(): string {
  const wanted = `(object.?spec.?stop.orValue(false) ? 0 : ${WANTED})`;
  const held = [
    'object.?spec.?paused.orValue(false)',
    onDelete('instanceUpdateStrategy'),
    onDelete('updateStrategy'),
    'object.?spec.?instanceUpdateStrategy.?rollingUpdate.?replicas.hasValue()',
  ];
  const counters = REPLICA_COUNTERS.map((name) => `${counter(name)} == ${wanted}`);
  return and(OBSERVED, ...counters, `(${held.join(' || ')} || ${counter('updatedReplicas')} == ${wanted})`);
}

function jobExpression(): string {
  return [condition('Complete'), condition('Failed'), `(object.?spec.?suspend.orValue(false) && ${condition('Suspended')})`].join(' || ');
}

function podExpression(): string {
  return `object.?status.?phase.orValue("") in ["Succeeded", "Failed"] || ${condition('Ready')}`;
}

function genericExpression(): string {
  const stated = (type: string) => `${CONDITIONS}.exists(c, c.?type.orValue("") == "${type}")`;
  const fresh = `object.?status.?observedGeneration.orValue(c.?observedGeneration.orValue(${GENERATION})) >= ${GENERATION}`;
  const holds = (type: string) =>
    `${CONDITIONS}.exists(c, c.?type.orValue("") == "${type}" && c.?status.orValue("") == "True" && ${fresh})`;
  const observed = `object.?status.?observedGeneration.orValue(${GENERATION}) >= ${GENERATION}`;
  return `${stated('Ready')} ? ${holds('Ready')} : (${stated('Available')} ? ${holds('Available')} : ${observed})`;
}

function checkClusterPhase(object: Json): string | undefined {
  const phase = stringAt(object, ['status', 'phase']) ?? '';
  return phase === 'Running' ? undefined : `phase ${phase === '' ? 'not set' : phase}`;
}

function checkDaemonSet(object: Json): string | undefined {
  const wanted = statusCount(object, 'desiredNumberScheduled');
  const names = isOnDelete(object, 'updateStrategy') ? DAEMON_COUNTERS : [...DAEMON_COUNTERS, 'updatedNumberScheduled'];
  return checkObserved(object) ?? checkCounters(object, names, wanted);
}

function checkDeployment(object: Json): string | undefined {
  const paused = valueAt(object, ['spec', 'paused']) === true;
  return (
    checkObserved(object) ??
    checkCounters(object, paused ? REPLICA_COUNTERS : [...REPLICA_COUNTERS, 'updatedReplicas'], wantedReplicas(object))
  );
}

function checkReplicaSet(object: Json): string | undefined {
  return checkObserved(object) ?? checkCounters(object, REPLICA_COUNTERS, wantedReplicas(object));
}

function checkStatefulSet(object: Json): string | undefined {
  const wanted = wantedReplicas(object);
  const counters = checkObserved(object) ?? checkCounters(object, REPLICA_COUNTERS, wanted);
  if (counters !== undefined || isOnDelete(object, 'updateStrategy')) return counters;
  const partition = Number(integerAt(object, ['spec', 'updateStrategy', 'rollingUpdate', 'partition']) ?? 0);
  const sameRevision = valueAt(object, ['status', 'currentRevision']) === valueAt(object, ['status', 'updateRevision']);
  return checkCounters(object, ['updatedReplicas'], sameRevision ? wanted : Math.max(0, wanted - partition));
}

function checkInstanceSet(object: Json): string | undefined {
  const wanted = valueAt(object, ['spec', 'stop']) === true ? 0 : wantedReplicas(object);
  const counters = checkObserved(object) ?? checkCounters(object, REPLICA_COUNTERS, wanted);
  if (counters !== undefined || isUpdateHeld(object)) return counters;
  return checkCounters(object, ['updatedReplicas'], wanted);
}

/** The user asked that pods stay on their old template, or that only some leave it. */
function isUpdateHeld(object: Json): boolean {
  if (valueAt(object, ['spec', 'paused']) === true) return true;
  if (isOnDelete(object, 'instanceUpdateStrategy') || isOnDelete(object, 'updateStrategy')) return true;
  return valueAt(object, ['spec', 'instanceUpdateStrategy', 'rollingUpdate', 'replicas']) !== undefined;
}

function checkJob(object: Json): string | undefined {
  if (isTrue(object, 'Complete') || isTrue(object, 'Failed')) return undefined;
  if (valueAt(object, ['spec', 'suspend']) === true && isTrue(object, 'Suspended')) return undefined;
  return 'neither complete nor failed';
}

function checkPod(object: Json): string | undefined {
  const phase = stringAt(object, ['status', 'phase']) ?? '';
  if (phase === 'Succeeded' || phase === 'Failed' || isTrue(object, 'Ready')) return undefined;
  return phase === 'Running' ? 'not ready' : `phase ${phase === '' ? 'not set' : phase}`;
}

function checkGeneric(object: Json): string | undefined {
  const stated = conditionOf(object, 'Ready') ?? conditionOf(object, 'Available');
  if (stated !== undefined && stated.status !== 'True') return `condition ${stated.type} ${stated.status}`;
  const generation = BigInt(integerAt(object, ['metadata', 'generation']) ?? 0);
  const observed = integerAt(object, ['status', 'observedGeneration']) ?? stated?.observedGeneration;
  return observed === undefined || BigInt(observed) >= generation ? undefined : `generation ${generation} not observed`;
}

function checkObserved(object: Json): string | undefined {
  const generation = BigInt(integerAt(object, ['metadata', 'generation']) ?? 0);
  return BigInt(integerAt(object, ['status', 'observedGeneration']) ?? 0) >= generation
    ? undefined
    : `generation ${generation} not observed`;
}

function checkCounters(object: Json, names: readonly string[], wanted: number): string | undefined {
  const wrong = names.find((name) => statusCount(object, name) !== wanted);
  return wrong === undefined ? undefined : `${wrong} ${statusCount(object, wrong)} of ${wanted}`;
}

function statusCount(object: Json, name: string): number {
  return Number(integerAt(object, ['status', name]) ?? 0);
}

function wantedReplicas(object: Json): number {
  return Number(integerAt(object, ['spec', 'replicas']) ?? 1);
}

function isOnDelete(object: Json, field: string): boolean {
  return stringAt(object, ['spec', field, 'type']) === 'OnDelete';
}
