// Where an expression needs a bool, and how several are joined.

import type { BoolValue, Failure, Outcome } from './cel-value.ts';
import { FALSE, failure, isFailure, TRUE } from './cel-value.ts';
import { typeNameOf } from './type-name.ts';

/** A bool, or the failure of what is none. */
export function asCondition(outcome: Outcome): BoolValue | Failure {
  if (outcome.kind === 'bool' || outcome.kind === 'failure') return outcome;
  return failure(`a condition is of type ${typeNameOf(outcome)}, not bool`);
}

/**
 * Joins conditions: the first that equals the deciding value gives the result, even behind one that failed; a failure counts only where none
 * decides. `true` decides an or, `false` an and.
 */
export function decide(deciding: boolean, outcomes: Iterable<Outcome>): Outcome {
  let failed: Failure | undefined;
  for (const outcome of outcomes) {
    const value = asCondition(outcome);
    if (isFailure(value)) {
      if (value.reason === 'limit') return value;
      failed ??= value;
    } else if (value.value === deciding) return value;
  }
  return failed ?? (deciding ? FALSE : TRUE);
}
