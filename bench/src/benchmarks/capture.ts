// 200 traced Deployments under bursts of 20 writes a second: whether all of it is recorded, how late it is told, and what that costs the API server.
// The same load first falls on a controller that records the same trees without traces: the difference is what writing statuses costs.
import type { ControlPlane } from '@rectrace/testbed';
import type { Benchmark } from '../benchmark.ts';
import type { Phase, PhaseOptions } from '../capture/capture-phase.ts';
import { capturePhase } from '../capture/capture-phase.ts';
import { lineLags, statusLags } from '../capture/lags.ts';
import { withCluster } from '../cluster/bench-cluster.ts';
import { createDeployments, createTraces, deploymentNames, firstStatuses } from '../cluster/deployments.ts';
import type { Figure } from '../figure.ts';
import { atMost, percentile } from '../figure.ts';
import { seededRandom } from '../load/random.ts';

const DEPLOYMENTS = 200;
const SECONDS = 60;
const NAMESPACE = 'default';
const MOST_MB = 250;
const LATEST_LINE_MS = 250;
const LATEST_STATUS_MS = 1_500;
const BEYOND_INTERVAL_MS = 1_000;
const SELECTION = JSON.stringify([{ apiVersion: 'apps/v1', kind: 'Deployment', namespaces: [NAMESPACE] }]);

export const capture: Benchmark = {
  name: 'capture',
  about: '200 traced Deployments, bursts of 20 writes/s: what is recorded, how late it is told, what it costs',
  needs: ['controlPlane', 'bundles'],
  run: ({ seed, log }) =>
    withCluster({ controllers: true, log }, async (plane) => {
      const names = deploymentNames(0, DEPLOYMENTS);
      log(`capture: creating ${DEPLOYMENTS} Deployments`);
      await createDeployments(plane, { namespace: NAMESPACE, names, replicas: 1 });
      const common = { namespace: NAMESPACE, names, seconds: SECONDS };
      const random = (): (() => number) => seededRandom(seed);
      log(`capture: ${SECONDS} s of load without traces`);
      const bare = await capturePhase(plane, {
        ...common,
        random: random(),
        flags: ['--no-traces', `--record=${SELECTION}`],
        watch: false,
        prepare: async () => undefined,
      });
      log(`capture: ${SECONDS} s of load with traces`);
      const traced = await capturePhase(plane, {
        ...common,
        random: random(),
        flags: [],
        watch: true,
        prepare: () => startTraces(plane, common),
      });
      return [...recordedFigures(traced), ...lagFigures(traced), ...costFigures(bare, traced)];
    }),
};

async function startTraces(plane: ControlPlane, { namespace, names }: Pick<PhaseOptions, 'namespace' | 'names'>): Promise<void> {
  await createTraces(plane, { namespace, names });
  await firstStatuses(plane, { namespace, names });
}

function recordedFigures({ captured: { written, missing, doubled, gaps }, recorderCpuMs, recorderPeakMb, load }: Phase): readonly Figure[] {
  return [
    { name: 'revisions written', value: written, unit: '' },
    { name: 'of them by the load itself', value: load.writes.length, unit: '' },
    { name: 'revisions not captured', value: missing.length, unit: '', target: atMost(0) },
    { name: 'revisions captured twice', value: doubled, unit: '', target: atMost(0) },
    { name: 'gaps', value: gaps, unit: '', target: atMost(0) },
    { name: 'CPU of the controller per 1,000 changes, statuses included', value: recorderCpuMs / written, unit: 's' },
    { name: 'RSS of the controller at its highest', value: recorderPeakMb, unit: 'MB', target: atMost(MOST_MB) },
  ];
}

function lagFigures({ observation, load }: Phase): readonly Figure[] {
  const lines = lineLags(observation);
  const { small, beyond, unwritten } = statusLags(load.writes, observation);
  const late = (lags: readonly number[], share: number): number => percentile(lags, share);
  return [
    { name: 'lines of `rectrace watch`', value: lines.length, unit: '' },
    { name: 'median lag to the line of `rectrace watch`', value: late(lines, 0.5), unit: 'ms' },
    { name: 'p99 lag to the line of `rectrace watch`', value: late(lines, 0.99), unit: 'ms', target: atMost(LATEST_LINE_MS) },
    { name: 'writes that no status brought', value: unwritten, unit: '', target: atMost(0) },
    ...(small.length === 0
      ? []
      : [
          { name: 'writes in statuses under 24 KiB, queue under 256 KiB', value: small.length, unit: '' },
          { name: 'median lag of these to the CR', value: late(small, 0.5), unit: 'ms' },
          { name: 'p99 lag of these to the CR', value: late(small, 0.99), unit: 'ms', target: atMost(LATEST_STATUS_MS) },
        ]),
    ...(beyond.length === 0
      ? []
      : [
          { name: 'other writes', value: beyond.length, unit: '' },
          {
            name: 'p99 lag of these to the CR beyond the write interval',
            value: late(beyond, 0.99),
            unit: 'ms',
            target: atMost(BEYOND_INTERVAL_MS),
          },
        ]),
  ];
}

function costFigures(bare: Phase, traced: Phase): readonly Figure[] {
  const perThousand = ({ recorderCpuMs, captured }: Phase): number => recorderCpuMs / captured.written;
  const statusBytes = traced.observation.statuses.reduce((sum, { bytes }) => sum + bytes, 0);
  const mb = (bytes: number): number => bytes / 1e6;
  return [
    { name: 'CPU of the controller per 1,000 changes, without traces', value: perThousand(bare), unit: 's' },
    { name: 'status writes', value: traced.observation.statuses.length, unit: '' },
    { name: 'bytes of their statuses', value: mb(statusBytes), unit: 'MB' },
    { name: 'CPU of kube-apiserver without traces', value: bare.server.apiServerCpuMs / 1000, unit: 's' },
    { name: 'CPU of kube-apiserver with traces', value: traced.server.apiServerCpuMs / 1000, unit: 's' },
    { name: 'CPU of kube-apiserver because of them', value: (traced.server.apiServerCpuMs - bare.server.apiServerCpuMs) / 1000, unit: 's' },
    { name: 'CPU of etcd because of them', value: (traced.server.etcdCpuMs - bare.server.etcdCpuMs) / 1000, unit: 's' },
    { name: 'growth of etcd without traces', value: mb(bare.server.etcdBytes), unit: 'MB' },
    { name: 'growth of etcd with traces', value: mb(traced.server.etcdBytes), unit: 'MB' },
    { name: 'growth of etcd because of them', value: mb(traced.server.etcdBytes - bare.server.etcdBytes), unit: 'MB' },
    { name: 'load generator: CPU', value: traced.loadCpuMs / 1000, unit: 's' },
    { name: 'load generator: its worst delay', value: Math.max(0, traced.load.late), unit: 'ms' },
    { name: 'observer: CPU', value: traced.observation.cpuMs / 1000, unit: 's' },
  ];
}
