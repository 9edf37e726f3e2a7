import type { Json } from '@rectrace/kube';
import { expect, test } from 'vitest';
import { diffPhrase } from './diff-phrase.ts';
import { sampleBody, sampleRef } from './testing/sample-objects.ts';

type Field = [path: string, before?: Json | undefined, after?: Json | undefined];

function phrase(...fields: readonly Field[]): string {
  return diffPhrase(
    fields.map(([path, before, after]) => ({
      path: path.split('/'),
      ...(before === undefined ? {} : { before }),
      ...(after === undefined ? {} : { after }),
    })),
  );
}

test.each<[string, Field[], string]>([
  ['a scale', [['spec/replicas', 2, 3]], 'replicas 2→3'],
  ['an image', [['spec/template/spec/containers/name=web/image', 'nginx:1', 'nginx:2']], 'image nginx:1→nginx:2 (web)'],
  [
    'a long image',
    [['spec/template/spec/containers/name=web/image', 'registry.invalid/shop/web:1.0', 'registry.invalid/shop/web:1.1']],
    'image registry.invalid/shop/web:1.0→1.1 (web)',
  ],
  [
    'a condition',
    [
      ['status/conditions/type=Ready/status', 'False', 'True'],
      ['status/conditions/type=Ready/reason', 'Waiting', 'AllGood'],
      ['status/conditions/type=Ready/lastTransitionTime', 'a', 'b'],
    ],
    'condition Ready False→True (AllGood)',
  ],
  [
    'a new condition',
    [['status/conditions/type=Ready', undefined, { type: 'Ready', status: 'True', reason: 'Up' }]],
    '+condition Ready True (Up)',
  ],
  [
    'a first list of conditions',
    [['status/conditions', undefined, [{ type: 'Ready', status: 'False', reason: 'No' }]]],
    '+condition Ready False (No)',
  ],
  [
    'a phase before counters',
    [
      ['status/readyReplicas', undefined, 1],
      ['status/phase', 'Pending', 'Running'],
    ],
    'phase Pending→Running, readyReplicas 0→1',
  ],
  ['a replica count of the status', [['status/replicas', 3, 4]], 'status.replicas 3→4'],
  [
    'a counter that appears as zero',
    [
      ['status/terminatingReplicas', undefined, 0],
      ['status/replicas', 1, 2],
    ],
    'status.replicas 1→2',
  ],
  [
    'a container that waits',
    [
      ['status/containerStatuses/name=web/state/running', { startedAt: 'a' }],
      ['status/containerStatuses/name=web/state/waiting', undefined, { reason: 'CrashLoopBackOff' }],
      ['status/containerStatuses/name=web/restartCount', 1, 2],
    ],
    'container web running→waiting (CrashLoopBackOff), restarts 1→2',
  ],
  [
    'a deletion',
    [
      ['metadata/deletionTimestamp', undefined, 't'],
      ['metadata/generation', 1, 2],
    ],
    'deletion asked for',
  ],
  [
    'a label',
    [
      ['metadata/labels/app', 'a', 'b'],
      ['metadata/labels/new', undefined, 'x'],
    ],
    'label app a→b, +label new=x',
  ],
  ['a finalizer', [['metadata/finalizers/=foregroundDeletion', undefined, 'foregroundDeletion']], '+finalizer foregroundDeletion'],
  ['a generation alone', [['metadata/generation', 1, 2]], 'generation 1→2'],
  ['managedFields alone', [['metadata/managedFields', [], [1]]], ''],
  ['a component of a Cluster', [['spec/componentSpecs/name=redis/replicas', 2, 3]], 'replicas 2→3 (redis)'],
  ['a file in a ConfigMap', [['data/redis.conf', 'a\nb', 'a\nc']], 'data.redis.conf changed'],
  ['an object', [['spec/affinity', undefined, { nodeAffinity: {} }]], '+affinity {1 field}'],
  ['a reordered list alone', [['status/conditions/(order)', ['type=A', 'type=B'], ['type=B', 'type=A']]], 'conditions reordered'],
  ['a key named __proto__', [['metadata/labels/__proto__', undefined, 'x']], '+label __proto__=x'],
  ['an integer beyond 2^53', [['spec/limit', 9007199254740993n, 9007199254740995n]], 'limit 9007199254740993→9007199254740995'],
])('%s', (_what, fields, expected) => {
  expect(phrase(...fields)).toBe(expected);
});

test('more than three phrases are counted, unless all are wanted', () => {
  const diff = ['a', 'b', 'c', 'd', 'e'].map((name) => ({ path: ['spec', name], before: 1, after: 2 }));
  expect(diffPhrase(diff)).toBe('a 1→2, b 1→2, c 1→2, 2 more');
  expect(diffPhrase(diff, { all: true })).toBe('a 1→2, b 1→2, c 1→2, d 1→2, e 1→2');
});

test('what the diff does not repeat is read from the object', () => {
  const body = sampleBody(sampleRef('Pod', 'web'), { conditions: [{ type: 'Ready', status: 'False', reason: 'ContainersNotReady' }] });
  const diff = [{ path: ['status', 'conditions', 'type=Ready', 'status'], before: 'True', after: 'False' }];
  expect(diffPhrase(diff, { body })).toBe('condition Ready True→False (ContainersNotReady)');
});
