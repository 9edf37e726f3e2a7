// Resident memory: the virtual control plane as `rectrace virtual up` runs it, empty and with 10,000 Pods, beside kube-apiserver and etcd with the same.
import { setTimeout as pause } from 'node:timers/promises';
import type { ControlPlane } from '@rectrace/testbed';
import { startControlPlane } from '@rectrace/testbed';
import { processUsage } from '@rectrace/testing';
import type { Benchmark } from '../benchmark.ts';
import { atMost } from '../figure.ts';
import { createPods } from '../plane/pods.ts';
import { realServer } from '../plane/real-server.ts';
import { startVirtualProgram } from '../plane/virtual-program.ts';

const PODS = 10_000;
const MOST_EMPTY_MB = 120;
const MOST_FILLED_MB = 400;
/** What the start needed and nobody needs any more is given back by then. */
const SETTLE_MS = 5_000;

export const footprint: Benchmark = {
  name: 'footprint',
  about: 'resident memory of the virtual control plane: empty, and with 10,000 Pods',
  needs: ['controlPlane', 'bundles'],
  run: async ({ log }) => {
    const ours = await startVirtualProgram();
    const theirs = await startControlPlane({ controllers: false, log });
    try {
      await pause(SETTLE_MS);
      const empty = processUsage(ours.pid);
      const emptyTheirs = rssOf(theirs);
      log(`footprint: ${PODS} Pods`);
      await createPods(ours.server, PODS, { withAccount: true });
      await createPods(realServer(theirs), PODS, { withAccount: false });
      await pause(SETTLE_MS);
      const filled = processUsage(ours.pid);
      return [
        { name: 'RSS empty', value: empty.rssMb, unit: 'MB', target: atMost(MOST_EMPTY_MB) },
        { name: `RSS with ${PODS} Pods`, value: filled.rssMb, unit: 'MB', target: atMost(MOST_FILLED_MB) },
        { name: 'RSS at its highest', value: filled.peakMb, unit: 'MB' },
        { name: 'kube-apiserver and etcd, empty', value: emptyTheirs, unit: 'MB' },
        { name: `kube-apiserver and etcd with ${PODS} Pods`, value: rssOf(theirs), unit: 'MB' },
      ];
    } finally {
      await ours.stop();
      await theirs.stop();
    }
  },
};

function rssOf(plane: ControlPlane): number {
  return Object.values(plane.pids()).reduce((sum, pid) => sum + processUsage(pid).rssMb, 0);
}
