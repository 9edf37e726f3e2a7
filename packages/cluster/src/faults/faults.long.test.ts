// The fault runs at length: a hundred faults of each class, a hundred restarts of the API server. `npm run long -- faults`.

import { setTimeout as sleep } from 'node:timers/promises';
import type { ApiClient, ControlPlane } from '@rectrace/testbed';
import { createApiClient, describeReal, freshNamespace, startControlPlane, startFaultProxy } from '@rectrace/testbed';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { FAULT_CLASSES } from './fault-classes.ts';
import type { FaultFigures } from './fault-run.ts';
import { formatFigures } from './fault-run.ts';
import { CONFIG_MAPS, DEPLOYMENTS } from './fault-subject.ts';
import { breaches, runFaulted } from './faulted-cluster.ts';

declare module 'vitest' {
  interface TaskMeta {
    figures?: unknown;
  }
}

const FAULTS = Number(process.env['RECTRACE_FAULTS'] ?? 100);
/** A second kind, whose controller writes at the same time. */
const ALSO_OF_DEPLOYMENTS = ['cut', 'half-open', 'truncate-all', 'status-410-watches', 'error-event-410', 'replay', 'close-at-once'];
const SEED = Number(process.env['RECTRACE_SEED'] ?? 1);

function note(figures: FaultFigures, { task }: { readonly task: { readonly meta: { figures?: unknown } } }): void {
  console.log(formatFigures(figures));
  task.meta.figures = figures;
  expect(breaches(figures)).toEqual([]);
}

describeReal(`${FAULTS} faults of each class`, (plane) => {
  describe.concurrent('through a fault proxy', () => {
    const runs = [
      ...FAULT_CLASSES.map(({ title, strike }) => ({ title, strike, subject: CONFIG_MAPS })),
      ...FAULT_CLASSES.filter(({ title }) => ALSO_OF_DEPLOYMENTS.includes(title)).map(({ title, strike }) => ({
        title: `${title} of Deployments`,
        strike,
        subject: DEPLOYMENTS,
      })),
    ];
    test.for(runs)('$title', async ({ title, strike, subject }, context) => {
      const proxy = await startFaultProxy({ cluster: plane() });
      try {
        const namespace = await freshNamespace(plane(), `faults ${title}`);
        const options = { title, kubeconfig: proxy.kubeconfig, direct: plane().api, subject, namespace, faults: FAULTS, seed: SEED };
        const figures = await runFaulted({ ...options, strike: (more) => strike(proxy, more) });
        note(figures, context);
        expect(figures.inGaps).toBe(figures.cameAndWent);
        expect(Object.values(proxy.stats().faults).reduce((sum, count) => sum + count, 0)).toBeGreaterThanOrEqual(FAULTS);
      } finally {
        await proxy.stop();
      }
    });
  });
});

describeReal(`${FAULTS} restarts of the API server`, () => {
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

  const restarts: readonly { readonly title: string; strike(more: (writes: number) => Promise<void>): Promise<void> }[] = [
    {
      title: 'restart-killed',
      strike: async (more) => {
        await Promise.all([plane.restartApiServer(), more(10)]);
      },
    },
    {
      title: 'restart-terminated',
      strike: async (more) => {
        await Promise.all([plane.restartApiServer({ signal: 'SIGTERM' }), more(10)]);
      },
    },
    {
      title: 'restart-compacted',
      strike: async (more) => {
        const back = plane.restartApiServer({ downMs: 800 });
        await sleep(100);
        await more(10);
        await plane.compactEtcd();
        await back;
      },
    },
  ];

  test.for(restarts)('$title', async ({ title, strike }, context) => {
    await direct.expect({ method: 'POST', path: '/api/v1/namespaces', body: { metadata: { name: title } } });
    const options = {
      title,
      kubeconfig: plane.kubeconfig,
      direct,
      subject: CONFIG_MAPS,
      namespace: title,
      faults: FAULTS,
      seed: SEED,
      strike,
    };
    note(await runFaulted(options), context);
  });
});
