// What a trace costs the controller: its memory with 20 traces of trees of 8 objects, and with 80 more, objects included; garbage collected.
import { setTimeout as pause } from 'node:timers/promises';
import type { ClusterAccess } from '@rectrace/testbed';
import type { Benchmark } from '../benchmark.ts';
import { withCluster } from '../cluster/bench-cluster.ts';
import { BenchController } from '../cluster/bench-controller.ts';
import { createDeployments, createTraces, deploymentNames, firstStatuses } from '../cluster/deployments.ts';
import type { Inspector, Memory } from '../cluster/inspector.ts';
import { atMost } from '../figure.ts';

const FEW = 20;
const MANY = 100;
/** A Deployment, its ReplicaSet and six Pods. */
const REPLICAS = 6;
const MOST_MIB = 0.7;
const MIB = 2 ** 20;
const NAMESPACE = 'default';
/** Statuses are written for a while after the first one. */
const SETTLE_MS = 20_000;

export const memory: Benchmark = {
  name: 'memory',
  about: 'memory per trace of a tree of 8 objects: with 20 and with 100 traces, after garbage collection',
  needs: ['controlPlane', 'bundles'],
  run: ({ log }) =>
    withCluster({ controllers: true, log }, async (plane) => {
      const controller = await BenchController.start(plane, { inspect: true });
      try {
        const inspector = await controller.inspector();
        const few = await measure(plane, { names: deploymentNames(0, FEW), inspector });
        log(`memory: ${FEW} traces: ${(held(few) / MIB).toFixed(1)} MiB`);
        const many = await measure(plane, { names: deploymentNames(FEW, MANY), inspector });
        inspector.close();
        const added = MANY - FEW;
        return [
          { name: 'heap and buffers per trace', value: (held(many) - held(few)) / added / MIB, unit: 'MiB', target: atMost(MOST_MIB) },
          { name: 'RSS per trace', value: (many.rss - few.rss) / added / MIB, unit: 'MiB', target: atMost(MOST_MIB) },
          { name: `heap and buffers with ${FEW} traces`, value: held(few) / MIB, unit: 'MiB' },
          { name: `heap and buffers with ${MANY} traces`, value: held(many) / MIB, unit: 'MiB' },
          { name: `RSS with ${MANY} traces`, value: many.rss / 1e6, unit: 'MB' },
        ];
      } finally {
        await controller.stop();
        controller.remove();
      }
    }),
};

type Measuring = { readonly names: readonly string[]; readonly inspector: Inspector };

function held({ heapUsed, external }: Memory): number {
  return heapUsed + external;
}

/** Adds Deployments and a trace of each, waits until all is written, and weighs the controller. */
async function measure(plane: ClusterAccess, { names, inspector }: Measuring): Promise<Memory> {
  await createDeployments(plane, { namespace: NAMESPACE, names, replicas: REPLICAS });
  await createTraces(plane, { namespace: NAMESPACE, names });
  await firstStatuses(plane, { namespace: NAMESPACE, names });
  await pause(SETTLE_MS);
  return inspector.memory();
}
