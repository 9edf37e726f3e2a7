import type { KubeObject } from '@rectrace/kube';
import { builtinRules, objectStates } from '@rectrace/trace';
import { expect, test } from 'vitest';
import { waitingPods } from './waiting-pods.ts';

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

test('the reason of a Pod is told of what owns it most highly, circles included', () => {
  const owners = new Map([
    ['a', ['rs']],
    ['b', ['rs']],
    ['rs', ['deploy']],
    ['x', ['y']],
    ['y', ['x']],
  ]);
  const backOff = { reason: 'ImagePullBackOff', message: 'Back-off pulling image' };
  const reasons = waitingPods([pod('b', backOff), pod('a'), pod('x', backOff)], { ownersOf: owners, states: objectStates(builtinRules()) });
  expect([...reasons]).toEqual([['deploy', 'Pod/b: ImagePullBackOff: Back-off pulling image']]);
});
