// What a run of specs comes to.
import type { SpecOutcome } from './spec-report.ts';

export type SpecTally = {
  readonly passed: number;
  readonly failed: number;
  /** In seconds; starts of the program aside. */
  readonly seconds: number;
  readonly failures: readonly SpecOutcome[];
};

export function tallyOf(outcomes: readonly SpecOutcome[]): SpecTally {
  const failures = outcomes.filter(({ state }) => state !== 'passed');
  const seconds = Math.round(outcomes.reduce((sum, outcome) => sum + outcome.seconds, 0));
  return { passed: outcomes.length - failures.length, failed: failures.length, seconds, failures };
}

/** The failures with their reasons, then one line with the sum. */
export function formatTally({ passed, failed, failures }: SpecTally): string {
  const lines = failures.map(({ name, state, reason }) => `${state}: ${name}\n    ${reason.trim().split('\n').join('\n    ')}`);
  return `${[...lines, `${passed} passed, ${failed} failed`].join('\n')}\n`;
}
