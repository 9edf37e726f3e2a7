// What a benchmark is: a name, what it measures, and one run of it.
import type { Figure } from './figure.ts';

/** Where a run measures. seed: of everything random in it. */
export type BenchContext = {
  readonly seed: number;
  /** Told in one line what is being done. */
  readonly log: (line: string) => void;
};

export type Benchmark = {
  readonly name: string;
  /** One line for people. */
  readonly about: string;
  /** controlPlane: it needs the programs of the testbed, and so Go to build them. bundles: it needs `npm run build`. */
  readonly needs: readonly ('controlPlane' | 'bundles')[];
  readonly run: (context: BenchContext) => Promise<readonly Figure[]>;
};
