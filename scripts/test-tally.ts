// How many tests passed, failed and were skipped: read from vitest's JSON reports, added up, and printed as the closing line.

export interface Tally {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
}

export const NOTHING: Tally = { passed: 0, failed: 0, skipped: 0 };

export function add(left: Tally, right: Tally): Tally {
  return { passed: left.passed + right.passed, failed: left.failed + right.failed, skipped: left.skipped + right.skipped };
}

/**
 * Reads one report. What fails outside a test (a file that does not load, an unhandled rejection, a crashed worker) counts as one failure,
 * and so does a run without any test.
 * @param report the text of the report, or undefined where the run left none
 * @param exitCode of the vitest process
 */
export function tallyOf(report: string | undefined, exitCode: number): Tally {
  const counted = report === undefined ? NOTHING : countsIn(JSON.parse(report));
  const ran = counted.passed + counted.failed;
  const failedOutsideTests = counted.failed === 0 && (exitCode !== 0 || ran === 0);
  return failedOutsideTests ? { ...counted, failed: 1 } : counted;
}

/** Reads the closing line of `npm run cases`. Without one, or with an exit code that it does not explain, the run is one failure. */
export function tallyOfCases(output: string, exitCode: number): Tally {
  const found = /^cases: (\d+) passed, (\d+) failed$/m.exec(output);
  const counted = { ...NOTHING, passed: Number(found?.[1] ?? 0), failed: Number(found?.[2] ?? 0) };
  const unexplained = counted.failed === 0 && (exitCode !== 0 || counted.passed === 0);
  return unexplained ? { ...counted, failed: 1 } : counted;
}

/** The line that ends the output, in the one form that readers of it know. */
export function closingLine(tally: Tally): string {
  const skipped = tally.skipped > 0 ? `, ${tally.skipped} skipped` : '';
  return `${tally.passed} passed, ${tally.failed} failed${skipped}`;
}

/** 0 only where something ran and nothing failed. */
export function exitCodeOf(tally: Tally): 0 | 1 {
  return tally.failed === 0 && tally.passed > 0 ? 0 : 1;
}

interface VitestReport {
  readonly numPassedTests: number;
  readonly numFailedTests: number;
  readonly numPendingTests: number;
  readonly numTodoTests: number;
  readonly testResults: readonly { readonly status: string; readonly assertionResults: readonly { readonly status: string }[] }[];
}

function countsIn(report: VitestReport): Tally {
  const brokenFiles = report.testResults.filter(
    (file) => file.status === 'failed' && !file.assertionResults.some((test) => test.status === 'failed'),
  ).length;
  return {
    passed: report.numPassedTests,
    failed: report.numFailedTests + brokenFiles,
    skipped: report.numPendingTests + report.numTodoTests,
  };
}
