// The controller on a real control plane and on ours with the real controllers, installed by its chart and held to the rights of its ServiceAccount.

import { integerAt, listAt, stringAt } from '@rectrace/kube';
import { describeReal, freshNamespace, startControlPlane } from '@rectrace/testbed';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { CliRecording } from './cli-recording.ts';
import { ControllerProcess, type InstalledChart, installChart, kubectl, removeFolder } from './controller-process.ts';
import type { CycleRow } from './scenario.ts';
import { cliRows, formatRows, furthestApart, TraceWatcher, timelineRows } from './scenario.ts';
import { installStores, newStore, STORE_GROUP, StoreOperator } from './store-operator.ts';
import type { StoppableCluster } from './virtual-plane.ts';
import { startVirtualPlane } from './virtual-plane.ts';

const HEADER = /^NAME +AGE +TARGET_NS +TARGET_NAME +API_VERSION +KIND +NAMESPACE +NAME +CHANGE *$/;

/** The trace's times are whole seconds. */
const CLOCKS_APART_MS = 3_000;

function withoutTimes({ start: _, end: __, ...row }: CycleRow): Omit<CycleRow, 'start' | 'end'> {
  return row;
}

const SERVERS: readonly (readonly [title: string, start: () => Promise<StoppableCluster>])[] = [
  ['kube-apiserver', startControlPlane],
  ['the virtual API server', startVirtualPlane],
];

describeReal('the controller', () => {
  describe.each(SERVERS)('on %s', (_title, start) => followsRuns(start));
});

function followsRuns(start: () => Promise<StoppableCluster>): void {
  let plane: StoppableCluster;
  let chart: InstalledChart;
  let controller: ControllerProcess;

  beforeAll(async () => {
    plane = await start();
    await installStores(plane.api);
    chart = await installChart(plane, { record: [], watch: { extra: [{ apiGroup: STORE_GROUP, resources: ['stores', 'shelves'] }] } });
    controller = await ControllerProcess.start(chart);
  }, 120_000);

  afterAll(async () => {
    await controller?.stop();
    if (chart !== undefined) await removeFolder(chart);
    await plane?.stop();
  }, 60_000);

  const apply = (namespace: string, object: object): Promise<string> =>
    kubectl(plane, ['apply', '-n', namespace, '-f', '-'], JSON.stringify(object));
  const run = (namespace: string, ...args: readonly string[]): Promise<string> => kubectl(plane, ['-n', namespace, ...args]);

  type Followed = { readonly watcher: TraceWatcher; readonly cli: CliRecording };

  /** A trace of the target, and the CLI recording it on its own, both before it exists. */
  async function follow(
    namespace: string,
    target: { readonly apiVersion?: string; readonly kind: string; readonly name: string },
  ): Promise<Followed> {
    const cli = new CliRecording(plane, { target: { namespace, kind: target.kind, name: target.name }, folder: chart.folder });
    await apply(namespace, {
      apiVersion: 'trace.kubeblocks.io/v1',
      kind: 'ReconciliationTrace',
      metadata: { name: 'run', namespace },
      spec: { targetObject: target },
    });
    await cli.watching();
    return { watcher: new TraceWatcher(plane, { namespace, name: 'run' }), cli };
  }

  /** Prints the cycles of the run, and expects the trace, the read API and `rectrace timeline` to tell the same. */
  async function compare({ watcher, cli }: Followed, { title, root }: { readonly title: string; readonly root: string }): Promise<void> {
    const { code, text } = await controller.get(`/v1/timeline?root=${root}`, plane.adminToken);
    expect(code).toBe(200);
    const ours = timelineRows(text);
    const theirs = cliRows(await cli.timeline());
    console.log(`${formatRows(title, watcher.rows)}\n${formatRows('  the same of rectrace timeline', theirs)}`);
    expect(watcher.rows).toEqual(ours);
    expect(theirs.map(withoutTimes)).toEqual(ours.map(withoutTimes));
    expect(furthestApart(ours, theirs)).toBeLessThan(CLOCKS_APART_MS);
  }

  /** Longer than the hold: what is stuck does not count as done. */
  async function staysOpen(watcher: TraceWatcher): Promise<void> {
    await new Promise((resolve) => setTimeout(resolve, 7_000));
    expect(watcher.rows.at(-1)).toMatchObject({ number: 4, state: 'Open', end: '' });
  }

  const causes = (watcher: TraceWatcher): readonly string[] => watcher.rows.map(({ cause }) => cause.split(':')[0] ?? '');

  describe.concurrent('follows through create, scale, image change, stuck image, pod loss and deletion', () => {
    const SIX = ['created', 'generation', 'generation', 'generation', 'unprompted', 'deletion'];

    test('a Deployment', { timeout: 240_000 }, async () => {
      const namespace = await freshNamespace(plane, 'deployment');
      const followed = await follow(namespace, { apiVersion: 'apps/v1', kind: 'Deployment', name: 'web' });
      await run(namespace, 'create', 'deployment', 'web', '--image=shop/web:1', '--replicas=2');
      const { watcher } = followed;
      await watcher.until(1, 'Closed');
      expect((await run(namespace, 'get', 'trace')).split('\n')[0]).toMatch(HEADER);
      expect(await run(namespace, 'get', 'trace', 'run', '--no-headers')).toMatch(
        /^run +\d+s +web +apps\/v1 +Deployment +\S+ +web +Update *\n$/,
      );
      await run(namespace, 'scale', 'deployment', 'web', '--replicas=3');
      await watcher.until(2, 'Closed');
      await run(namespace, 'set', 'image', 'deployment/web', 'web=shop/web:2');
      await watcher.until(3, 'Closed');
      await run(namespace, 'set', 'image', 'deployment/web', 'web=shop/does-not-exist:3');
      await watcher.until(4, 'Open');
      await staysOpen(watcher);
      await run(namespace, 'set', 'image', 'deployment/web', 'web=shop/web:4');
      await watcher.until(4, 'Closed');
      const pod = await run(namespace, 'get', 'pod', '-l', 'app=web', '-o', 'jsonpath={.items[0].metadata.name}');
      await run(namespace, 'delete', 'pod', pod, '--wait=false');
      await watcher.until(5, 'Closed');
      await run(namespace, 'delete', 'deployment', 'web');
      await watcher.until(6, 'Closed');
      expect(causes(watcher)).toEqual(SIX);
      expect(watcher.rows[3]?.requests).toBe(1);
      await compare(followed, { title: 'Deployment web', root: `Deployment.apps/${namespace}/web` });
      expect(listAt(watcher.status, ['currentState', 'summary', 'objectSummaries']).every((row) => integerAt(row, ['total']) === 0)).toBe(
        true,
      );
      await watcher.stop();
    });

    test('a StatefulSet with claims', { timeout: 240_000 }, async () => {
      const namespace = await freshNamespace(plane, 'statefulset');
      const followed = await follow(namespace, { kind: 'StatefulSet', name: 'db' });
      await apply(namespace, statefulSet('shop/db:1'));
      const { watcher } = followed;
      await watcher.until(1, 'Closed');
      await run(namespace, 'scale', 'statefulset', 'db', '--replicas=3');
      await watcher.until(2, 'Closed');
      await run(namespace, 'set', 'image', 'statefulset/db', 'db=shop/db:2');
      await watcher.until(3, 'Closed');
      await run(namespace, 'set', 'image', 'statefulset/db', 'db=shop/does-not-exist:3');
      await watcher.until(4, 'Open');
      await staysOpen(watcher);
      await run(namespace, 'set', 'image', 'statefulset/db', 'db=shop/db:4');
      await run(namespace, 'delete', 'pod', 'db-2', '--wait=false');
      await watcher.until(4, 'Closed');
      await run(namespace, 'delete', 'pod', 'db-1', '--wait=false');
      await watcher.until(5, 'Closed');
      await run(namespace, 'delete', 'statefulset', 'db');
      await watcher.until(6, 'Closed');
      expect(causes(watcher)).toEqual(SIX);
      await compare(followed, { title: 'StatefulSet db', root: `StatefulSet.apps/${namespace}/db` });
      const left = listAt(watcher.status, ['currentState', 'summary', 'objectSummaries']).filter(
        (row) => Number(integerAt(row, ['total']) ?? 0) > 0,
      );
      expect(left.map((row) => stringAt(row, ['objectType', 'kind']))).toEqual(['PersistentVolume', 'PersistentVolumeClaim']);
      await watcher.stop();
    });

    test('a custom operator of three levels', { timeout: 240_000 }, async ({ onTestFinished }) => {
      const namespace = await freshNamespace(plane, 'stores');
      const operator = new StoreOperator(plane.api, namespace);
      operator.start();
      onTestFinished(() => operator.stop());
      const followed = await follow(namespace, { apiVersion: `${STORE_GROUP}/v1`, kind: 'Store', name: 'mart' });
      const patch = (spec: object): Promise<string> =>
        run(namespace, 'patch', 'store', 'mart', '--type=merge', '-p', JSON.stringify({ spec }));
      await apply(namespace, newStore(namespace, { name: 'mart', shelves: 2, image: 'shop/goods:1' }));
      const { watcher } = followed;
      await watcher.until(1, 'Closed');
      await patch({ shelves: 3 });
      await watcher.until(2, 'Closed');
      await patch({ image: 'shop/goods:2' });
      await watcher.until(3, 'Closed');
      await patch({ image: 'shop/does-not-exist:3' });
      await watcher.until(4, 'Open');
      await staysOpen(watcher);
      await patch({ image: 'shop/goods:4' });
      await watcher.until(4, 'Closed');
      await run(namespace, 'delete', 'pod', 'mart-1-pod', '--wait=false');
      await watcher.until(5, 'Closed');
      await run(namespace, 'delete', 'store', 'mart');
      await watcher.until(6, 'Closed');
      expect(causes(watcher)).toEqual(SIX);
      await compare(followed, { title: 'Store mart', root: `Store.${STORE_GROUP}/${namespace}/mart` });
      await watcher.stop();
    });
  });

  test('was refused nothing that it asked for', () => {
    const complaints = controller.lines.filter(({ level, msg }) => level >= 40 && !/does not exist yet|was deleted/.test(msg));
    expect(complaints).toEqual([]);
  });
}

function statefulSet(image: string): object {
  const labels = { app: 'db' };
  const claim = { metadata: { name: 'data' }, spec: { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1Gi' } } } };
  return {
    apiVersion: 'apps/v1',
    kind: 'StatefulSet',
    metadata: { name: 'db' },
    spec: {
      replicas: 2,
      serviceName: 'db',
      selector: { matchLabels: labels },
      template: { metadata: { labels }, spec: { containers: [{ name: 'db', image }] } },
      volumeClaimTemplates: [claim],
    },
  };
}
