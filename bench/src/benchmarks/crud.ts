// Requests a second and their 99th percentile: the virtual control plane as `rectrace virtual up` runs it against kube-apiserver with etcd, with the
// same client in the same run, in turns. Both with RBAC, validation and an audit log, over TLS.
import { startControlPlane } from '@rectrace/testbed';
import type { Benchmark } from '../benchmark.ts';
import type { Figure } from '../figure.ts';
import { atLeast, atMost } from '../figure.ts';
import type { MixMeasured } from '../plane/config-map-mix.ts';
import { runMix } from '../plane/config-map-mix.ts';
import { realServer } from '../plane/real-server.ts';
import type { LoadedServer } from '../plane/virtual-program.ts';
import { startVirtualProgram } from '../plane/virtual-program.ts';

const CONNECTIONS = [1, 8, 32];
const WARM_UP_MS = 2_000;
const DURATION_MS = 6_000;
const LEAST_TIMES = 3;

export const crud: Benchmark = {
  name: 'crud',
  about: 'ConfigMaps of 1.5 kB created, read, patched, updated and deleted over TLS, against kube-apiserver with etcd',
  needs: ['controlPlane', 'bundles'],
  run: async ({ log }) => {
    const theirs = await startControlPlane({ controllers: false, log });
    const ours = await startVirtualProgram();
    try {
      const figures: Figure[] = [];
      for (const connections of CONNECTIONS) {
        log(`crud: ${connections} connections`);
        const measured = { theirs: await measure(realServer(theirs), connections), ours: await measure(ours.server, connections) };
        figures.push(...figuresOf(connections, measured));
      }
      return figures;
    } finally {
      await ours.stop();
      await theirs.stop();
    }
  },
};

async function measure(server: LoadedServer, connections: number): Promise<MixMeasured> {
  await runMix(server, { connections, durationMs: WARM_UP_MS, prefix: `warm-${connections}` });
  return runMix(server, { connections, durationMs: DURATION_MS, prefix: `mix-${connections}` });
}

function figuresOf(connections: number, { ours, theirs }: { readonly ours: MixMeasured; readonly theirs: MixMeasured }): readonly Figure[] {
  const over = `over ${connections} connection${connections === 1 ? '' : 's'}`;
  return [
    { name: `requests ${over}`, value: ours.perSecond, unit: '/s' },
    { name: `kube-apiserver, requests ${over}`, value: theirs.perSecond, unit: '/s' },
    { name: `ours to theirs ${over}`, value: ours.perSecond / theirs.perSecond, unit: 'x', target: atLeast(LEAST_TIMES) },
    { name: `p99 ${over}`, value: ours.p99Ms, unit: 'ms' },
    { name: `kube-apiserver, p99 ${over}`, value: theirs.p99Ms, unit: 'ms' },
    { name: `p99, ours to theirs ${over}`, value: ours.p99Ms / theirs.p99Ms, unit: 'x', target: atMost(1) },
  ];
}
