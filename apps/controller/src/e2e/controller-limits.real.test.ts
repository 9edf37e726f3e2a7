// How much the controller writes: trees and messages far larger than a status, and many traces at once.

import { integerAt, listAt, parseJson, stringAt, valueAt } from '@rectrace/kube';
import type { ApiClient, ApiList, ControlPlane } from '@rectrace/testbed';
import { describeReal, freshNamespace, startControlPlane, waitFor } from '@rectrace/testbed';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { StatusWrite } from './audit-log.ts';
import { statusWrites } from './audit-log.ts';
import { ControllerProcess, type InstalledChart, installChart, kubectl, removeFolder } from './controller-process.ts';

const NODES = 3_000;
const CHANGES = 5_000;
const MESSAGE = `配置文件创建成功 🚀 <none> & "quoted" ${'数据库集群正在更新，请稍候。'.repeat(120)}`;
const AT_ONCE = 16;

describeReal('the controller within its limits', () => {
  let plane: ControlPlane;
  let chart: InstalledChart;
  let controller: ControllerProcess;

  beforeAll(async () => {
    plane = await startControlPlane();
    chart = await installChart(plane, { record: [] });
    controller = await ControllerProcess.start(chart);
  }, 120_000);

  afterAll(async () => {
    await controller?.stop();
    if (chart !== undefined) await removeFolder(chart);
    await plane?.stop();
  }, 60_000);

  const apply = (namespace: string, object: object): Promise<string> =>
    kubectl(plane, ['apply', '-n', namespace, '-f', '-'], JSON.stringify(object));
  const traceJson = async (namespace: string, name: string) =>
    parseJson(await kubectl(plane, ['-n', namespace, 'get', 'trace', name, '-o', 'json']));

  test(`a tree of ${NODES} nodes and ${CHANGES} changes of 5 kB stay within 65,536 bytes, at the largest setting within 262,144`, {
    timeout: 400_000,
  }, async () => {
    const namespace = await freshNamespace(plane, 'large');
    const hub = await plane.api.expect({
      method: 'POST',
      path: `/api/v1/namespaces/${namespace}/configmaps`,
      body: { metadata: { name: 'hub' } },
    });
    const target = { apiVersion: 'v1', kind: 'ConfigMap', name: 'hub' };
    await apply(namespace, {
      apiVersion: 'trace.kubeblocks.io/v1',
      kind: 'ReconciliationTrace',
      metadata: { name: 'large' },
      spec: { targetObject: target, celStateEvaluationExpression: 'has(object.data) && has(object.data.done)' },
    });
    const owner = { apiVersion: 'v1', kind: 'ConfigMap', name: 'hub', uid: hub.metadata.uid };
    await times(NODES - 1, (index) => createLeaf(plane.api, { namespace, name: `leaf-${index}`, owner }));
    await times(CHANGES, (index) => createEvent(plane.api, { namespace, index, uid: hub.metadata.uid }));
    const last = `number ${CHANGES - 1}`;
    const isLast = async (): Promise<boolean> => (await newestText(namespace)).includes('the end');
    await createEvent(plane.api, { namespace, index: CHANGES, uid: hub.metadata.uid, text: 'the end' });
    await waitFor(isLast, { timeoutMs: 120_000, what: `the newest change (after ${last}) in the status` });

    const atDefault = statusWrites(plane.auditLog, namespace);
    await expectFinalState(namespace);
    expectWithin(atDefault, { bytes: 65_536, title: 'default' });

    expect(await controller.stop()).toBe(0);
    controller = await ControllerProcess.start(chart, ['--status-bytes=262144']);
    await createEvent(plane.api, { namespace, index: CHANGES + 1, uid: hub.metadata.uid, text: 'after the restart' });
    await waitFor(async () => (await newestText(namespace)).includes('after the restart'), {
      timeoutMs: 60_000,
      what: 'the newest change after the restart',
    });
    const all = statusWrites(plane.auditLog, namespace);
    expectWithin(all.slice(atDefault.length), { bytes: 262_144, title: 'largest' });
    expect(Math.max(...all.slice(atDefault.length).map(({ bytes }) => bytes))).toBeGreaterThan(65_536);
    await expectFinalState(namespace);
  });

  test('a hundred traces that begin at once all have a first status', { timeout: 60_000 }, async () => {
    const namespace = await freshNamespace(plane, 'many');
    const names = Array.from({ length: 100 }, (_, index) => `web-${index}`);
    await times(100, (index) =>
      plane.api.request({
        method: 'POST',
        path: `/api/v1/namespaces/${namespace}/configmaps`,
        body: { metadata: { name: `web-${index}` } },
      }),
    );
    const started = Date.now();
    await kubectl(
      plane,
      ['create', '-n', namespace, '-f', '-'],
      names
        .map((name) =>
          JSON.stringify({
            apiVersion: 'trace.kubeblocks.io/v1',
            kind: 'ReconciliationTrace',
            metadata: { name },
            spec: { targetObject: { apiVersion: 'v1', kind: 'ConfigMap' } },
          }),
        )
        .join('\n'),
    );
    await waitFor(async () => (await withStatus(namespace)) === 100, { timeoutMs: 30_000, what: 'a hundred first statuses' });
    const seconds = (Date.now() - started) / 1_000;
    console.log(`100 traces at once: all have a first status ${seconds.toFixed(1)} s after the first was created`);
  });

  async function newestText(namespace: string): Promise<string> {
    const trace = await traceJson(namespace, 'large');
    return stringAt(listAt(trace, ['status', 'currentState', 'changes']).at(-1), ['description']) ?? '';
  }

  async function withStatus(namespace: string): Promise<number> {
    const { items } = await plane.api.expect<ApiList>({
      path: `/apis/trace.kubeblocks.io/v1/namespaces/${namespace}/reconciliationtraces`,
    });
    return items.filter((item) => 'status' in item).length;
  }

  /** Conditions, the newest change last, the newest run of changes, the tree summed up by type, and counts of what was left out. */
  async function expectFinalState(namespace: string): Promise<void> {
    const status = valueAt(await traceJson(namespace, 'large'), ['status']);
    const conditions = listAt(status, ['conditions']).map((item) => `${stringAt(item, ['type'])}=${stringAt(item, ['status'])}`);
    expect(conditions).toEqual(['ExpressionValid=True', 'Recording=True', 'StatusTruncated=True', 'TargetFound=True']);
    const shown = listAt(status, ['currentState', 'changes']).length;
    expect(shown + Number(integerAt(status, ['omitted', 'changes']))).toBeGreaterThanOrEqual(NODES + CHANGES);
    expect(Number(integerAt(status, ['omitted', 'objects']))).toBe(NODES - 1);
    expect(listAt(status, ['currentState', 'summary', 'objectSummaries'])[0]).toMatchObject({
      objectType: { apiVersion: 'v1', kind: 'ConfigMap' },
      total: NODES,
    });
    expect(stringAt(status, ['currentState', 'objectTree', 'primary', 'name'])).toBe('hub');
    expect(stringAt(status, ['cycle', 'state'])).toBe('Open');
  }
});

function expectWithin(writes: readonly StatusWrite[], { bytes, title }: { readonly bytes: number; readonly title: string }): void {
  const largest = Math.max(...writes.map((write) => write.bytes));
  const pauses = writes
    .slice(1)
    .map(({ at }, index) => ({ ms: at - writes[index]!.at, needed: Math.max(1_000, (writes[index]!.bytes / 16_384) * 1_000) }));
  const tightest = Math.min(...pauses.map(({ ms, needed }) => ms / needed));
  const kib = writes.reduce((total, write) => total + write.bytes, 0) / 1024;
  console.log(
    `status writes at the ${title} size: ${writes.length}, largest ${largest} of ${bytes} bytes, ${kib.toFixed(0)} KiB in all, shortest pause ${tightest.toFixed(2)} of the interval`,
  );
  expect(writes.length).toBeGreaterThan(0);
  expect(largest).toBeLessThanOrEqual(bytes);
  // The audit log's times are those of arrival, to the millisecond.
  for (const { ms, needed } of pauses) expect(ms).toBeGreaterThan(needed - 2);
}

async function createLeaf(
  api: ApiClient,
  { namespace, name, owner }: { readonly namespace: string; readonly name: string; readonly owner: object },
): Promise<void> {
  await api.expect({
    method: 'POST',
    path: `/api/v1/namespaces/${namespace}/configmaps`,
    body: { metadata: { name, ownerReferences: [owner] } },
  });
}

async function createEvent(
  api: ApiClient,
  {
    namespace,
    index,
    uid,
    text = '',
  }: { readonly namespace: string; readonly index: number; readonly uid: string; readonly text?: string },
): Promise<void> {
  const time = new Date().toISOString().replace(/\.\d+Z/, 'Z');
  const body = {
    metadata: { name: `hub.${index}` },
    involvedObject: { apiVersion: 'v1', kind: 'ConfigMap', namespace, name: 'hub', uid },
    type: 'Warning',
    reason: 'StillWorking',
    message: `number ${index} ${text} ${MESSAGE}`,
    source: { component: 'burden' },
    firstTimestamp: time,
    lastTimestamp: time,
    count: 1,
  };
  await api.expect({ method: 'POST', path: `/api/v1/namespaces/${namespace}/events`, body });
}

async function times(count: number, work: (index: number) => Promise<unknown>): Promise<void> {
  let next = 0;
  const worker = async (): Promise<void> => {
    while (next < count) {
      const index = next;
      next += 1;
      await work(index);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
}
