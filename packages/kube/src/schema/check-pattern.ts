// Patterns of schemas: RE2, with wider bounds than expressions have.

import { EvaluationBudget } from '../cel/evaluation-budget.ts';
import type { Pattern } from '../cel/re2-pattern.ts';
import { findMatch, readPattern } from '../cel/re2-pattern.ts';

/** A text of 20 kB against a pattern that is in 1,000 places at once: a second or two. */
const MOST_STEPS = 2_000_000;

/** What is wrong with a pattern, in the words of Go; undefined where nothing is. */
export function checkPattern(source: string): string | undefined {
  const pattern = readPattern(source);
  return pattern.kind === 'failure' ? pattern.message : undefined;
}

/** Matches texts against patterns, each of which is compiled once. */
export class PatternBook {
  readonly #patterns = new Map<string, Pattern | undefined>();

  /** Whether a part of the text matches; a pattern that cannot be read matches nothing, nor does one that takes too long. */
  matches(source: string, text: string): boolean {
    const pattern = this.#patternOf(source);
    return pattern !== undefined && findMatch(pattern, text, { from: 0, budget: new EvaluationBudget(MOST_STEPS) }).kind === 'match';
  }

  #patternOf(source: string): Pattern | undefined {
    if (!this.#patterns.has(source)) {
      const read = readPattern(source);
      this.#patterns.set(source, read.kind === 'failure' ? undefined : read);
    }
    return this.#patterns.get(source);
  }
}
