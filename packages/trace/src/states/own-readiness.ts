// What the status of an object says of it, whichever generation that is of: is it ready, in which phase, and if not, why. A timeline's steps go by it.

import type { Json, KubeObject } from '@rectrace/kube';
import { asJson, formatTime, integerAt, listAt, parseInstant, stringAt, valueAt } from '@rectrace/kube';
import type { Verdict } from '../facts.ts';
import { deletionAskedAt } from '../revisions/deletion-time.ts';
import { kindOf } from '../rules/rule-index.ts';
import type { Condition } from './conditions.ts';
import { conditionOf, conditionsOf } from './conditions.ts';
import type { ObjectStates } from './object-states.ts';
import { podStatusOf } from './pod-status.ts';
import { wantedReplicas } from './replica-counters.ts';
import type { Readiness, Ready } from './told-readiness.ts';

/** phase: what makes a step when it changes; without counters, which move many times on one way. */
type State = Readiness & { readonly phase: string };

type Source = { readonly source: KubeObject; readonly states: ObjectStates };
type Reader = (object: Json, from: Source) => State;

const READERS: ReadonlyMap<string, Reader> = new Map<string, Reader>([
  [
    'DaemonSet.apps',
    (object, from) => readWorkload(from, counters(object, ['status', 'numberReady'], ['status', 'desiredNumberScheduled'])),
  ],
  ['Deployment.apps', readReplicas],
  ['Job.batch', readJob],
  ['Namespace', readPhase],
  ['Node', readNode],
  ['PersistentVolume', readPhase],
  ['PersistentVolumeClaim', readPhase],
  ['Pod', readPod],
  ['ReplicaSet.apps', readReplicas],
  ['ReplicationController', readReplicas],
  ['Service', readService],
  ['StatefulSet.apps', readReplicas],
]);

const PHASELESS = { True: 'ready', False: 'not ready', Unknown: 'unknown' } as const;
/** Phases in which an object may well stop being ready. */
const LASTING_PHASES = new Set(['Active', 'Available', 'Bound', 'Healthy', 'Ready', 'Running']);
const GOOD_PHASES = new Set([
  'active',
  'available',
  'bound',
  'complete',
  'completed',
  'healthy',
  'ready',
  'running',
  'succeed',
  'succeeded',
]);
const BAD_PHASES = new Set([
  ...['abnormal', 'aborted', 'cancelled', 'creating', 'degraded', 'deleting', 'error', 'failed', 'failing', 'initializing', 'installing'],
  ...['lost', 'notready', 'pending', 'progressing', 'provisioning', 'restarting', 'starting', 'stopping', 'terminating', 'unavailable'],
  ...['unhealthy', 'unknown', 'updating', 'upgrading', 'waiting'],
]);

/** As kubectl and the object's own conditions and counters tell it; of a workload as its state expression has it. */
export function ownReadinessOf(object: KubeObject, states: ObjectStates): Readiness {
  const { phase: _phase, ...readiness } = readState(object, states);
  return readiness;
}

/** A short text of the readiness and phase; a step of a timeline is the way from one to the next: 'Pending', 'Running, not ready', 'Running'. */
export function phaseKey(object: KubeObject, states: ObjectStates): string {
  const { phase, ready } = readState(object, states);
  if (phase === '') return ready === '-' ? '' : PHASELESS[ready];
  return ready === 'False' && LASTING_PHASES.has(phase) ? `${phase}, not ready` : phase;
}

function readState(object: KubeObject, states: ObjectStates): State {
  const kind = kindOf(object);
  const json = asJson(object);
  const scaled = states.isAwaited(kind) && integerAt(json, ['spec', 'replicas']) !== undefined;
  const state = (READERS.get(kind) ?? (scaled ? readReplicas : readGeneric))(json, { source: object, states });
  return object.metadata.deletionTimestamp === undefined || kind === 'Pod' ? state : readDeletion(object, state);
}

/** What a deletion waits for stands in the finalizers. */
function readDeletion({ metadata }: KubeObject, state: State): State {
  const finalizers = finalizerText(metadata);
  return {
    ready: state.ready === '-' ? '-' : 'False',
    status: 'Terminating',
    phase: 'Terminating',
    reason: 'Terminating',
    message: state.message || finalizers,
    ...deletedSince(metadata),
  };
}

/** 'waits for finalizer x'; '' where there is none. */
function finalizerText({ finalizers = [] }: KubeObject['metadata']): string {
  return finalizers.length === 0 ? '' : `waits for finalizer ${finalizers.join(', ')}`;
}

function deletedSince(metadata: KubeObject['metadata']): { readonly since?: string } {
  const asked = deletionAskedAt(metadata);
  return asked === undefined ? {} : { since: formatTime(asked) };
}

function readPod(object: Json, { source: { metadata } }: Source): State {
  const condition = conditionOf(object, 'Ready');
  const ready = podReady(object, condition);
  const { status, reason, message } = podStatusOf(object);
  if (metadata.deletionTimestamp !== undefined) return readPodDeletion(metadata, { status, reason, message });
  const well = ready === 'True' || ready === '-';
  const why = well
    ? { reason: '', message: '' }
    : { reason: reason || (condition?.reason ?? ''), message: message || (condition?.message ?? '') };
  return { ready, status, phase: status, ...why, ...sinceOf(condition) };
}

/** What goes is not ready, whatever its containers still do; what its status says of them is of the time before. */
function readPodDeletion(
  metadata: KubeObject['metadata'],
  { status, reason, message }: Pick<State, 'status' | 'reason' | 'message'>,
): State {
  const lost = status === 'Unknown' && reason !== '';
  const why = { reason: lost ? reason : 'Terminating', message: finalizerText(metadata) || message };
  return { ready: 'False', status, phase: status, ...why, ...deletedSince(metadata) };
}

/** A pod that has done its work is not ready, and nothing waits for it to be. */
function podReady(object: Json, condition: Condition | undefined): Ready {
  const phase = stringAt(object, ['status', 'phase']);
  if (phase === 'Succeeded') return '-';
  return phase === 'Failed' ? 'False' : (readyOf(condition?.status) ?? 'False');
}

type Counters = { readonly have: number | bigint; readonly wanted: number | bigint };

function counters(object: Json, have: readonly string[], wanted: readonly string[]): Counters {
  return { have: integerAt(object, have) ?? 0, wanted: integerAt(object, wanted) ?? 0 };
}

function readReplicas(object: Json, from: Source): State {
  return readWorkload(from, { have: integerAt(object, ['status', 'readyReplicas']) ?? 0, wanted: wantedReplicas(object) });
}

/** The condition that says why a workload does not get on, if any does. */
function readWorkload({ source, states }: Source, { have, wanted }: Counters): State {
  const object = asJson(source);
  const status = `${have}/${wanted}`;
  const verdict = states.verdictOf(source);
  if (verdict.kind === 'true')
    return { ready: 'True', status, phase: 'Ready', reason: '', message: '', ...sinceOf(conditionOf(object, 'Available')) };
  const stuck = stuckCondition(object);
  if (stuck === undefined) return { ready: 'False', status, phase: 'Progressing', reason: 'Progressing', message: waitsFor(verdict) };
  return {
    ready: 'False',
    status,
    phase: stuck.reason || stuck.type,
    reason: stuck.reason || stuck.type,
    message: stuck.message,
    ...sinceOf(stuck),
  };
}

/** What is not as wanted, or why that cannot be told; '' where an expression has no words for it. */
function waitsFor(verdict: Verdict): string {
  if (verdict.kind === 'true') return '';
  return verdict.kind === 'false' ? (verdict.waitsFor ?? '') : verdict.message;
}

function stuckCondition(object: Json): Condition | undefined {
  const failed = ['ReplicaFailure', 'InstanceFailure', 'InstanceUpdateRestricted'].map((type) => conditionOf(object, type));
  const failing = failed.find((condition) => condition?.status === 'True');
  const progressing = conditionOf(object, 'Progressing');
  return failing ?? (progressing?.status === 'False' ? progressing : undefined);
}

const JOB_STATES = ['Complete', 'Failed', 'SuccessCriteriaMet', 'FailureTarget', 'Suspended'];

function readJob(object: Json): State {
  const condition = JOB_STATES.map((type) => conditionOf(object, type)).find((found) => found?.status === 'True');
  const status = condition?.type ?? 'Running';
  if (status === 'Complete') return { ready: 'True', status, phase: status, reason: '', message: '', ...sinceOf(condition) };
  const counts = ['active', 'succeeded', 'failed'].map((name) => `${integerAt(object, ['status', name]) ?? 0} ${name}`).join(', ');
  return {
    ready: 'False',
    status,
    phase: status,
    reason: condition?.reason ?? status,
    message: condition?.message || counts,
    ...sinceOf(condition),
  };
}

function readNode(object: Json): State {
  const ready = conditionOf(object, 'Ready');
  const state = ready?.status === 'True' ? 'Ready' : 'NotReady';
  const status = valueAt(object, ['spec', 'unschedulable']) === true ? `${state},SchedulingDisabled` : state;
  const why = state === 'Ready' ? { reason: '', message: '' } : { reason: ready?.reason ?? '', message: ready?.message ?? '' };
  return { ready: readyOf(ready?.status) ?? 'Unknown', status, phase: status, ...why, ...sinceOf(ready) };
}

/** Only a load balancer without an address is waited for. */
function readService(object: Json): State {
  const balanced = stringAt(object, ['spec', 'type']) === 'LoadBalancer';
  if (!balanced) return { ready: '-', status: '', phase: '', reason: '', message: '' };
  if (listAt(object, ['status', 'loadBalancer', 'ingress']).length > 0)
    return { ready: 'True', status: 'Ready', phase: 'Ready', reason: '', message: '' };
  return { ready: 'False', status: 'Pending', phase: 'Pending', reason: 'Pending', message: 'no load balancer address yet' };
}

/** Kinds whose phase says all: claims, volumes, namespaces. */
function readPhase(object: Json): State {
  const phase = stringAt(object, ['status', 'phase']) ?? '';
  const ready = phaseReady(phase);
  const message = stringAt(object, ['status', 'message']) ?? '';
  const blocking = conditionsOf(object).find(({ status, message: text }) => status === 'True' && text !== '');
  const why =
    ready === 'False'
      ? { reason: stringAt(object, ['status', 'reason']) ?? blocking?.reason ?? phase, message: message || (blocking?.message ?? '') }
      : { reason: '', message: '' };
  return { ready, status: phase, phase, ...why };
}

/** Ready, else Available, else the phase. */
function readGeneric(object: Json, from: Source): State {
  const phase = stringAt(object, ['status', 'phase']) ?? stringAt(object, ['status', 'state']) ?? '';
  const stated = conditionOf(object, 'Ready') ?? conditionOf(object, 'Available');
  if (stated === undefined) return { ready: phaseReady(phase), status: phase, phase, ...phaseReason(object, phase) };
  const ready = statedReady(stated, { phase, from });
  if (ready === 'True')
    return { ready, status: phase || stated.type, phase: phase || stated.type, reason: '', message: '', ...sinceOf(stated) };
  const status = phase || stated.reason || `Not${stated.type}`;
  const why = stated.status === 'True' ? phaseReason(object, phase) : { reason: stated.reason, message: stated.message };
  return { ready, status, phase: status, ...why, ...sinceOf(stated) };
}

/** A phase under way, or a generation not yet observed, outweighs a condition that still says True. */
function statedReady({ status }: Condition, { phase, from }: { readonly phase: string; readonly from: Source }): Ready {
  if (status !== 'True') return readyOf(status) ?? 'Unknown';
  return phaseReady(phase) === 'False' || from.states.verdictOf(from.source).kind === 'false' ? 'False' : 'True';
}

function phaseReason(object: Json, phase: string): { readonly reason: string; readonly message: string } {
  if (phaseReady(phase) === 'True') return { reason: '', message: '' };
  const failing = conditionsOf(object).find(({ status }) => status === 'False');
  const message = stringAt(object, ['status', 'message']) || (failing?.message ?? '');
  return { reason: stringAt(object, ['status', 'reason']) || (failing?.reason ?? phase), message };
}

function phaseReady(phase: string): Ready {
  if (GOOD_PHASES.has(phase.toLowerCase())) return 'True';
  return BAD_PHASES.has(phase.toLowerCase()) ? 'False' : '-';
}

function readyOf(status: string | undefined): Ready | undefined {
  return status === 'True' || status === 'False' || status === 'Unknown' ? status : undefined;
}

function sinceOf(condition: Condition | undefined): { readonly since?: string } {
  return condition === undefined || parseInstant(condition.since) === undefined ? {} : { since: condition.since };
}
