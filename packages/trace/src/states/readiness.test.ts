import type { Json, KubeObject } from '@rectrace/kube';
import { inZone } from '@rectrace/testing';
import { describe, expect, it } from 'vitest';
import { builtinRules } from '../rules/builtin-rules.ts';
import { objectStates } from './object-states.ts';
import { ownReadinessOf, phaseKey as phaseKeyIn } from './own-readiness.ts';
import { readinessOf as readinessIn } from './readiness.ts';
import type { Readiness } from './told-readiness.ts';
import { reasonText } from './told-readiness.ts';

const STATES = objectStates(builtinRules());
const readinessOf = (source: KubeObject): Readiness => readinessIn(source, STATES);
const phaseKey = (source: KubeObject): string => phaseKeyIn(source, STATES);

const SINCE = '2026-11-30T19:26:34Z';
const GENERATION = 3;

type Parts = { readonly spec?: Json; readonly status?: Json; readonly metadata?: Record<string, Json> };

function object(kind: string, { spec = {}, status = {}, metadata = {} }: Parts): KubeObject {
  const [apiVersion = '', name = ''] = kind.split(' ');
  return { apiVersion, kind: name, metadata: { name: 'x', generation: GENERATION, ...metadata }, spec, status };
}

const condition = (...[type, status, reason = '', message = '']: readonly string[]): Json => ({
  type: type ?? '',
  status: status ?? '',
  reason,
  message,
  lastTransitionTime: SINCE,
});
const container = (state: Json, fields: Record<string, Json> = {}): Json => ({ name: 'c', state, ...fields });
const running = container({ running: { startedAt: SINCE } }, { ready: true });
const waiting = (reason: string, message = '') => container({ waiting: { reason, message } });
const ended = (fields: Record<string, Json>) => container({ terminated: fields });
const DEPLOYMENT = 'apps/v1 Deployment';
const counters = (ready: number, want: number): Record<string, Json> => ({
  observedGeneration: GENERATION,
  replicas: want,
  readyReplicas: ready,
  availableReplicas: ready,
  updatedReplicas: want,
});

const pod = (status: Record<string, Json>, rest: Parts = {}) => object('v1 Pod', { ...rest, status });
const initPod = (statuses: Json[], rest: Record<string, Json> = {}) =>
  pod(
    { phase: 'Pending', initContainerStatuses: statuses, ...rest },
    { spec: { initContainers: [{ name: 'a' }, { name: 'c', restartPolicy: 'Always' }] } },
  );

describe('readinessOf a pod', () => {
  it.each<[expected: string, KubeObject]>([
    ['Running', pod({ phase: 'Running', containerStatuses: [running], conditions: [condition('Ready', 'True')] })],
    ['Pending', pod({ phase: 'Pending' })],
    ['ContainerCreating', pod({ phase: 'Pending', containerStatuses: [waiting('ContainerCreating')] })],
    ['ImagePullBackOff', pod({ phase: 'Pending', containerStatuses: [running, waiting('ImagePullBackOff')] })],
    ['CrashLoopBackOff', pod({ phase: 'Running', containerStatuses: [waiting('CrashLoopBackOff'), ended({ reason: 'Error' })] })],
    ['Completed', pod({ phase: 'Succeeded', containerStatuses: [ended({ reason: 'Completed', exitCode: 0 })] })],
    [
      'Running',
      pod({ phase: 'Running', containerStatuses: [ended({ reason: 'Completed' }), running], conditions: [condition('Ready', 'True')] }),
    ],
    ['NotReady', pod({ phase: 'Running', containerStatuses: [ended({ reason: 'Completed' }), running] })],
    ['ExitCode:3', pod({ phase: 'Failed', containerStatuses: [ended({ exitCode: 3 })] })],
    ['Signal:9', pod({ phase: 'Failed', containerStatuses: [ended({ exitCode: 137, signal: 9 })] })],
    ['Evicted', pod({ phase: 'Failed', reason: 'Evicted' })],
    ['SchedulingGated', pod({ phase: 'Pending', conditions: [condition('PodScheduled', 'False', 'SchedulingGated')] })],
    ['Init:0/2', initPod([container({ running: {} }), waiting('PodInitializing')])],
    ['Init:1/2', initPod([ended({ exitCode: 0 }), waiting('PodInitializing')])],
    ['Init:ImagePullBackOff', initPod([waiting('ImagePullBackOff')])],
    ['Init:Error', initPod([ended({ exitCode: 1, reason: 'Error' })])],
    ['Init:ExitCode:1', initPod([ended({ exitCode: 1 })])],
    [
      'PodInitializing',
      initPod([ended({ exitCode: 0 }), container({ running: {} }, { started: true })], { containerStatuses: [waiting('PodInitializing')] }),
    ],
    ['Terminating', pod({ phase: 'Running', containerStatuses: [running] }, { metadata: { deletionTimestamp: SINCE } })],
    [
      'Completed',
      pod({ phase: 'Succeeded', containerStatuses: [ended({ reason: 'Completed' })] }, { metadata: { deletionTimestamp: SINCE } }),
    ],
    ['Unknown', pod({ phase: 'Running', reason: 'NodeLost' }, { metadata: { deletionTimestamp: SINCE } })],
  ])('prints %s as kubectl does', (...row) => {
    expect(readinessOf(row[1]).status).toBe(row[0]);
  });

  it('says why it is not ready and since when', () => {
    const ready = condition('Ready', 'False', 'ContainersNotReady', 'containers with unready status: [c]');
    expect(
      readinessOf(pod({ phase: 'Pending', conditions: [ready], containerStatuses: [waiting('ErrImagePull', 'no such image')] })),
    ).toEqual({
      ready: 'False',
      status: 'ErrImagePull',
      reason: 'ErrImagePull',
      message: 'no such image',
      since: SINCE,
    });
    const unscheduled = condition('PodScheduled', 'False', 'Unschedulable', '0/2 nodes are available');
    expect(readinessOf(pod({ phase: 'Pending', conditions: [unscheduled] }))).toMatchObject({
      reason: 'Unschedulable',
      message: '0/2 nodes are available',
    });
    expect(readinessOf(pod({ phase: 'Running', conditions: [ready], containerStatuses: [container({ running: {} })] }))).toMatchObject({
      reason: 'ContainersNotReady',
    });
  });

  it('waits for no pod that has done its work, and names one that failed', () => {
    const ready = condition('Ready', 'True');
    expect(
      readinessOf(pod({ phase: 'Succeeded', conditions: [ready], containerStatuses: [ended({ reason: 'Completed' })] })),
    ).toMatchObject({ ready: '-', reason: '' });
    expect(readinessOf(pod({ phase: 'Failed', conditions: [ready], containerStatuses: [ended({ reason: 'Error' })] }))).toMatchObject({
      ready: 'False',
      reason: 'Error',
    });
  });

  it('tells when a deletion was asked for, not when it is due', () => {
    const metadata = { deletionTimestamp: '2026-11-30T19:27:04Z', deletionGracePeriodSeconds: 30 };
    expect(readinessOf(pod({ phase: 'Running' }, { metadata })).since).toBe(SINCE);
  });
});

describe('readinessOf other kinds', () => {
  it.each<[title: string, KubeObject, ready: string, status: string, reason: string]>([
    ['a Deployment as wanted', object(DEPLOYMENT, { spec: { replicas: 3 }, status: counters(3, 3) }), 'True', '3/3', ''],
    ['a Deployment under way', object(DEPLOYMENT, { spec: { replicas: 3 }, status: counters(2, 3) }), 'False', '2/3', 'Progressing'],
    [
      'a Deployment that got stuck',
      object(DEPLOYMENT, {
        spec: { replicas: 3 },
        status: { ...counters(2, 3), conditions: [condition('Progressing', 'False', 'ProgressDeadlineExceeded')] },
      }),
      'False',
      '2/3',
      'ProgressDeadlineExceeded',
    ],
    [
      'a ReplicaSet over quota',
      object('apps/v1 ReplicaSet', {
        spec: { replicas: 1 },
        status: { ...counters(0, 1), conditions: [condition('ReplicaFailure', 'True', 'FailedCreate')] },
      }),
      'False',
      '0/1',
      'FailedCreate',
    ],
    ['a Job under way', object('batch/v1 Job', { status: { active: 1 } }), 'False', 'Running', 'Running'],
    ['a Job complete', object('batch/v1 Job', { status: { conditions: [condition('Complete', 'True')] } }), 'True', 'Complete', ''],
    [
      'a Job failed',
      object('batch/v1 Job', {
        status: { conditions: [condition('FailureTarget', 'True', 'x'), condition('Failed', 'True', 'BackoffLimitExceeded')] },
      }),
      'False',
      'Failed',
      'BackoffLimitExceeded',
    ],
    ['a claim bound', object('v1 PersistentVolumeClaim', { status: { phase: 'Bound' } }), 'True', 'Bound', ''],
    ['a claim pending', object('v1 PersistentVolumeClaim', { status: { phase: 'Pending' } }), 'False', 'Pending', 'Pending'],
    [
      'a cordoned node',
      object('v1 Node', { spec: { unschedulable: true }, status: { conditions: [condition('Ready', 'True')] } }),
      'True',
      'Ready,SchedulingDisabled',
      '',
    ],
    [
      'a node gone',
      object('v1 Node', { status: { conditions: [condition('Ready', 'Unknown', 'NodeStatusUnknown')] } }),
      'Unknown',
      'NotReady',
      'NodeStatusUnknown',
    ],
    ['a Service', object('v1 Service', { spec: { type: 'ClusterIP' } }), '-', '', ''],
    ['a load balancer without an address', object('v1 Service', { spec: { type: 'LoadBalancer' } }), 'False', 'Pending', 'Pending'],
    ['a ConfigMap', object('v1 ConfigMap', {}), '-', '', ''],
    ['a custom kind ready', object('x.io/v1 Thing', { status: { conditions: [condition('Ready', 'True')] } }), 'True', 'Ready', ''],
    [
      'a custom kind not ready',
      object('x.io/v1 Thing', { status: { conditions: [condition('Ready', 'False', 'NoDisk')] } }),
      'False',
      'NoDisk',
      'NoDisk',
    ],
    [
      'a custom kind available but updating',
      object('x.io/v1 Thing', {
        status: { phase: 'Updating', conditions: [condition('Available', 'True'), condition('Synced', 'False', 'Behind')] },
      }),
      'False',
      'Updating',
      'Behind',
    ],
    [
      'a custom kind behind its generation',
      object('x.io/v1 Thing', { status: { observedGeneration: 2, conditions: [condition('Ready', 'True')] } }),
      'False',
      'NotReady',
      'NotObserved',
    ],
    [
      'a custom kind with a phase alone',
      object('x.io/v1 Thing', { status: { phase: 'Failed', message: 'no' } }),
      'False',
      'Failed',
      'Failed',
    ],
    ['a custom kind with a phase of its own', object('x.io/v1 Thing', { status: { phase: 'Dreaming' } }), '-', 'Dreaming', 'Dreaming'],
    ['a custom kind with a broken status', object('x.io/v1 Thing', { status: { conditions: 'none', phase: 7 } }), '-', '', ''],
  ])('reads %s', (...row) => {
    const [, input, ready, status, reason] = row;
    expect(readinessOf(input)).toMatchObject({ ready, status, reason });
  });

  it('says of a pod on its way out what still holds it, not what it was', () => {
    const status = { phase: 'Running', conditions: [condition('Ready', 'True')], containerStatuses: [running] };
    const held = pod(status, { metadata: { deletionTimestamp: SINCE, finalizers: ['a/x'] } });
    expect(readinessOf(held)).toMatchObject({ ready: 'False', status: 'Terminating', message: 'waits for finalizer a/x', since: SINCE });
    const done = pod({ phase: 'Succeeded' }, { metadata: { deletionTimestamp: SINCE, finalizers: ['batch.kubernetes.io/job-tracking'] } });
    expect(readinessOf(done)).toMatchObject({ ready: 'False', message: 'waits for finalizer batch.kubernetes.io/job-tracking' });
    expect(readinessOf(pod(status, { metadata: { deletionTimestamp: SINCE } }))).toMatchObject({
      ready: 'False',
      reason: 'Terminating',
      message: '',
    });
  });

  it('says which finalizers a deletion waits for', () => {
    const metadata = { deletionTimestamp: SINCE, finalizers: ['a/x', 'b/y'] };
    expect(readinessOf(object('x.io/v1 Thing', { metadata, status: { phase: 'Running' } }))).toEqual({
      ready: 'False',
      status: 'Terminating',
      reason: 'Terminating',
      message: 'waits for finalizer a/x, b/y',
      since: SINCE,
    });
    expect(readinessOf(object('v1 ConfigMap', { metadata })).ready).toBe('-');
  });
});

describe('phaseKey', () => {
  it('changes between phases and readiness, not with counters', () => {
    expect(phaseKey(object(DEPLOYMENT, { spec: { replicas: 3 }, status: counters(1, 3) }))).toBe('Progressing');
    expect(phaseKey(object(DEPLOYMENT, { spec: { replicas: 3 }, status: counters(2, 3) }))).toBe('Progressing');
    expect(phaseKey(object(DEPLOYMENT, { spec: { replicas: 3 }, status: counters(3, 3) }))).toBe('Ready');
    expect(phaseKey(pod({ phase: 'Running', containerStatuses: [container({ running: {} })] }))).toBe('Running, not ready');
    expect(phaseKey(pod({ phase: 'Running', containerStatuses: [running], conditions: [condition('Ready', 'True')] }))).toBe('Running');
    expect(
      phaseKey(pod({ phase: 'Succeeded', containerStatuses: [ended({ reason: 'Completed' })], conditions: [condition('Ready', 'False')] })),
    ).toBe('Completed');
    expect(phaseKey(object('v1 ConfigMap', {}))).toBe('');
  });
});

const TIMED_OUT = condition('Progressing', 'False', 'ProgressDeadlineExceeded', 'timed out');
const rollout = (parts: Record<string, Json>, spec: Record<string, Json> = {}): KubeObject =>
  object(DEPLOYMENT, { spec: { replicas: 3, template: {}, ...spec }, status: { ...counters(3, 3), ...parts } });
const thing = (spec: Json, status: Json): KubeObject => object('x.io/v1 Thing', { spec, status });
const job = (spec: Json, status: Json): KubeObject => object('batch/v1 Job', { spec, status });
const SUSPENDED = { conditions: [condition('Suspended', 'True', 'JobSuspended', 'Job suspended')] };
const SURGE = { replicas: 4, updatedReplicas: 1 };
const RUNNING = { phase: 'Running', observedGeneration: GENERATION };

describe('what nobody acts on', () => {
  it.each<[title: string, KubeObject, ready: string, text: string]>([
    [
      'a rollout that timed out before another generation',
      rollout({ ...SURGE, observedGeneration: 2, conditions: [TIMED_OUT] }),
      'False',
      'NotObserved: observedGeneration 2 of 3, its controller has not acted yet; its status still says ProgressDeadlineExceeded: timed out',
    ],
    [
      'a Deployment without a status',
      rollout({ observedGeneration: null }),
      'False',
      'NotObserved: observedGeneration 0 of 3, its controller has not acted yet',
    ],
    [
      'a rollout paused half-way',
      rollout(SURGE, { paused: true }),
      'False',
      'Paused: spec.paused is true; 3 replicas wanted, 4 exist, 3 of an earlier template',
    ],
    [
      'one that timed out before it was paused',
      rollout({ ...SURGE, conditions: [TIMED_OUT] }, { paused: true }),
      'False',
      'Paused: spec.paused is true; its status still says ProgressDeadlineExceeded: timed out',
    ],
    [
      'one that was paused before it began',
      rollout({ updatedReplicas: null }, { paused: true }),
      'False',
      'Paused: spec.paused is true; updatedReplicas 0 of 3',
    ],
    ['one paused with nothing to do', rollout({}, { paused: true }), 'True', 'Paused: spec.paused is true'],
    [
      'one whose pause is not observed',
      rollout({ observedGeneration: 2 }, { paused: true }),
      'False',
      'Paused: spec.paused is true; observedGeneration 2 of 3',
    ],
    ['a custom kind that is well', thing({ paused: true }, RUNNING), 'True', 'Paused: spec.paused is true'],
    ['one that Percona would stop', thing({ pause: true }, RUNNING), 'True', 'Paused: spec.pause is true'],
    [
      'a well one behind its generation',
      thing({ suspend: true }, { ...RUNNING, observedGeneration: 2 }),
      'False',
      'Suspended: spec.suspend is true; observedGeneration 2 of 3',
    ],
    ['a set of clones', thing({ updateStrategy: { paused: true } }, {}), '-', 'Paused: spec.updateStrategy.paused is true'],
    [
      'one that is told by a condition',
      thing({}, { conditions: [condition('ReconciliationPaused', 'True')] }),
      '-',
      'Paused: condition ReconciliationPaused is True',
    ],
    [
      'a suspended one behind its generation',
      thing({ suspend: true }, { observedGeneration: 2, conditions: [condition('Ready', 'True')] }),
      'False',
      'Suspended: spec.suspend is true; observedGeneration 2 of 3',
    ],
    [
      'one that only its condition says to be behind',
      thing({}, { conditions: [{ type: 'Ready', status: 'True', observedGeneration: 2 }] }),
      'False',
      'NotObserved: observedGeneration 2 of 3, its controller has not acted yet',
    ],
    ['a CronJob', object('batch/v1 CronJob', { spec: { suspend: true } }), '-', 'Suspended: spec.suspend is true'],
    ['a Job', job({ suspend: true }, SUSPENDED), 'False', 'Suspended: spec.suspend is true'],
    [
      'a Job not suspended yet',
      job({ suspend: true }, { active: 1 }),
      'False',
      'NotObserved: spec.suspend is true, condition Suspended is not, its controller has not acted yet',
    ],
    [
      'a Job not resumed yet',
      job({}, SUSPENDED),
      'False',
      'NotObserved: spec.suspend is not true, condition Suspended still is, its controller has not acted yet; its status still says JobSuspended: Job suspended',
    ],
    ['a Job that nobody has begun', job({}, {}), 'False', 'NotObserved: no status, its controller has not acted yet'],
    ['a Job that is done', job({ suspend: true }, { conditions: [condition('Complete', 'True')] }), 'True', 'Complete'],
    ['a switch that is off', thing({ paused: false, suspend: 'true' }, RUNNING), 'True', 'Running'],
  ])('%s', (...row) => {
    const [, source, ready, text] = row;
    const told = readinessOf(source);
    expect([told.ready, reasonText(told)]).toEqual([ready, text]);
  });

  it('is no matter of what is going', () => {
    const metadata = { deletionTimestamp: SINCE, finalizers: ['a/x'] };
    const going = object('x.io/v1 Thing', { metadata, spec: { paused: true }, status: { observedGeneration: 2 } });
    expect(reasonText(readinessOf(going))).toBe('Terminating: waits for finalizer a/x');
  });

  it('opens no step: its own status is as it was', () => {
    const behind = thing({}, { ...RUNNING, observedGeneration: 2 });
    expect([phaseKey(behind), ownReadinessOf(behind, STATES).ready]).toEqual(['Running', 'True']);
  });
});

describe('since when', () => {
  const deleting = (metadata: Record<string, Json>) => object('v1 ConfigMap', { metadata });

  it.each<[what: string, KubeObject, since: string | undefined]>([
    ['a deletion: its time less the grace', deleting({ deletionTimestamp: SINCE, deletionGracePeriodSeconds: 30 }), '2026-11-30T19:26:04Z'],
    ['a deletion of another zone', deleting({ deletionTimestamp: '2026-11-30T20:26:34+01:00' }), SINCE],
    ['a deletion without a zone', deleting({ deletionTimestamp: '2026-11-30T19:26:34' }), undefined],
    ['a grace beyond all times', deleting({ deletionTimestamp: SINCE, deletionGracePeriodSeconds: 9_223_372_036_854_775_807n }), undefined],
    ['a grace that is no number', deleting({ deletionTimestamp: SINCE, deletionGracePeriodSeconds: 'x' }), SINCE],
    ['a condition', object('db.example.com/v1 Database', { status: { conditions: [condition('Ready', 'False')] } }), SINCE],
    [
      'a condition without a zone',
      object('db.example.com/v1 Database', {
        status: { conditions: [{ type: 'Ready', status: 'False', lastTransitionTime: '2026-11-30T19:26:34' }] },
      }),
      undefined,
    ],
  ])('%s', (_what, source, since) => {
    expect(inZone('America/New_York', () => readinessOf(source)).since).toBe(since);
  });
});
