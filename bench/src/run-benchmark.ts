// Runs one benchmark as often as asked and sums it up. What it needs and is not there makes it skipped, a failure is told and ends nothing else.
import type { BenchContext, Benchmark } from './benchmark.ts';
import type { Figure } from './figure.ts';
import { summarize } from './figure.ts';
import type { BenchResult } from './result.ts';

export type RunOptions = BenchContext & {
  readonly runs: number;
  /** Why something that benchmarks need is not there; undefined where it is. */
  readonly missing: (need: Benchmark['needs'][number]) => Promise<string | undefined>;
};

export async function runBenchmark({ name, about, needs, run }: Benchmark, options: RunOptions): Promise<BenchResult> {
  const { seed, log, runs, missing } = options;
  for (const need of needs) {
    const reason = await missing(need);
    if (reason !== undefined) return { kind: 'skipped', name, about, reason };
  }
  const started = performance.now();
  const measured: (readonly Figure[])[] = [];
  try {
    for (let index = 0; index < runs; index++) {
      log(`${name}: run ${index + 1} of ${runs}`);
      measured.push(await run({ seed: seed + index, log }));
    }
  } catch (error) {
    return { kind: 'failed', name, about, reason: error instanceof Error ? error.message : String(error) };
  }
  return { kind: 'measured', name, about, seconds: (performance.now() - started) / 1000, figures: summarize(measured) };
}
