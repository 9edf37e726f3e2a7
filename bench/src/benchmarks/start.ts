// How soon the CLI answers: `rectrace trace list` against `kubectl get trace`, in turns, on one API server.
import type { Benchmark } from '../benchmark.ts';
import { clientEnv, RECTRACE, tracesPath, withCluster } from '../cluster/bench-cluster.ts';
import type { Figure } from '../figure.ts';
import { atMost, median } from '../figure.ts';
import type { ProgramRun } from '../measure/run-program.ts';
import { runProgram } from '../measure/run-program.ts';

const TRACES = 5;
/** Neither program's caches are cold in daily use. */
const WARM_UP = 3;
const TURNS = 15;
const MOST_TIMES = 1.2;
const MOST_MB = 100;

export const start: Benchmark = {
  name: 'start',
  about: '`rectrace trace list` against `kubectl get trace`, in turns',
  needs: ['controlPlane', 'bundles'],
  run: ({ log }) =>
    withCluster({ controllers: false, log }, async (plane) => {
      for (let trace = 0; trace < TRACES; trace++) {
        const body = { apiVersion: 'trace.kubeblocks.io/v1', kind: 'ReconciliationTrace', metadata: { name: `trace-${trace}` }, spec: {} };
        await plane.api.expect({ method: 'POST', path: tracesPath('default'), body });
      }
      const env = clientEnv(plane);
      const rectrace = [process.execPath, RECTRACE, 'trace', 'list'];
      const kubectl = [plane.kubectlProgram, 'get', 'trace'];
      const ours: ProgramRun[] = [];
      const theirs: ProgramRun[] = [];
      for (let turn = -WARM_UP; turn < TURNS; turn++) {
        const [our, their] = [await runProgram(rectrace, { env }), await runProgram(kubectl, { env })];
        if (turn < 0) continue;
        ours.push(our);
        theirs.push(their);
      }
      return figuresOf(ours, theirs);
    }),
};

function figuresOf(ours: readonly ProgramRun[], theirs: readonly ProgramRun[]): readonly Figure[] {
  const [ourMs, theirMs] = [ours, theirs].map((runs) => median(runs.map(({ wallMs }) => wallMs))) as [number, number];
  for (const { stdout } of [...ours, ...theirs]) {
    if (!stdout.includes(`trace-${TRACES - 1}`)) throw new Error(`a list lacks a trace:\n${stdout}`);
  }
  const [ourCpu, theirCpu] = [ours, theirs].map((runs) => median(runs.map(({ cpuMs }) => cpuMs))) as [number, number];
  return [
    { name: '`rectrace trace list`', value: ourMs, unit: 'ms' },
    { name: '`kubectl get trace`', value: theirMs, unit: 'ms' },
    { name: 'CPU of `rectrace trace list`', value: ourCpu, unit: 'ms' },
    { name: 'CPU of `kubectl get trace`', value: theirCpu, unit: 'ms' },
    { name: 'ours to theirs', value: ourMs / theirMs, unit: 'x', target: atMost(MOST_TIMES) },
    {
      name: 'RSS of `rectrace trace list` at its highest',
      value: Math.max(...ours.map(({ peakMb }) => peakMb)),
      unit: 'MB',
      target: atMost(MOST_MB),
    },
    { name: 'RSS of `kubectl get trace` at its highest', value: Math.max(...theirs.map(({ peakMb }) => peakMb)), unit: 'MB' },
  ];
}
