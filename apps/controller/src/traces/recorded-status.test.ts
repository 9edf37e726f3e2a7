// What the status says of real runs of an operator, recorded.

import type { KubeObject } from '@rectrace/kube';
import { asJson } from '@rectrace/kube';
import type { RootTarget } from '@rectrace/trace';
import { parseLocales } from '@rectrace/trace';
import type { ObjectTree, TraceStatus } from '@rectrace/trace-api';
import { OUR_SCHEMA, parseTraceSpec } from '@rectrace/trace-api';
import { describe, expect, test } from 'vitest';
import { type ReplayedRoot, replayRoot } from '../testing/replayed-root.ts';
import type { ServedTrace } from './served-trace.ts';
import { stateExpression } from './state-expression.ts';
import { traceJob } from './trace-job.ts';

const CLUSTER: RootTarget = {
  id: 'Cluster.apps.kubeblocks.io/shop/cart-cache',
  group: 'apps.kubeblocks.io',
  objectKind: 'Cluster',
  namespace: 'shop',
  name: 'cart-cache',
};
const WEB: RootTarget = { id: 'Deployment.apps/plain/web', group: 'apps', objectKind: 'Deployment', namespace: 'plain', name: 'web' };

const TEXTS = parseLocales({
  en: 'v1/ConfigMap/Creation=configuration file %s/%s is created.\nv1/Pod/Creation=Pod %s/%s is created.',
  zh_CN: 'v1/ConfigMap/Creation=配置文件 %s/%s 创建成功。\nv1/Pod/Creation=Pod %s/%s 创建成功。\ncomponent is Creating=组件创建中',
}).table;

function servedTrace(spec: object): ServedTrace {
  const object: KubeObject = {
    apiVersion: 'trace.kubeblocks.io/v1',
    kind: 'ReconciliationTrace',
    metadata: {
      name: 'cart-cache',
      namespace: 'shop',
      uid: 'u',
      resourceVersion: '9',
      generation: 1,
      finalizers: ['trace.kubeblocks.io/finalizer'],
    },
    spec: spec as KubeObject['metadata'],
  };
  const resource = {
    group: 'apps',
    version: 'v1',
    kind: 'Cluster',
    resource: 'clusters',
    singular: '',
    shortNames: [],
    categories: [],
    namespaced: true,
    verbs: [],
  };
  return { object, spec: parseTraceSpec(object), found: { kind: 'resource', resource }, expression: stateExpression(undefined) };
}

function statusOf(
  { view, activity }: ReplayedRoot,
  { spec = {}, statusBytes = 65_536 }: { readonly spec?: object; readonly statusBytes?: number } = {},
): TraceStatus {
  const job = traceJob(servedTrace(spec), {
    knowledge: { view, sight: { kind: 'watched' }, historyProblem: undefined },
    window: activity.windowOf(view.target.id, view.cycles.at(-1)?.start.position),
    schema: OUR_SCHEMA,
    texts: TEXTS,
    statusBytes,
    now: Date.parse('2026-11-30T19:30:00Z'),
  });
  if (job.kind !== 'write') throw new Error(`the job is ${job.kind}`);
  expect(job.bytes).toBeLessThanOrEqual(statusBytes);
  return asJson(job.body)['status'] as unknown as TraceStatus;
}

function kindsIn(tree: ObjectTree | undefined): readonly string[] {
  if (tree === undefined) return [];
  return [tree.primary.kind, ...(tree.secondaries ?? []).flatMap(kindsIn)];
}

function summaryRows(status: TraceStatus): readonly string[] {
  return (status.currentState?.summary.objectSummaries ?? []).map(
    ({ objectType, total, changeSummary }) => `${objectType.apiVersion}/${objectType.kind} ${total} ${JSON.stringify(changeSummary)}`,
  );
}

describe('a Cluster that was created', () => {
  test('is summed up by objects, not by changes', async () => {
    const status = statusOf(await replayRoot('a-create.ndjson', { target: CLUSTER }), { statusBytes: 262_144 });
    expect(summaryRows(status)).toEqual([
      'apps.kubeblocks.io/v1/Cluster 1 {"updated":1}',
      'apps.kubeblocks.io/v1/Component 2 {"added":2}',
      'rbac.authorization.k8s.io/v1/RoleBinding 2 {"added":2}',
      'v1/ConfigMap 4 {"added":4}',
      'v1/PersistentVolume 6 {"added":6}',
      'v1/PersistentVolumeClaim 6 {"added":6}',
      'v1/Pod 6 {"added":6}',
      'v1/Secret 1 {"added":1}',
      'v1/Service 4 {"added":4}',
      'v1/ServiceAccount 2 {"added":2}',
      'workloads.kubeblocks.io/v1/InstanceSet 2 {"added":2}',
    ]);
    expect(status.cycle).toMatchObject({
      number: 1,
      state: 'Closed',
      startTime: '2026-11-30T19:19:07Z',
      endTime: '2026-11-30T19:19:19Z',
      cause: { kind: 'created' },
    });
  });

  test('has its changes once each, in the order of their versions, the newest last', async () => {
    const status = statusOf(await replayRoot('a-create.ndjson', { target: CLUSTER }), { statusBytes: 262_144 });
    const changes = status.currentState!.changes;
    const revisions = changes.map(({ revision }) => Number(revision));
    expect(revisions).toEqual([...revisions].sort((a, b) => a - b));
    expect(
      new Set(changes.map(({ revision, changeType, objectReference }) => `${changeType} ${objectReference.uid} ${String(revision)}`)).size,
    ).toBe(changes.length);
    expect(changes.filter(({ changeType }) => changeType === 'Creation')).toHaveLength(35); // one RoleBinding was there before and is adopted
    expect(changes.every(({ changeType, eventAttributes }) => (changeType === 'Event') === (eventAttributes !== undefined))).toBe(true);
    expect(changes.every(({ description, objectReference }) => description !== '' && objectReference.kind !== '')).toBe(true);
    expect(changes[0]).toMatchObject({
      changeType: 'Creation',
      description: 'Creation',
      objectReference: { kind: 'Cluster', name: 'cart-cache' },
    });
  });

  test('is told in the language of the trace where the table has a text, else in English', async () => {
    const status = statusOf(await replayRoot('a-create.ndjson', { target: CLUSTER }), { spec: { locale: 'zh_cn' }, statusBytes: 262_144 });
    const { changes } = status.currentState!;
    const told = (kind: string, type: string) =>
      changes.find(({ objectReference, changeType }) => objectReference.kind === kind && changeType === type);
    expect(told('ConfigMap', 'Creation')).toMatchObject({
      description: expect.stringMatching(/^configuration file shop\/.* is created\.$/),
      localDescription: expect.stringMatching(/^配置文件 shop\/.* 创建成功。$/),
    });
    expect(told('Component', 'Creation')).toMatchObject({ description: 'Creation', localDescription: 'Creation' });
    expect(changes.find(({ description }) => description === 'component is Creating')?.localDescription).toBe('组件创建中');
    expect(changes.every(({ localDescription }) => localDescription !== undefined)).toBe(true);
  });

  test('has no local descriptions without a locale', async () => {
    const status = statusOf(await replayRoot('a-create.ndjson', { target: CLUSTER }));
    expect(status.currentState!.changes.some(({ localDescription }) => localDescription !== undefined)).toBe(false);
  });

  test('has its tree sorted by kind and name, and cut to a depth where one is asked for', async () => {
    const root = await replayRoot('a-create.ndjson', { target: CLUSTER });
    const tree = statusOf(root).currentState!.objectTree!;
    const order = (tree.secondaries ?? []).map(({ primary }) => `${primary.kind} ${primary.name}`);
    expect(order).toEqual([...order].sort());
    expect(kindsIn(tree)).toHaveLength(36);
    expect(new Set(kindsIn(statusOf(root, { spec: { depth: 1 } }).currentState!.objectTree))).toEqual(new Set(['Cluster', 'Component']));
  });

  test('at the default size keeps the newest change and says how many are left out', async () => {
    const root = await replayRoot('a-create.ndjson', { target: CLUSTER });
    const whole = statusOf(root, { statusBytes: 262_144 });
    const small = statusOf(root, { statusBytes: 32_768 });
    expect(small.currentState!.changes.at(-1)).toEqual(whole.currentState!.changes.at(-1));
    expect(small.currentState!.changes.length + (small.omitted?.changes ?? 0)).toBe(whole.currentState!.changes.length);
    expect(small.conditions.find(({ type }) => type === 'StatusTruncated')).toMatchObject({ status: 'True', reason: 'OverByteBudget' });
    expect(whole.conditions.find(({ type }) => type === 'StatusTruncated')).toMatchObject({ status: 'False' });
  });
});

test('noise is counted and shown neither as change nor in the summary', async () => {
  const map = { ...CLUSTER };
  const status = statusOf(await replayRoot('k-burst.ndjson', { target: map }));
  expect(status.cycle).toBeUndefined();
  expect(status.omitted?.noise).toBeGreaterThan(100);
  expect(status.currentState!.summary.objectSummaries.every(({ changeSummary }) => Object.keys(changeSummary).length === 0)).toBe(true);
});

test('the status of a Deployment is about its latest cycle: two requests in one', async () => {
  const status = statusOf(await replayRoot('p1-deployment.ndjson', { target: WEB }));
  expect(status.cycle).toMatchObject({ number: 3, state: 'Closed', startTime: '2026-11-30T19:26:36Z', endTime: '2026-11-30T19:27:02Z' });
  expect(status.cycle!.requests).toHaveLength(2);
  expect(status.initialObjectTree?.primary).toMatchObject({ kind: 'Deployment', name: 'web' });
});
