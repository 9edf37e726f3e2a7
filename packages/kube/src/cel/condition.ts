// Where an expression needs a bool.

import type { BoolValue, Failure, Outcome } from './cel-value.ts';
import { failure } from './cel-value.ts';
import { typeNameOf } from './type-name.ts';

/** A bool, or the failure of what is none. */
export function asCondition(outcome: Outcome): BoolValue | Failure {
  if (outcome.kind === 'bool' || outcome.kind === 'failure') return outcome;
  return failure(`a condition is of type ${typeNameOf(outcome)}, not bool`);
}
