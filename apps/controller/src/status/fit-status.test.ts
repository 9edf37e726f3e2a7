import type { ObjectRef } from '@rectrace/kube';
import { asUid } from '@rectrace/kube';
import type { TreeNode } from '@rectrace/trace';
import type { Condition, CycleStatus, ObjectSummary, ObjectTree, TraceChange } from '@rectrace/trace-api';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { StatusDraft } from './fit-status.ts';
import { DEFAULT_STATUS_BYTES, fitStatus, LARGEST_STATUS_BYTES, SMALLEST_STATUS_BYTES } from './fit-status.ts';
import { wireSize } from './wire-size.ts';

const CJK = '配置文件创建成功🚀<none>&';

function refOf(kind: string, name: string): ObjectRef {
  return { group: 'apps', version: 'v1', kind, namespace: 'plain', name, uid: asUid(`uid-${name}`) };
}

function node(name: string, children: readonly TreeNode[], kind = 'Pod'): TreeNode {
  return { ref: refOf(kind, name), resourceVersion: '12345', gone: false, cyclic: false, children, links: [] };
}

function wide(count: number): TreeNode {
  const pods = Array.from({ length: count }, (_, index) => node(`web-${String(index).padStart(5, '0')}`, []));
  return node('web', [node('web-7d4b9c', pods, 'ReplicaSet')], 'Deployment');
}

function changeNumber(index: number, text: string, local?: string): TraceChange {
  return {
    objectReference: {
      apiVersion: 'v1',
      kind: 'Pod',
      namespace: 'plain',
      name: `web-${index}`,
      uid: `uid-${index}`,
      resourceVersion: String(1000 + index),
    },
    changeType: 'Update',
    revision: 1000 + index,
    timestamp: '2026-11-30T19:19:07Z',
    description: text,
    ...(local === undefined ? {} : { localDescription: local }),
  };
}

function condition(type: string, message = ''): Condition {
  return { type, status: 'True', observedGeneration: 1, lastTransitionTime: '2026-11-30T19:19:07Z', reason: 'Recording', message };
}

function draftOf(
  changes: readonly TraceChange[],
  tree: TreeNode,
  more: { readonly shown?: number; readonly initial?: TreeNode } = {},
): StatusDraft {
  return {
    observedGeneration: 1,
    conditions: [condition('Recording')],
    state: { tree, initialTree: more.initial ?? tree, summaries: [], changes, totals: { shown: more.shown ?? changes.length, noise: 0 } },
  };
}

function names(tree: ObjectTree | undefined): readonly string[] {
  return tree === undefined ? [] : [tree.primary.name, ...(tree.secondaries ?? []).flatMap(names)];
}

describe('a status within its budget', () => {
  test('is written whole and says nothing of omissions', () => {
    const changes = [changeNumber(0, 'first'), changeNumber(1, 'second')];
    const { status, truncated } = fitStatus(draftOf(changes, wide(3)), DEFAULT_STATUS_BYTES);
    expect(truncated).toBe(false);
    expect(status.currentState?.changes).toEqual(changes);
    expect(names(status.currentState?.objectTree)).toEqual(['web', 'web-7d4b9c', 'web-00000', 'web-00001', 'web-00002']);
    expect(status.omitted).toBeUndefined();
  });

  test('counts noise without being called truncated', () => {
    const draft = draftOf([changeNumber(0, 'x')], wide(1));
    const state = draft.state!;
    const { status, truncated } = fitStatus({ ...draft, state: { ...state, totals: { shown: 1, noise: 7 } } }, DEFAULT_STATUS_BYTES);
    expect(status.omitted).toEqual({ noise: 7 });
    expect(truncated).toBe(false);
  });

  test('without a target has conditions only', () => {
    const { status } = fitStatus({ observedGeneration: 3, conditions: [condition('TargetFound')] }, DEFAULT_STATUS_BYTES);
    expect(Object.keys(status)).toEqual(['observedGeneration', 'conditions']);
  });
});

describe('a status over its budget', () => {
  test('keeps the newest of 5,000 changes of 5 kB and sums the 3,000 nodes up by type', () => {
    const changes = Array.from({ length: 5_000 }, (_, index) => changeNumber(index, CJK.repeat(150), CJK.repeat(150)));
    for (const budget of [SMALLEST_STATUS_BYTES, DEFAULT_STATUS_BYTES, LARGEST_STATUS_BYTES]) {
      const { status, truncated } = fitStatus(draftOf(changes, wide(2_998)), budget);
      const kept = status.currentState?.changes ?? [];
      expect(truncated).toBe(true);
      expect(wireSize(status)).toBeLessThanOrEqual(budget);
      expect(wireSize(status)).toBeGreaterThan(budget * 0.7);
      expect(kept.at(-1)?.objectReference.name).toBe('web-4999');
      expect(kept.map(({ revision }) => revision)).toEqual(changes.slice(-kept.length).map(({ revision }) => revision));
      expect(status.omitted?.changes).toBe(5_000 - kept.length);
      expect(names(status.currentState?.objectTree)).toEqual(['web', 'web-7d4b9c']);
      expect(status.omitted?.objectsByType).toEqual([{ apiVersion: 'apps/v1', kind: 'Pod', count: 2_998 }]);
      expect(status.omitted?.objects).toBe(2_998);
      expect(status.omitted?.initialObjects).toBe(2_998);
    }
  });

  test('with few changes gives the trees what the changes leave', () => {
    const { status } = fitStatus(
      draftOf([changeNumber(0, 'x')], wide(150), { initial: node('web', [], 'Deployment') }),
      DEFAULT_STATUS_BYTES,
    );
    expect(names(status.currentState?.objectTree)).toHaveLength(152);
  });

  test('counts changes that are not at hand as left out', () => {
    const { status, truncated } = fitStatus(draftOf([changeNumber(0, 'x')], wide(1), { shown: 900 }), DEFAULT_STATUS_BYTES);
    expect(status.omitted).toEqual({ changes: 899 });
    expect(truncated).toBe(true);
  });

  test('leaves the depths of a chain of 20,000 owners out without overflowing a stack', () => {
    let chain = node('leaf', []);
    for (let depth = 0; depth < 20_000; depth += 1) chain = node(`n${depth}`, [chain]);
    const { status } = fitStatus(draftOf([changeNumber(0, 'x')], chain), LARGEST_STATUS_BYTES);
    expect(names(status.currentState?.objectTree)).toHaveLength(64);
    expect(status.omitted?.objects).toBe(20_001 - 64);
  });
});

test('objects that are gone stand in the tree only where something still hangs on them', () => {
  const gone = (name: string, children: readonly TreeNode[]): TreeNode => ({ ...node(name, children), gone: true });
  const tree = gone('root', [gone('held', [node('alive', [])]), gone('dead', [gone('dead-too', [])])]);
  const { status } = fitStatus(draftOf([], tree), DEFAULT_STATUS_BYTES);
  expect(names(status.currentState?.objectTree)).toEqual(['root', 'held', 'alive']);
});

const text = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 300 }),
  fc.constantFrom('', CJK.repeat(180), '\ud800', '\u0000'.repeat(2_000), '<'.repeat(3_000), 'a'.repeat(5_000)),
);
const name = fc.oneof(fc.string({ minLength: 1, maxLength: 20 }), fc.constant('n'.repeat(253)), fc.constant('\u0001'.repeat(400)));
const reference = fc.record({ kind: name, name, namespace: name, group: name, version: fc.constant('v1'), uid: name.map(asUid) });
const tree = fc
  .array(fc.record({ ref: reference, resourceVersion: name, gone: fc.boolean(), under: fc.nat() }), { minLength: 1, maxLength: 400 })
  .map((parts) => {
    const children = new Map<number, number[]>();
    for (const [index, { under }] of parts.entries())
      if (index > 0) children.set(under % index, [...(children.get(under % index) ?? []), index]);
    const built = new Map<number, TreeNode>();
    for (let index = parts.length - 1; index >= 0; index -= 1) {
      const { ref, resourceVersion, gone } = parts[index]!;
      const below = (children.get(index) ?? []).map((child) => built.get(child)!);
      built.set(index, { ref, resourceVersion, gone, cyclic: false, links: [], children: below });
    }
    return built.get(0)!;
  });
const change = fc.record(
  { description: text, localDescription: text, revision: fc.bigInt(0n, 2n ** 63n - 1n), repeat: fc.integer({ min: 1, max: 60 }) },
  { requiredKeys: ['description', 'revision', 'repeat'] },
);
const summary = fc.record({ kind: name, total: fc.nat(), added: fc.nat() }).map(
  ({ kind, total, added }): ObjectSummary => ({
    objectType: { apiVersion: 'v1', kind: kind.slice(0, 63) },
    total,
    changeSummary: { added },
  }),
);
const cycle = fc.record({ text, writer: text, requests: fc.array(fc.record({ text, writer: text }), { maxLength: 30 }) }).map(
  ({ text: words, writer, requests }): CycleStatus => ({
    number: 1,
    state: 'Open',
    startTime: '2026-11-30T19:19:07Z',
    cause: { kind: 'created', text: words, writer, objectReference: { apiVersion: 'v1', kind: 'Pod', name: 'x' } },
    requests: requests.map((request) => ({ kind: 'generation', time: '2026-11-30T19:19:07Z', ...request })),
  }),
);

test('for any trees, texts and changes: never over the budget, conditions and newest change present, newest run without a hole', () => {
  const draft = fc.record({
    tree,
    initial: tree,
    changes: fc.array(change, { maxLength: 60 }),
    summaries: fc.array(summary, { maxLength: 300 }),
    cycle,
    messages: fc.array(text, { minLength: 1, maxLength: 5 }),
  });
  const budgets = fc.constantFrom(SMALLEST_STATUS_BYTES, 40_000, DEFAULT_STATUS_BYTES, LARGEST_STATUS_BYTES);
  fc.assert(
    fc.property(draft, budgets, (parts, budget) => {
      const changes = parts.changes.flatMap(({ repeat, description, localDescription, revision }, index) =>
        Array.from({ length: repeat }, (): TraceChange => ({ ...changeNumber(index, description, localDescription), revision })),
      );
      const { status } = fitStatus(
        {
          observedGeneration: 1,
          conditions: parts.messages.map((message, index) => condition(`Type${index}`, message)),
          state: {
            cycle: parts.cycle,
            tree: parts.tree,
            initialTree: parts.initial,
            summaries: parts.summaries,
            changes,
            totals: { shown: changes.length, noise: 3 },
          },
        },
        budget,
      );
      const kept = status.currentState?.changes ?? [];
      expect(wireSize(status)).toBeLessThanOrEqual(budget);
      expect(status.conditions.map(({ type }) => type)).toEqual(parts.messages.map((_, index) => `Type${index}`));
      expect(kept.length > 0).toBe(changes.length > 0);
      expect(kept.map(({ revision }) => revision)).toEqual(changes.slice(changes.length - kept.length).map(({ revision }) => revision));
      expect(kept.length + (status.omitted?.changes ?? 0)).toBe(changes.length);
    }),
    // Shrinking statuses of this size would take minutes.
    { numRuns: 150, endOnFailure: true },
  );
});
