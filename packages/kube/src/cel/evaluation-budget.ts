// The work one evaluation may do, counted in steps: about one per node evaluated, item visited or ten characters handled. It stands in for an
// interruption: the same expression over the same object always stops at the same place.

import type { Failure } from './cel-value.ts';

const STEP_LIMIT = 1_000_000;
export const ITEM_LIMIT = 10_000;

const CHARACTERS_PER_STEP = 10;

export class EvaluationBudget {
  #left: number;
  readonly #items: number;

  constructor(steps: number = STEP_LIMIT, items: number = ITEM_LIMIT) {
    this.#left = steps;
    this.#items = items;
  }

  /** Refuses collections that are too large to iterate over. */
  checkItems(count: number): Failure | undefined {
    return count > this.#items ? tooManyItems(count) : undefined;
  }

  /** Takes steps; the failure once there are none left. */
  spend(steps: number): Failure | undefined {
    this.#left -= steps;
    return this.#left < 0 ? limitFailure(`the expression takes more than ${STEP_LIMIT} steps on this object`) : undefined;
  }

  /** Takes the steps for handling texts of so many characters in all. */
  spendText(characters: number): Failure | undefined {
    return this.spend(Math.ceil(characters / CHARACTERS_PER_STEP));
  }
}

/** A failure that no `||`, `&&` or optional absorbs. */
export function limitFailure(message: string): Failure {
  return { kind: 'failure', reason: 'limit', message };
}

/** Refuses collections that are too large to iterate over. */
export function checkItemCount(count: number): Failure | undefined {
  return count > ITEM_LIMIT ? tooManyItems(count) : undefined;
}

function tooManyItems(count: number): Failure {
  return limitFailure(`a list or map of ${count} items is more than the ${ITEM_LIMIT} that an expression may iterate over`);
}
