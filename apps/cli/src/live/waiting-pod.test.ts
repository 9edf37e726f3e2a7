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

test('the first Pod by name that is not ready is told, with its reason', () => {
  const states = objectStates(builtinRules());
  const backOff = { reason: 'ImagePullBackOff', message: 'Back-off pulling image' };
  const told = 'Pod/b: ImagePullBackOff: Back-off pulling image';
  expect(waitingPod([pod('c', backOff), pod('b', backOff), pod('a')], states)).toBe(told);
  expect(waitingPod([pod('a')], states)).toBeUndefined();
});
