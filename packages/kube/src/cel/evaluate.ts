// Evaluates a compiled expression over an object, or over values for several variables.

import type { Json } from '../json.ts';
import type { Outcome } from './cel-value.ts';
import { failure, fromJson } from './cel-value.ts';
import type { CompiledExpression } from './compile-expression.ts';
import { evaluateNode } from './evaluate-node.ts';
import type { Scope } from './evaluation.ts';
import { EvaluationBudget } from './evaluation-budget.ts';
import { typeNameOf } from './type-name.ts';

export type EvaluationResult =
  | { readonly kind: 'true' }
  | { readonly kind: 'false' }
  /** The result depends on a field or key that is not there; its path as the expression writes it. */
  | { readonly kind: 'absent'; readonly path: string }
  | { readonly kind: 'error'; readonly message: string };

/** Evaluates over an object, which the expression calls `object`. Never throws. */
export function evaluate(expression: CompiledExpression, object: Json): EvaluationResult {
  return evaluateWith(expression, { object });
}

/** Evaluates over the values of several variables. Never throws. */
export function evaluateWith(expression: CompiledExpression, bindings: { readonly [variable: string]: Json }): EvaluationResult {
  const outcome = outcomeOf(expression, bindings);
  switch (outcome.kind) {
    case 'bool':
      return { kind: outcome.value ? 'true' : 'false' };
    case 'failure':
      return outcome.reason === 'absent' ? { kind: 'absent', path: outcome.path ?? '' } : { kind: 'error', message: outcome.message };
    default:
      return { kind: 'error', message: `the expression gives a value of type ${typeNameOf(outcome)}, not bool` };
  }
}

/** The value of an expression, whatever its type. @internal */
export function outcomeOf(expression: CompiledExpression, bindings: { readonly [variable: string]: Json }): Outcome {
  let scope: Scope | undefined;
  for (const name of expression.variables) {
    const json = Object.hasOwn(bindings, name) ? bindings[name] : undefined;
    if (json !== undefined) scope = { name, value: fromJson(json), outer: scope };
  }
  try {
    return evaluateNode(expression.root, { scope, context: { budget: new EvaluationBudget(), patterns: new Map() } });
  } catch (error) {
    return failure(`the expression cannot be evaluated: ${error instanceof Error ? error.message : String(error)}`);
  }
}
