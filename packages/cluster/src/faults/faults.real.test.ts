import { setTimeout as sleep } from 'node:timers/promises';
import type { ControlPlane, SecondApiServer } from '@rectrace/testbed';
import { createApiClient, describeReal, freshNamespace, startControlPlane, startFaultProxy } from '@rectrace/testbed';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { loadCluster } from '../kubeconfig/load-cluster.ts';
import { nodeClock } from '../node-clock.ts';
import { seededChance } from './chance.ts';
import { FAULT_CLASSES } from './fault-classes.ts';
import type { FaultFigures } from './fault-run.ts';
import { formatFigures, runFaults } from './fault-run.ts';

const FAULTS = 4;
const RESTARTS = 2;
const SEED = 20260101;

describeReal('each class of faults: every revision is recorded once or lies in a gap', (plane) => {
  describe.concurrent('through a fault proxy', () => {
    test.each(FAULT_CLASSES)('$title', async ({ title, strike }) => {
      const proxy = await startFaultProxy({ cluster: plane() });
      const random = seededChance(SEED);
      const disturbed = await loadCluster({ kubeconfig: proxy.kubeconfig, env: {}, clock: nodeClock(() => Date.now()), random });
      try {
        const namespace = await freshNamespace(plane(), `faults ${title}`);
        const figures = await runFaults({
          title,
          disturbed,
          direct: plane().api,
          namespace,
          faults: FAULTS,
          random,
          strike: (more) => strike(proxy, more),
        });
        console.log(formatFigures(figures));
        expect(figures).toMatchObject({ unexplained: 0, doubled: 0, invented: 0, epochs: 0 });
        expect(figures.recorded + figures.inGaps).toBe(figures.written);
        expect(figures.inGaps).toBe(figures.cameAndWent);
      } finally {
        disturbed.close();
        await proxy.stop();
      }
    });
  });
});

describeReal('a restarted API server: every revision is recorded once or lies in a gap', () => {
  let plane: ControlPlane;
  let second: SecondApiServer;
  beforeAll(async () => {
    plane = await startControlPlane({ controllers: false });
    second = await plane.secondApiServer();
  });
  afterAll(async () => {
    await plane.stop();
  });

  async function run(title: string, strike: (more: (writes: number) => Promise<void>) => Promise<void>): Promise<FaultFigures> {
    const random = seededChance(SEED);
    const direct = createApiClient({ serverUrl: second.url, caFile: plane.caFile, token: plane.adminToken });
    const disturbed = await loadCluster({ kubeconfig: plane.kubeconfig, env: {}, clock: nodeClock(() => Date.now()), random });
    try {
      await direct.expect({ method: 'POST', path: '/api/v1/namespaces', body: { metadata: { name: title } } });
      const figures = await runFaults({ title, disturbed, direct, namespace: title, faults: RESTARTS, random, strike });
      console.log(formatFigures(figures));
      expect(figures).toMatchObject({ unexplained: 0, doubled: 0, invented: 0, epochs: 0 });
      expect(figures.recorded + figures.inGaps).toBe(figures.written);
      return figures;
    } finally {
      disturbed.close();
      direct.close();
    }
  }

  test('killed and started again', async () => {
    const figures = await run('restart', async (more) => {
      await Promise.all([plane.restartApiServer(), more(10)]);
    });
    expect(figures.relists).toBeGreaterThan(0);
    expect(figures.inGaps).toBe(figures.cameAndWent);
  });

  test('away while the storage is compacted', async () => {
    const figures = await run('restart-compacted', async (more) => {
      const back = plane.restartApiServer({ downMs: 800 });
      await sleep(100);
      await more(10);
      await plane.compactEtcd();
      await back;
    });
    expect(figures.inGaps).toBeGreaterThan(figures.cameAndWent);
  });
});
