// The state expression of --expression: compiled once, refused with its place, and read into the recorder's words.

import type { CompiledExpression, KubeObject } from '@rectrace/kube';
import { compileExpression } from '@rectrace/kube';
import type { Verdict } from '@rectrace/trace';
import { judgeWith } from '@rectrace/trace';
import { ExpressionError } from './errors.ts';

/** @throws ExpressionError for text that is no expression; nothing where there is none */
export function checkExpression(text: string | undefined): void {
  if (text !== undefined) compiled(text, ['object']);
}

/** What a root is judged with; undefined = the default of its kind. @throws ExpressionError */
export function stateEvaluator(text: string | undefined): ((object: KubeObject) => Verdict) | undefined {
  if (text === undefined) return undefined;
  return judgeWith(compiled(text, ['object']));
}

/** @throws ExpressionError with the place of the fault and a hint */
export function compiled(text: string, variables: readonly string[]): CompiledExpression {
  const result = compileExpression(text, { variables });
  if (result.kind === 'compiled') return result.expression;
  const { message, position, hint } = result.error;
  throw new ExpressionError(`CEL line ${position.line}, column ${position.column}: ${message}`, { hint });
}
