import type { Json, KubeObject } from '@rectrace/kube';
import { diffObjects } from '@rectrace/kube';
import { describe, expect, it } from 'vitest';
import { classifyNoise } from './noise.ts';

const OLD = '2026-11-30T19:26:34Z';
const NEW = '2026-11-30T19:26:44Z';

function object(kind: string, fields: Record<string, Json>, metadata: Record<string, Json> = {}): KubeObject {
  const apiVersion = kind === 'Lease' ? 'coordination.k8s.io/v1' : 'v1';
  return { apiVersion, kind, metadata: { name: 'x', resourceVersion: '1', ...metadata }, ...fields };
}

function noise(before: KubeObject, after: KubeObject) {
  return classifyNoise({ before, after, diff: diffObjects(before, after) });
}

const leader = (holder: string, renewTime: string): Record<string, Json> => ({
  annotations: { 'control-plane.alpha.kubernetes.io/leader': JSON.stringify({ holderIdentity: holder, renewTime, leaderTransitions: 1 }) },
});
const conditions = (fields: Record<string, Json>) => ({ status: { conditions: [{ type: 'Ready', status: 'True', ...fields }] } });

describe('classifyNoise', () => {
  it.each<[title: string, before: KubeObject, after: KubeObject, expected: string | undefined]>([
    ['nothing but the resourceVersion', object('Pod', {}), object('Pod', {}, { resourceVersion: '2' }), 'unchanged'],
    ['managedFields alone', object('Pod', {}), object('Pod', {}, { managedFields: [{ manager: 'a', time: NEW }] }), 'managedFields'],
    [
      'a node reporting',
      object('Node', conditions({ lastHeartbeatTime: OLD })),
      object('Node', conditions({ lastHeartbeatTime: NEW })),
      'heartbeat',
    ],
    [
      'a transition time alone',
      object('Pod', conditions({ lastTransitionTime: OLD })),
      object('Pod', conditions({ lastTransitionTime: NEW })),
      'times',
    ],
    [
      'a transition time with its status',
      object('Pod', conditions({ lastTransitionTime: OLD })),
      object('Pod', conditions({ lastTransitionTime: NEW, status: 'False' })),
      undefined,
    ],
    ['a time that was first set', object('Pod', conditions({})), object('Pod', conditions({ lastTransitionTime: NEW })), undefined],
    [
      'a time outside the status',
      object('Job', { spec: { lastSyncTime: OLD } }),
      object('Job', { spec: { lastSyncTime: NEW } }),
      undefined,
    ],
    [
      'a schedule that fired',
      object('CronJob', { status: { lastScheduleTime: OLD } }),
      object('CronJob', { status: { lastScheduleTime: NEW } }),
      undefined,
    ],
    [
      'a leader renewing its annotation',
      object('ConfigMap', {}, leader('a', OLD)),
      object('ConfigMap', {}, leader('a', NEW)),
      'leaderElection',
    ],
    ['a new leader', object('ConfigMap', {}, leader('a', OLD)), object('ConfigMap', {}, leader('b', NEW)), undefined],
    [
      'a leader and data',
      object('ConfigMap', {}, leader('a', OLD)),
      object('ConfigMap', { data: { x: '1' } }, leader('a', NEW)),
      undefined,
    ],
    [
      'a Lease of another group',
      { ...object('Lease', { spec: { renewTime: OLD } }), apiVersion: 'cars.example.com/v1' },
      { ...object('Lease', { spec: { renewTime: NEW } }), apiVersion: 'cars.example.com/v1' },
      undefined,
    ],
    ['a lease renewed', object('Lease', { spec: { renewTime: OLD } }), object('Lease', { spec: { renewTime: NEW } }), 'leaderElection'],
    [
      'a node lease renewed',
      object('Lease', { spec: { renewTime: OLD } }, { namespace: 'kube-node-lease' }),
      object('Lease', { spec: { renewTime: NEW } }, { namespace: 'kube-node-lease' }),
      'heartbeat',
    ],
    [
      'a lease that changed hands',
      object('Lease', { spec: { renewTime: OLD, holderIdentity: 'a' } }),
      object('Lease', { spec: { renewTime: NEW, holderIdentity: 'b' } }),
      undefined,
    ],
    [
      'conditions in another order',
      object('Pod', { status: { conditions: [{ type: 'A' }, { type: 'B' }] } }),
      object('Pod', { status: { conditions: [{ type: 'B' }, { type: 'A' }] } }),
      'unchanged',
    ],
    ['a label', object('Pod', {}), object('Pod', {}, { labels: { a: 'b' } }), undefined],
    ['a deletion that began', object('Pod', {}), object('Pod', {}, { deletionTimestamp: NEW }), undefined],
  ])('classes %s', (...row) => {
    const [, before, after, expected] = row;
    expect(noise(before, after)).toBe(expected);
  });
});
