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
const TREE = sampleNode(ROOT, [sampleNode(CLAIM), ...PODS.map((ref) => sampleNode(ref))]);

test('the deepest objects that are not ready are named with their own message, alike ones once', () => {
  const chains = waitingChains(TREE, { states: SAMPLE_STATES, bodyOf: (uid) => BODIES.get(uid), eventTextOf: () => undefined });
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
    eventTextOf: (uid) => (uid === CLAIM.uid ? 'ProvisioningFailed: quota' : undefined),
  });
  expect(waitingLines(chains.slice(0, 1), { home: 'plain' }).map(plainText)[1]).toBe('    Pending: ProvisioningFailed: quota');
});

test('a root that waits alone is its own leaf', () => {
  const chains = waitingChains(sampleNode(ROOT), { states: SAMPLE_STATES, bodyOf: (uid) => BODIES.get(uid), eventTextOf: () => undefined });
  expect(chains.map(({ chain }) => chain.map(({ ref }) => ref.name))).toEqual([['root']]);
});
