import type { KubeObject } from '@rectrace/kube';
import { builtinRules, objectStates } from '@rectrace/trace';
import { expect, test } from 'vitest';
import { waitingPod } from './waiting-pod.ts';

function pod(name: string, waiting?: object): KubeObject {
  const container = {
    name: 'c',
    ready: waiting === undefined,
    restartCount: 0,
    state: waiting === undefined ? { running: {} } : { waiting },
  };
  const conditions = [{ type: 'Ready', status: waiting === undefined ? 'True' : 'False' }];
  const status = { phase: waiting === undefined ? 'Running' : 'Pending', conditions, containerStatuses: [container] };
  return {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { name, namespace: 'plain', uid: name },
    spec: { containers: [{ name: 'c' }] },
    status,
  } as KubeObject;
}

const STATES = objectStates(builtinRules());
const ROOT: KubeObject = { apiVersion: 'example.com/v1', kind: 'Widget', metadata: { name: 'web', namespace: 'plain', uid: 'web' } };
const BACK_OFF = { reason: 'ImagePullBackOff', message: 'Back-off pulling image' };

test('the first Pod by name that is not ready is told, with its reason', () => {
  const told = 'Pod/b: ImagePullBackOff: Back-off pulling image';
  expect(waitingPod(ROOT, { members: [pod('c', BACK_OFF), pod('b', BACK_OFF), pod('a')], states: STATES })).toBe(told);
  expect(waitingPod(ROOT, { members: [pod('a')], states: STATES })).toBeUndefined();
});

function workload(
  kind: string,
  { name, image, owner, spec = {} }: { readonly name: string; readonly image: string; readonly owner: string; readonly spec?: object },
): KubeObject {
  const metadata = { name, namespace: 'plain', uid: name, generation: 1, ...ownedBy(owner) };
  const template = { spec: { containers: [{ name: 'c', image }] } };
  return {
    apiVersion: 'apps/v1',
    kind,
    metadata,
    spec: { replicas: 1, template, ...spec },
    status: { observedGeneration: 1 },
  } as KubeObject;
}

function ownedBy(uid: string): object {
  return { ownerReferences: [{ apiVersion: 'v1', kind: 'Owner', name: uid, uid, controller: true }] };
}

function owned(member: KubeObject, owner: string): KubeObject {
  return { ...member, metadata: { ...member.metadata, ...ownedBy(owner) } };
}

test('before the Pod stands whoever above it nobody acts on; what is of an earlier template is told where nothing else waits', () => {
  const paused = workload('Deployment', { name: 'app', image: 'c:2', owner: 'web', spec: { paused: true } });
  const old = workload('ReplicaSet', { name: 'old', image: 'c:1', owner: 'app' });
  const newest = workload('ReplicaSet', { name: 'new', image: 'c:2', owner: 'app' });
  const trouble = [owned(pod('a', BACK_OFF), 'old')];
  expect(waitingPod(ROOT, { members: [paused, old, ...trouble], states: STATES })).toMatch(
    /^Deployment\/app: Paused: spec\.paused is true; .*; Pod\/a, of an earlier template: ImagePullBackOff: /,
  );
  const both = [paused, old, newest, ...trouble, owned(pod('b', BACK_OFF), 'new')];
  expect(waitingPod(paused, { members: both, states: STATES })).toMatch(/^Paused: spec\.paused is true; .*; Pod\/b: ImagePullBackOff: /);
});
