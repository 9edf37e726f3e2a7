import type { KubeObject } from '@rectrace/kube';
import { inZone } from '@rectrace/testing';
import type { TreeNode } from '@rectrace/trace';
import { expect, test } from 'vitest';
import { plainText } from './line.ts';
import { treeJson } from './output-json.ts';
import { layoutTable } from './table-layout.ts';
import { SAMPLE_STATES, sampleBody, sampleNode, sampleRef } from './testing/sample-objects.ts';
import { treeDot } from './tree-dot.ts';
import { treeTable } from './tree-rows.ts';
import { flattenTree } from './tree-walk.ts';

const NOW = Date.parse('2026-11-30T19:05:00Z');
const WEB = sampleRef('Deployment', 'web');
const POD = sampleRef('Pod', 'web-0');

function bodies(...all: readonly KubeObject[]): (uid: string) => KubeObject | undefined {
  return (uid) => all.find(({ metadata }) => metadata.uid === uid);
}

function lines(root: TreeNode, options: Partial<Parameters<typeof treeTable>[1]> = {}, width?: number): readonly string[] {
  return layoutTable(treeTable(root, { bodyOf: () => undefined, states: SAMPLE_STATES, now: NOW, ...options }), {
    width,
    titles: false,
    full: options.wide,
  }).map(plainText);
}

test('an object without status is no problem of anybody', () => {
  const config = sampleRef('ConfigMap', 'settings');
  const shown = lines(sampleNode(WEB, [sampleNode(config)]), { bodyOf: bodies(sampleBody(config)) });
  expect(shown[1]).toBe('└─ ConfigMap/settings  -    5m');
});

test('an age is told only from a time with a zone, wherever it is read', () => {
  const config = sampleBody(sampleRef('ConfigMap', 'settings'));
  const created = (creationTimestamp: string) => ({ ...config, metadata: { ...config.metadata, creationTimestamp } });
  const age = (body: KubeObject) =>
    inZone('Asia/Tokyo', () => lines(sampleNode(sampleRef('ConfigMap', 'settings')), { bodyOf: bodies(body) }));
  expect(age(created('2026-11-30T20:00:00+01:00'))).toEqual(['ConfigMap/settings  -    5m']);
  expect(age(created('2026-11-30T19:00:00'))).toEqual(['ConfigMap/settings  -    -']);
});

test('an object that is gone, unknown or its own owner says so', () => {
  const shown = lines(sampleNode(WEB, [sampleNode(POD, [], { gone: true }), sampleNode(sampleRef('Pod', 'web-1'), [], { cyclic: true })]));
  expect(shown).toEqual(['Deployment/web  ?               -', '├─ Pod/web-0    x  gone         -', '└─ Pod/web-1    ?  owns itself  -']);
});

test('a message of three lines with CJK and emoji leaves the branches whole', () => {
  const body = sampleBody(POD, { phase: 'Failed', reason: 'Bad', message: '第一行\n🚀 second line\nthird' });
  const tree = sampleNode(WEB, [sampleNode(POD), sampleNode(sampleRef('Pod', 'web-1'))]);
  const shown = lines(tree, { bodyOf: bodies(body), wide: true }, 60);
  expect(shown.every((line) => /^(Deployment|├─ |└─ |│ {2})/.test(line))).toBe(true);
  expect(shown.join('\n')).toContain('第一行');
  expect(shown.join('\n')).toContain('🚀 second line');
});

test('a tree beyond the limit states the remainder', () => {
  const many = Array.from({ length: 100 }, (_, index) => sampleNode(sampleRef('Pod', `web-${index}`)));
  expect(lines(sampleNode(WEB, many), { limit: 10 }).at(-1)).toBe('… 91 more objects (--depth or -o json shows them)');
});

test('a depth shows so many levels below the root', () => {
  const deep = sampleNode(WEB, [sampleNode(sampleRef('ReplicaSet', 'rs'), [sampleNode(POD)])]);
  expect(lines(deep, { depth: 1 })).toHaveLength(2);
  expect(lines(deep, { depth: 0 })).toHaveLength(3);
});

test('a chain of 20,000 owners is drawn, written as JSON and as a graph', () => {
  let chain = sampleNode(sampleRef('Pod', 'p0'));
  for (let at = 1; at < 20_000; at++) chain = sampleNode(sampleRef('Pod', `p${at}`), [chain]);
  expect(flattenTree(chain)).toHaveLength(20_000);
  expect(lines(chain)[1_000]).toContain('(level 1000) Pod/p18999');
  expect(JSON.stringify(treeJson(chain))).toContain('"omitted":19799');
  expect(treeDot(chain, { bodyOf: () => undefined, states: SAMPLE_STATES })).toContain('"p1" -> "p0"');
});

test('a graph quotes what would end a string', () => {
  const ref = sampleRef('Pod', 'web');
  expect(treeDot(sampleNode(ref), { bodyOf: () => sampleBody(ref, { phase: 'a"b\\c' }), states: SAMPLE_STATES })).toContain(
    'Pod/plain/web\\na\\"b\\\\c',
  );
});
