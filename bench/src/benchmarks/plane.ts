// The virtual control plane in process: from nothing to the first answer, and a fork with its first write to ten kinds, beside few and many objects.
import type { Benchmark } from '../benchmark.ts';
import { atMost } from '../figure.ts';
import { runMeasured } from '../measure/measured-child.ts';

export type PlaneMeasured = {
  readonly objects: number;
  /** From the call that makes it to the first answer, once its code is loaded; in a process that has made none before. */
  readonly firstAnswerMs: number;
  /** Medians. */
  readonly forkMs: number;
  readonly forkWithWritesMs: number;
};

const FEW = 1_000;
const MANY = 10_000;
/** A thirtieth of the 2.7 s that kube-apiserver with etcd takes. */
const MOST_START_MS = 90;
const MOST_FORK_MS = 5;

export const plane: Benchmark = {
  name: 'plane',
  about: 'virtual control plane in process: time to the first answer; a fork with its first write to ten kinds at 1k and 10k objects',
  needs: [],
  run: async ({ log }) => {
    const measured = async (objects: number): Promise<PlaneMeasured> => {
      log(`plane: ${objects} objects`);
      return runMeasured<PlaneMeasured>(new URL('./plane-child.ts', import.meta.url), { args: [String(objects)] });
    };
    const [few, many] = [await measured(FEW), await measured(MANY)];
    return [
      { name: 'to the first answer', value: many.firstAnswerMs, unit: 'ms', target: atMost(MOST_START_MS) },
      { name: `fork at ${MANY} objects`, value: many.forkMs, unit: 'ms' },
      { name: `fork and a write to ten kinds at ${MANY} objects`, value: many.forkWithWritesMs, unit: 'ms', target: atMost(MOST_FORK_MS) },
      { name: `the same at ${FEW} objects`, value: few.forkWithWritesMs, unit: 'ms' },
    ];
  },
};
