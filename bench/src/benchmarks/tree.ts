// `rectrace tree` of a large tree against the API server's own time for the lists that hold it.
import type { Benchmark } from '../benchmark.ts';
import { clientEnv, RECTRACE, withCluster } from '../cluster/bench-cluster.ts';
import { plantTree } from '../cluster/plant-tree.ts';
import { rawLists } from '../cluster/raw-list.ts';
import { atMost, median } from '../figure.ts';
import { readRecordedLives } from '../load/recorded-life.ts';
import type { ProgramRun } from '../measure/run-program.ts';
import { runProgram } from '../measure/run-program.ts';

const OBJECTS = 9_000;
const REPLICA_SETS = 90;
const NAMESPACE = 'default';
const TURNS = 5;
const MOST_TIMES = 1.5;
const LISTS = [
  '/apis/apps/v1/namespaces/default/deployments',
  '/apis/apps/v1/namespaces/default/replicasets',
  '/api/v1/namespaces/default/pods',
];

export const tree: Benchmark = {
  name: 'tree',
  about: '`rectrace tree` of 9,000 objects against the API server’s own time to list them, in turns',
  needs: ['controlPlane', 'bundles'],
  run: ({ log }) =>
    withCluster({ controllers: false, log }, async (plane) => {
      const cpu = process.cpuUsage();
      log(`tree: creating ${OBJECTS} objects`);
      await plantTree(plane, readRecordedLives(), {
        namespace: NAMESPACE,
        name: 'web',
        replicaSets: REPLICA_SETS,
        pods: OBJECTS - REPLICA_SETS - 1,
      });
      const { user, system } = process.cpuUsage(cpu);
      const env = clientEnv(plane);
      const program = [process.execPath, RECTRACE, 'tree', 'deployment/web'];
      const { stdout: names } = await runProgram([...program, '-o', 'name'], { env });
      const shown = names.trim().split('\n').length;
      if (shown !== OBJECTS) throw new Error(`${shown} of ${OBJECTS} objects are in the tree`);
      const lists: number[] = [];
      const ours: ProgramRun[] = [];
      const theirs: ProgramRun[] = [];
      for (let turn = 0; turn < TURNS; turn++) {
        lists.push((await rawLists(plane, LISTS)).ms);
        ours.push(await runProgram(program, { env }));
        theirs.push(await runProgram([plane.kubectlProgram, 'get', 'deployments,replicasets,pods', '-o', 'json'], { env }));
      }
      const [listMs, ourMs, theirMs] = [median(lists), medianOf(ours, 'wallMs'), medianOf(theirs, 'wallMs')];
      return [
        { name: 'lists of the three kinds, bytes read and not parsed', value: listMs, unit: 'ms' },
        { name: '`rectrace tree`', value: ourMs, unit: 'ms' },
        { name: '`rectrace tree` to lists', value: ourMs / listMs, unit: 'x', target: atMost(MOST_TIMES) },
        { name: '`kubectl get … -o json` of the three kinds', value: theirMs, unit: 'ms' },
        { name: '`rectrace tree` to `kubectl get … -o json`', value: ourMs / theirMs, unit: 'x' },
        { name: 'CPU of `rectrace tree`', value: medianOf(ours, 'cpuMs'), unit: 'ms' },
        { name: 'RSS of `rectrace tree` at its highest', value: Math.max(...ours.map(({ peakMb }) => peakMb)), unit: 'MB' },
        { name: 'load generator: CPU to create the objects', value: (user + system) / 1e6, unit: 's' },
      ];
    }),
};

function medianOf(runs: readonly ProgramRun[], field: 'wallMs' | 'cpuMs'): number {
  return median(runs.map((run) => run[field]));
}
