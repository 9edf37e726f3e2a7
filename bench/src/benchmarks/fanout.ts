// Events that reach 100 watchers of one collection, a second: the virtual control plane against kube-apiserver with etcd, in one run.
import { startControlPlane } from '@rectrace/testbed';
import type { Benchmark } from '../benchmark.ts';
import { atLeast } from '../figure.ts';
import { runFanOut } from '../plane/fan-out.ts';
import { realServer } from '../plane/real-server.ts';
import type { LoadedServer } from '../plane/virtual-program.ts';
import { startVirtualProgram } from '../plane/virtual-program.ts';

const WATCHES = 100;
const WRITERS = 8;
const WARM_UP_WRITES = 200;
const WRITES = 1_000;
const LEAST_TIMES = 1.5;

export const fanout: Benchmark = {
  name: 'fanout',
  about: 'events of 1.5 kB to 100 watchers of one collection, against kube-apiserver with etcd',
  needs: ['controlPlane', 'bundles'],
  run: async ({ log }) => {
    const theirs = await startControlPlane({ controllers: false, log });
    const ours = await startVirtualProgram();
    try {
      const real = await measure(realServer(theirs));
      const own = await measure(ours.server);
      return [
        { name: 'events to 100 watchers', value: own, unit: '/s' },
        { name: 'kube-apiserver, events to 100 watchers', value: real, unit: '/s' },
        { name: 'ours to theirs', value: own / real, unit: 'x', target: atLeast(LEAST_TIMES) },
      ];
    } finally {
      await ours.stop();
      await theirs.stop();
    }
  },
};

async function measure(server: LoadedServer): Promise<number> {
  const given = { watches: WATCHES, writers: WRITERS };
  await runFanOut(server, { ...given, writes: WARM_UP_WRITES, prefix: 'warm' });
  return runFanOut(server, { ...given, writes: WRITES, prefix: 'run' });
}
