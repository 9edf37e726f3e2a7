// From starting the process to its first answer over HTTPS: `rectrace virtual up` against kube-apiserver, whose etcd runs already and holds what it
// wrote at its first start.
import { startControlPlane } from '@rectrace/testbed';
import type { Benchmark } from '../benchmark.ts';
import { atMost, median } from '../figure.ts';
import { BareClient } from '../plane/bare-client.ts';
import { startVirtualProgram } from '../plane/virtual-program.ts';

const TURNS = 7;
/** A first start reads the program from the disk and fills its compile cache. */
const WARM_UP = 2;
const MOST_SHARE = 1 / 5;

export const boot: Benchmark = {
  name: 'boot',
  about: '`rectrace virtual up` to its first answer, against kube-apiserver on a running etcd',
  needs: ['controlPlane', 'bundles'],
  run: async ({ log }) => {
    const plane = await startControlPlane({ controllers: false, log });
    try {
      const times: { readonly ours: number; readonly theirs: number }[] = [];
      for (let turn = 0; turn < WARM_UP + TURNS; turn++)
        times.push({ ours: await bootOnce(), theirs: await timed(() => plane.restartApiServer()) });
      const measured = times.slice(WARM_UP);
      const ours = median(measured.map((time) => time.ours));
      const theirs = median(measured.map((time) => time.theirs));
      return [
        { name: '`rectrace virtual up` to its first answer', value: ours, unit: 'ms' },
        { name: 'kube-apiserver until it is ready', value: theirs, unit: 'ms' },
        { name: 'ours to theirs', value: ours / theirs, unit: 'x', target: atMost(MOST_SHARE) },
      ];
    } finally {
      await plane.stop();
    }
  },
};

async function bootOnce(): Promise<number> {
  const started = performance.now();
  const program = await startVirtualProgram();
  const client = await BareClient.open(program.server);
  await client.timed({ method: 'GET', path: '/api/v1/namespaces' });
  const ms = performance.now() - started;
  client.close();
  await program.stop();
  return ms;
}

async function timed(work: () => Promise<void>): Promise<number> {
  const started = performance.now();
  await work();
  return performance.now() - started;
}
