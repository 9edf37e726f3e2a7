import type { KubeObject } from '@rectrace/kube';
import { expect, test } from 'vitest';
import { plainText } from './line.ts';
import { SAMPLE_STATES, sampleBody, sampleNode, sampleRef } from './testing/sample-objects.ts';
import { waitingChains, waitingLines } from './waiting-chain.ts';

const ROOT = sampleRef('Widget', 'root');
const CLAIM = sampleRef('PersistentVolumeClaim', 'data-0');
const PODS = ['a', 'b', 'c'].map((name) => sampleRef('Pod', name));

const BODIES = new Map<string, KubeObject>([
  [ROOT.uid, sampleBody(ROOT, { phase: 'Creating' })],
  [CLAIM.uid, sampleBody(CLAIM, { phase: 'Pending' })],
  ...PODS.map(
    (ref) =>
      [
        ref.uid,
        sampleBody(ref, {
          phase: 'Pending',
          conditions: [{ type: 'PodScheduled', status: 'False', reason: 'Unschedulable', message: '0/3 nodes are available' }],
        }),
      ] as const,
  ),
]);
const QUOTA = {
  uid: 'e',
  name: 'e',
  namespace: 'plain',
  type: 'Normal',
  reason: 'ProvisioningFailed',
  message: 'quota',
  count: 1,
  reporter: 'x',
};
const TREE = sampleNode(ROOT, [sampleNode(CLAIM), ...PODS.map((ref) => sampleNode(ref))]);

test('the deepest objects that are not ready are named with their own message, alike ones once', () => {
  const chains = waitingChains(TREE, { states: SAMPLE_STATES, bodyOf: (uid) => BODIES.get(uid), eventOf: () => undefined });
  expect(waitingLines(chains, { home: 'plain' }).map(plainText)).toEqual([
    '… Widget/root > PersistentVolumeClaim/data-0',
    '    Pending',
    '✗ Widget/root > Pod/a and 2 more like it',
    '    Unschedulable: 0/3 nodes are available',
  ]);
});

test('where the object says nothing the newest Event about it speaks', () => {
  const chains = waitingChains(TREE, {
    states: SAMPLE_STATES,
    bodyOf: (uid) => BODIES.get(uid),
    eventOf: (uid, type) => (uid === CLAIM.uid && type === 'any' ? QUOTA : undefined),
  });
  expect(waitingLines(chains.slice(0, 1), { home: 'plain' }).map(plainText)[1]).toBe('    Pending: ProvisioningFailed: quota');
});

test('a root that waits alone is its own leaf', () => {
  const chains = waitingChains(sampleNode(ROOT), { states: SAMPLE_STATES, bodyOf: (uid) => BODIES.get(uid), eventOf: () => undefined });
  expect(chains.map(({ chain }) => chain.map(({ ref }) => ref.name))).toEqual([['root']]);
});

test('a Warning about an owner that names no reason itself is told beside what its children wait for', () => {
  const set = { ...sampleRef('StatefulSet', 'db'), group: 'apps' };
  const bodies = new Map([
    ...BODIES,
    [set.uid, { ...sampleBody(set, { replicas: 0 }), apiVersion: 'apps/v1', spec: { replicas: 1 } }] as const,
  ]);
  const denied = { ...QUOTA, type: 'Warning', reason: 'FailedCreate', message: 'exceeded quota', count: 3 };
  const chains = waitingChains(sampleNode(set, [sampleNode(CLAIM)]), {
    states: SAMPLE_STATES,
    bodyOf: (uid) => bodies.get(uid),
    eventOf: (uid) => (uid === set.uid ? denied : undefined),
  });
  expect(waitingLines(chains, { home: 'plain' }).map(plainText)).toEqual([
    '… StatefulSet/db',
    expect.stringMatching(/^ {4}Progressing: .*; Warning FailedCreate: exceeded quota \(x3\)$/),
    '… StatefulSet/db > PersistentVolumeClaim/data-0',
    '    Pending',
  ]);
});

test('what goes waits for its finalizer, whatever an Event said of it before', () => {
  const [pod = CLAIM] = PODS;
  const metadata = { ...sampleBody(pod, {}).metadata, deletionTimestamp: '2026-11-30T19:26:34Z', finalizers: ['a/hold'] };
  const running = { ...sampleBody(pod, { phase: 'Running', conditions: [{ type: 'Ready', status: 'True' }] }), metadata };
  const chains = waitingChains(sampleNode(pod), { states: SAMPLE_STATES, bodyOf: () => running, eventOf: () => QUOTA });
  expect(waitingLines(chains, { home: 'plain' }).map(plainText)).toEqual(['… Pod/a', '    Terminating: waits for finalizer a/hold']);
});

test('what nobody acts on is told first, and the trouble below it as what it is of', () => {
  const web = { ...sampleRef('Deployment', 'web'), group: 'apps' };
  const set = { ...sampleRef('ReplicaSet', 'web-1'), group: 'apps' };
  const [pod = CLAIM] = PODS;
  const workload = (ref: typeof web, { image, status }: { readonly image: string; readonly status: object }): KubeObject => {
    const body = { ...sampleBody(ref, status), apiVersion: 'apps/v1' };
    const spec = { replicas: 1, template: { spec: { containers: [{ name: 'web', image }] } } };
    return { ...body, metadata: { ...body.metadata, generation: 3 }, spec };
  };
  const bodies = new Map([
    ...BODIES,
    [web.uid, workload(web, { image: 'web:2', status: { observedGeneration: 2, replicas: 1 } })] as const,
    [set.uid, workload(set, { image: 'web:1', status: { observedGeneration: 3, replicas: 1 } })] as const,
  ]);
  const tree = sampleNode(web, [sampleNode(set, [sampleNode(pod)])]);
  const chains = waitingChains(tree, { states: SAMPLE_STATES, bodyOf: (uid) => bodies.get(uid), eventOf: () => undefined });
  expect(waitingLines(chains, { home: 'plain' }).map(plainText)).toEqual([
    '… Deployment/web',
    '    NotObserved: observedGeneration 2 of 3, its controller has not acted yet',
    '✗ Deployment/web > ReplicaSet/web-1 > Pod/a',
    '    of an earlier template: Unschedulable: 0/3 nodes are available',
  ]);
});
