import { expect, test } from 'vitest';
import { withoutAccountTokens } from './account-tokens.ts';
import { looseEnds } from './loose-ends.ts';

const node = { apiVersion: 'v1', kind: 'Node', metadata: { name: 'node-a', uid: 'n' } };
const set = { apiVersion: 'apps/v1', kind: 'ReplicaSet', metadata: { name: 'web', uid: 'r' } };
const pod = {
  apiVersion: 'v1',
  kind: 'Pod',
  metadata: { name: 'web-1', uid: 'p', ownerReferences: [{ kind: 'ReplicaSet', name: 'web', uid: 'r' }] },
  spec: { nodeName: 'node-a' },
};

test('nothing is missing', () => {
  expect(looseEnds([node, set, pod, { ...pod, spec: {} }])).toEqual([]);
});

test('owners and nodes that are missing are told by kind', () => {
  expect(looseEnds([pod, { ...pod, metadata: { ...pod.metadata, uid: 'q' } }])).toEqual([
    '2 objects are owned by objects of kind ReplicaSet that are not here: a garbage collector would delete them',
    '2 Pods are bound to nodes that are not here: a pod collector would delete them',
  ]);
});

test('no token of an account gets out, and nothing else is changed', () => {
  const secret = { kind: 'Secret', type: 'kubernetes.io/service-account-token', data: { token: 'old', namespace: 'bnM=' } };
  const other = { kind: 'Secret', type: 'Opaque', data: { token: 'old' } };
  expect(withoutAccountTokens([secret, other], { value: (text) => `new ${text}` })).toEqual([
    { ...secret, data: { token: 'new old', namespace: 'bnM=' } },
    other,
  ]);
});
