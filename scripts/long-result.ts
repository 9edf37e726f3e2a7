// One long run as a file of docs/reference/results/: what it measured, from which seed, at which commit, on what machine.
import type { Tally } from './test-tally.ts';

export interface LongResult {
  readonly name: string;
  readonly commit: string;
  /** Whether the working tree differed from the commit. */
  readonly modified: boolean;
  readonly seed: number;
  /** RFC 3339. */
  readonly startedAt: string;
  readonly seconds: number;
  readonly machine: { readonly node: string; readonly cpus: number; readonly memoryGiB: number };
  readonly tests: Tally;
  /** What the tests put into `task.meta.figures`, by title. */
  readonly figures: Readonly<Record<string, unknown>>;
}

/** Reads the figures out of a vitest JSON report. */
export function figuresOf(report: string): Readonly<Record<string, unknown>> {
  const { testResults } = JSON.parse(report) as VitestReport;
  const tests = testResults.flatMap((file) => file.assertionResults);
  const measured = tests.filter((test) => test.meta?.figures !== undefined).map((test) => [test.fullName, test.meta?.figures] as const);
  return Object.fromEntries(measured.sort(([left], [right]) => (left < right ? -1 : 1)));
}

/** `packages/cluster/src/faults.long.test.ts` -> `faults`. */
export function nameOfLongRun(file: string): string {
  return file.slice(file.lastIndexOf('/') + 1).replace('.long.test.ts', '');
}

interface VitestReport {
  readonly testResults: readonly {
    readonly assertionResults: readonly { readonly fullName: string; readonly meta?: { readonly figures?: unknown } }[];
  }[];
}
