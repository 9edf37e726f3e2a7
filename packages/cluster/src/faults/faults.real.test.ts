import { setTimeout as sleep } from 'node:timers/promises';
import type { ApiClient, ControlPlane } from '@rectrace/testbed';
import { createApiClient, describeReal, freshNamespace, startControlPlane, startFaultProxy } from '@rectrace/testbed';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { FAULT_CLASSES } from './fault-classes.ts';
import { formatFigures } from './fault-run.ts';
import { CONFIG_MAPS } from './fault-subject.ts';
import { breaches, runFaulted } from './faulted-cluster.ts';

const FAULTS = 4;
const RESTARTS = 2;
const SEED = 20260101;

describeReal('each class of faults: every revision is recorded once or lies in a gap', (plane) => {
  describe.concurrent('through a fault proxy', () => {
    test.for(FAULT_CLASSES)('$title', async ({ title, strike }) => {
      const proxy = await startFaultProxy({ cluster: plane() });
      try {
        const namespace = await freshNamespace(plane(), `faults ${title}`);
        const { kubeconfig } = proxy;
        const figures = await runFaulted({
          title,
          kubeconfig,
          direct: plane().api,
          subject: CONFIG_MAPS,
          namespace,
          faults: FAULTS,
          seed: SEED,
          strike: (more) => strike(proxy, more),
        });
        console.log(formatFigures(figures));
        expect(breaches(figures)).toEqual([]);
        expect(figures.inGaps).toBe(figures.cameAndWent);
        expect(Object.values(proxy.stats().faults).reduce((sum, count) => sum + count, 0)).toBeGreaterThanOrEqual(FAULTS);
      } finally {
        await proxy.stop();
      }
    });
  });
});

describeReal('a restarted API server: every revision is recorded once or lies in a gap', () => {
  let plane: ControlPlane;
  let direct: ApiClient;
  beforeAll(async () => {
    plane = await startControlPlane({ controllers: false });
    const second = await plane.secondApiServer();
    direct = createApiClient({ serverUrl: second.url, caFile: plane.caFile, token: plane.adminToken });
  });
  afterAll(async () => {
    direct.close();
    await plane.stop();
  });

  test('killed and started again', async () => {
    await direct.expect({ method: 'POST', path: '/api/v1/namespaces', body: { metadata: { name: 'restart' } } });
    const figures = await runFaulted({
      title: 'restart',
      kubeconfig: plane.kubeconfig,
      direct,
      subject: CONFIG_MAPS,
      namespace: 'restart',
      faults: RESTARTS,
      seed: SEED,
      strike: async (more) => {
        await Promise.all([plane.restartApiServer(), more(10)]);
      },
    });
    console.log(formatFigures(figures));
    expect(breaches(figures)).toEqual([]);
    expect(figures.relists).toBeGreaterThan(0);
    expect(figures.inGaps).toBe(figures.cameAndWent);
  });

  test('away while the storage is compacted', async () => {
    await direct.expect({ method: 'POST', path: '/api/v1/namespaces', body: { metadata: { name: 'compacted' } } });
    const figures = await runFaulted({
      title: 'restart-compacted',
      kubeconfig: plane.kubeconfig,
      direct,
      subject: CONFIG_MAPS,
      namespace: 'compacted',
      faults: RESTARTS,
      seed: SEED,
      strike: async (more) => {
        const back = plane.restartApiServer({ downMs: 800 });
        await sleep(100);
        await more(10);
        await plane.compactEtcd();
        await back;
      },
    });
    console.log(formatFigures(figures));
    expect(breaches(figures)).toEqual([]);
    expect(figures.inGaps).toBeGreaterThan(figures.cameAndWent);
  });
});
