// 100 traces switched on at once: how long until each has a first status.

import { processUsage } from '@rectrace/testing';
import type { Benchmark } from '../benchmark.ts';
import { withCluster } from '../cluster/bench-cluster.ts';
import { BenchController } from '../cluster/bench-controller.ts';
import { createDeployments, createTraces, deploymentNames, firstStatuses } from '../cluster/deployments.ts';
import { atMost } from '../figure.ts';

const TRACES = 100;
const REPLICAS = 2;
const MOST_SECONDS = 10;
const NAMESPACE = 'default';

export const traces: Benchmark = {
  name: 'traces',
  about: '100 traces switched on at once: all have a first status',
  needs: ['controlPlane', 'bundles'],
  run: ({ log }) =>
    withCluster({ controllers: true, log }, async (plane) => {
      const names = deploymentNames(0, TRACES);
      await createDeployments(plane, { namespace: NAMESPACE, names, replicas: REPLICAS });
      const controller = await BenchController.start(plane);
      try {
        const before = processUsage(controller.pid);
        const cpu = process.cpuUsage();
        const started = performance.now();
        await createTraces(plane, { namespace: NAMESPACE, names });
        const createdMs = performance.now() - started;
        await firstStatuses(plane, { namespace: NAMESPACE, names });
        const wallMs = performance.now() - started;
        const { user, system } = process.cpuUsage(cpu);
        const after = processUsage(controller.pid);
        return [
          { name: 'from the first request to the last first status', value: wallMs / 1000, unit: 's', target: atMost(MOST_SECONDS) },
          { name: 'of that until all traces were created', value: createdMs / 1000, unit: 's' },
          { name: 'CPU of the controller', value: (after.cpuMs - before.cpuMs) / 1000, unit: 's' },
          { name: 'RSS of the controller at its highest', value: after.peakMb, unit: 'MB' },
          { name: 'load generator: CPU', value: (user + system) / 1e6, unit: 's' },
        ];
      } finally {
        await controller.stop();
        controller.remove();
      }
    }),
};
