import type { KubeObject } from '@rectrace/kube';
import { describe, expect, it } from 'vitest';
import type { Cycle } from '../cycle.ts';
import { builtinRules } from '../rules/builtin-rules.ts';
import { objectStates } from '../states/object-states.ts';
import type { Standing } from './terminal-state.ts';
import { rootReason, terminalStateOf } from './terminal-state.ts';

const STATES = objectStates(builtinRules());
const AT = '2026-11-30T19:26:34Z';

function object(
  kind: string,
  name: string,
  parts: { readonly metadata?: object; readonly spec?: object; readonly status?: object } = {},
): KubeObject {
  const [apiVersion = '', plain = ''] = kind.split(' ');
  const metadata = { name, namespace: 'shop', uid: `${plain}/${name}`, ...parts.metadata };
  return { apiVersion, kind: plain, spec: {}, status: {}, ...parts, metadata } as KubeObject;
}

const owned = (by: string): object => ({ ownerReferences: [{ apiVersion: 'v1', kind: by.split('/')[0], name: 'x', uid: by }] });
const WIDGET = object('example.com/v1 Widget', 'web');
const UNSCHEDULABLE = {
  phase: 'Pending',
  conditions: [{ type: 'PodScheduled', status: 'False', reason: 'Unschedulable', message: 'no room' }],
};
const POD = object('v1 Pod', 'web-1', { status: UNSCHEDULABLE, metadata: owned('ReplicaSet/web') });
const REPLICAS = object('apps/v1 ReplicaSet', 'web', { spec: { replicas: 1 }, status: { replicas: 1 }, metadata: owned('Widget/web') });
const OPEN = { number: 3, state: 'open' } as Cycle;
const going = (finalizers: readonly string[] = []): object => ({ deletionTimestamp: AT, finalizers });

function state(parts: Partial<Standing>): ReturnType<typeof terminalStateOf> {
  return terminalStateOf({ verdict: { kind: 'true' }, root: WIDGET, members: [], states: STATES, ...parts });
}

describe('a root that fulfils its expression', () => {
  it('is terminal where nothing of it is under way', () => {
    expect(state({})).toEqual({ kind: 'terminal' });
    expect(state({ cycle: { ...OPEN, state: 'reached' } })).toEqual({ kind: 'terminal' });
  });

  it('is held up by the Pod at the bottom, not by the owners that only follow it', () => {
    expect(state({ members: [REPLICAS, POD] })).toMatchObject({
      kind: 'member',
      ref: { kind: 'Pod', name: 'web-1' },
      says: 'Unschedulable',
      more: 0,
    });
  });

  it.each([
    ['a Pod on its way out', object('v1 Pod', 'p', { status: { phase: 'Running' }, metadata: going() }), 'Terminating'],
    ['an object that a finalizer holds', object('v1 ConfigMap', 'c', { metadata: going(['a/b']) }), 'Terminating, waits for finalizer a/b'],
    [
      'a generation not caught up with',
      object('example.com/v1 Part', 'p', { metadata: { generation: 3 }, status: { observedGeneration: 2 } }),
      'generation 3 not observed yet',
    ],
    ['a set that has too few', REPLICAS, 'readyReplicas 0 of 1'],
  ])('is held up by %s', (_what, member, says) => {
    expect(state({ members: [member] })).toMatchObject({ kind: 'member', ref: { name: member.metadata.name }, says });
  });

  it('is not held up by what only follows', () => {
    expect(state({ members: [object('discovery.k8s.io/v1 EndpointSlice', 'e', { metadata: going() })] })).toEqual({ kind: 'terminal' });
  });

  it('counts how many more hold it up', () => {
    const pods = ['a', 'b', 'c'].map((name) => object('v1 Pod', name, { status: UNSCHEDULABLE }));
    expect(state({ members: pods })).toMatchObject({ ref: { name: 'a' }, more: 2 });
  });

  it('is not terminal while a cycle is open, whatever holds it up', () => {
    expect(state({ cycle: OPEN })).toEqual({ kind: 'cycle', number: 3 });
  });

  it('is not terminal while it is deleted itself', () => {
    expect(state({ root: object('example.com/v1 Widget', 'web', { metadata: going(['x/y']) }) })).toEqual({
      kind: 'root',
      says: 'Terminating: waits for finalizer x/y',
    });
  });

  it('has failed where its end is a failure', () => {
    const conditions = [{ type: 'Failed', status: 'True', reason: 'BackoffLimitExceeded', message: 'too often', lastTransitionTime: AT }];
    expect(state({ root: object('batch/v1 Job', 'j', { status: { conditions } }) })).toEqual({
      kind: 'failed',
      says: 'BackoffLimitExceeded: too often',
    });
    expect(state({ root: object('v1 Pod', 'p', { status: { phase: 'Failed', reason: 'Evicted' } }) })).toMatchObject({ kind: 'failed' });
  });
});

const widget = (spec: object, status: object, generation = 2): KubeObject =>
  object('example.com/v1 Widget', 'web', { metadata: { generation }, spec, status });
const FAILED = { phase: 'Failed', observedGeneration: 2 };
const PROGRESSING = { type: 'Progressing', status: 'True', reason: 'Retrying', message: 'second try' };

describe('a root whose expression holds', () => {
  it.each([
    [
      'its generation is not observed',
      widget({}, { phase: 'Running', observedGeneration: 1 }),
      'root',
      'NotObserved: observedGeneration 1 of 2, its controller has not acted yet',
    ],
    [
      'it failed before another generation',
      widget({}, { ...FAILED, observedGeneration: 1, message: 'no disk' }),
      'root',
      expect.stringMatching(/^NotObserved: .*; its status still says/),
    ],
    ['it failed and gives a reason', widget({}, { ...FAILED, reason: 'NoDisk', message: 'no disk' }), 'failed', 'NoDisk: no disk'],
    ['it failed and gives none', widget({}, FAILED), 'failed', 'phase Failed, its status has no reason or message'],
    [
      'it failed and progresses again',
      widget({}, { ...FAILED, conditions: [PROGRESSING] }),
      'root',
      'phase Failed, but condition Progressing True: Retrying: second try',
    ],
    ['it is suspended', widget({ suspend: true }, { observedGeneration: 2 }), 'terminal', 'Suspended: spec.suspend is true'],
  ])('%s', (_what, root, kind, says) => {
    expect(state({ root })).toEqual({ kind, says });
  });

  it('is held up first by a member that nobody acts on, then by what hangs on that', () => {
    const parts = { spec: { replicas: 1, paused: true, template: {} }, status: { replicas: 1 }, metadata: owned('Widget/web') };
    const paused = object('apps/v1 Deployment', 'web', parts);
    const below = object('v1 Pod', 'web-1', { status: UNSCHEDULABLE, metadata: owned('Deployment/web') });
    expect(state({ members: [paused, below] })).toMatchObject({ ref: { kind: 'Deployment' }, says: 'Paused', more: 1 });
  });
});

describe('the reason of a root', () => {
  const verdict = { kind: 'false', waitsFor: 'replicas 4 of 3' } as const;
  const deployment = (status: string): KubeObject => {
    const progressing = { type: 'Progressing', status, reason: 'ProgressDeadlineExceeded', message: 'timed out' };
    return object('apps/v1 Deployment', 'web', { spec: { replicas: 3 }, status: { replicas: 4, conditions: [progressing] } });
  };

  it('is what its own status names, else what of its expression is not as wanted', () => {
    expect(rootReason(deployment('False'), { verdict, states: STATES })).toBe('ProgressDeadlineExceeded: timed out');
    expect(rootReason(deployment('True'), { verdict, states: STATES })).toBe('replicas 4 of 3');
  });

  it('is not known of a root that was never seen', () => {
    expect(state({ verdict: undefined })).toEqual({ kind: 'unknown' });
    expect(state({ verdict, root: undefined })).toEqual({ kind: 'root', says: 'replicas 4 of 3' });
  });
});
