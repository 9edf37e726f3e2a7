// How soon the CLI answers: `rectrace trace list` against `kubectl get trace`, in turns, on one API server, with a kubeconfig as kubectl writes it.
// Beside them what no program on Node can do without: its own start, and its start with one HTTPS request.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ControlPlane } from '@rectrace/testbed';
import type { Benchmark } from '../benchmark.ts';
import { clientEnv, kubectl, RECTRACE, tracesPath, withCluster } from '../cluster/bench-cluster.ts';
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
const BARE_REQUEST = new URL('../measure/bare-request.mjs', import.meta.url).pathname;
const NAMES = ['ours', 'theirs', 'node', 'request'] as const;

type Runs = Readonly<Record<(typeof NAMES)[number], ProgramRun[]>>;

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
      const env = await envWithYaml(plane);
      const programs = {
        ours: [process.execPath, RECTRACE, 'trace', 'list'],
        theirs: [plane.kubectlProgram, 'get', 'trace'],
        node: [process.execPath, '--eval', '0'],
        request: [process.execPath, BARE_REQUEST, new URL(tracesPath('default'), plane.serverUrl).href, plane.caFile, plane.adminToken],
      };
      const runs: Runs = { ours: [], theirs: [], node: [], request: [] };
      for (let turn = -WARM_UP; turn < TURNS; turn++) {
        for (const name of NAMES) {
          const run = await runProgram(programs[name], { env });
          if (turn >= 0) runs[name].push(run);
        }
      }
      return figuresOf(runs);
    }),
};

/** A kubeconfig as users have it: YAML, written by kubectl. */
async function envWithYaml(plane: ControlPlane): Promise<NodeJS.ProcessEnv> {
  const file = join(plane.dir, 'kubeconfig.yaml');
  writeFileSync(file, await kubectl(plane, ['config', 'view', '--raw']));
  return { ...clientEnv(plane), KUBECONFIG: file };
}

function figuresOf({ ours, theirs, node, request }: Runs): readonly Figure[] {
  for (const { stdout } of [...ours, ...theirs]) {
    if (!stdout.includes(`trace-${TRACES - 1}`)) throw new Error(`a list lacks a trace:\n${stdout}`);
  }
  const wall = (runs: readonly ProgramRun[]): number => median(runs.map(({ wallMs }) => wallMs));
  const cpu = (runs: readonly ProgramRun[]): number => median(runs.map(({ cpuMs }) => cpuMs));
  const peak = (runs: readonly ProgramRun[]): number => Math.max(...runs.map(({ peakMb }) => peakMb));
  return [
    { name: '`rectrace trace list`', value: wall(ours), unit: 'ms' },
    { name: '`kubectl get trace`', value: wall(theirs), unit: 'ms' },
    { name: 'ours to theirs', value: wall(ours) / wall(theirs), unit: 'x', target: atMost(MOST_TIMES) },
    { name: 'Node with nothing to do', value: wall(node), unit: 'ms' },
    { name: 'Node with one HTTPS request', value: wall(request), unit: 'ms' },
    { name: 'Node with one HTTPS request to `kubectl get trace`', value: wall(request) / wall(theirs), unit: 'x' },
    { name: 'CPU of `rectrace trace list`', value: cpu(ours), unit: 'ms' },
    { name: 'CPU of `kubectl get trace`', value: cpu(theirs), unit: 'ms' },
    { name: 'RSS of `rectrace trace list` at its highest', value: peak(ours), unit: 'MB', target: atMost(MOST_MB) },
    { name: 'RSS of `kubectl get trace` at its highest', value: peak(theirs), unit: 'MB' },
  ];
}
