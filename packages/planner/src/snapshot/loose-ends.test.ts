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

test('webhooks that refuse what they do not see are told', () => {
  const hook = { apiVersion: 'admissionregistration.k8s.io/v1', kind: 'ValidatingWebhookConfiguration', metadata: { name: 'w', uid: 'w' } };
  const webhooks = [
    { name: 'b.example.com', failurePolicy: 'Fail' },
    { name: 'a.example.com' },
    { name: 'c.example.com', failurePolicy: 'Ignore' },
  ];
  expect(looseEnds([{ ...hook, webhooks }])).toEqual([
    'nothing serves the webhooks here: writes that they are for are refused (a.example.com, b.example.com)',
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
