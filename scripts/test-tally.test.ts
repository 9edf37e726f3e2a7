import { describe, expect, test } from 'vitest';
import { add, closingLine, exitCodeOf, NOTHING, tallyOf, tallyOfCases } from './test-tally.ts';

function report(counts: { passed?: number; failed?: number; pending?: number; files?: unknown[] }): string {
  return JSON.stringify({
    numPassedTests: counts.passed ?? 0,
    numFailedTests: counts.failed ?? 0,
    numPendingTests: counts.pending ?? 0,
    numTodoTests: 0,
    testResults: counts.files ?? [],
  });
}

describe('tallyOf', () => {
  test('a green report counts its tests', () => {
    expect(tallyOf(report({ passed: 3, pending: 2 }), 0)).toEqual({ passed: 3, failed: 0, skipped: 2 });
  });

  test('a file that does not load is one failure beside the tests that passed', () => {
    const files = [{ status: 'failed', assertionResults: [] }];
    expect(tallyOf(report({ passed: 3, files }), 1)).toEqual({ passed: 3, failed: 1, skipped: 0 });
  });

  test('a failed test is not counted again for its file', () => {
    const files = [{ status: 'failed', assertionResults: [{ status: 'failed' }] }];
    expect(tallyOf(report({ failed: 1, files }), 1)).toEqual({ passed: 0, failed: 1, skipped: 0 });
  });

  test('an exit code without a failed test is one failure', () => {
    expect(tallyOf(report({ passed: 3 }), 1).failed).toBe(1);
  });

  test('a run without tests fails, also with exit code 0', () => {
    expect(tallyOf(report({}), 0).failed).toBe(1);
  });

  test('a run that left no report fails', () => {
    expect(tallyOf(undefined, 0)).toEqual({ passed: 0, failed: 1, skipped: 0 });
  });
});

describe('tallyOfCases', () => {
  test('reads the closing line', () => {
    expect(tallyOfCases('A-1 pass base=ok\ncases: 40 passed, 2 failed\n', 1)).toEqual({ passed: 40, failed: 2, skipped: 0 });
  });

  test('a run that ended before its closing line, or ran nothing, fails', () => {
    expect(tallyOfCases('A-1 pass base=ok\n', 1).failed).toBe(1);
    expect(tallyOfCases('cases: 0 passed, 0 failed\n', 0).failed).toBe(1);
  });
});

test('the closing line names skipped tests only where there are some', () => {
  expect(closingLine({ passed: 12, failed: 0, skipped: 0 })).toBe('12 passed, 0 failed');
  expect(closingLine({ passed: 12, failed: 1, skipped: 3 })).toBe('12 passed, 1 failed, 3 skipped');
});

test('the exit code is 0 only where something ran and nothing failed', () => {
  expect(exitCodeOf(NOTHING)).toBe(1);
  expect(exitCodeOf(add(NOTHING, { passed: 1, failed: 0, skipped: 4 }))).toBe(0);
  expect(exitCodeOf({ passed: 1, failed: 1, skipped: 0 })).toBe(1);
});
