// The state expression of a trace, compiled. One that cannot be compiled holds its target for not settled, so that recording goes on.

import { compileExpression, type KubeObject } from '@rectrace/kube';
import { judgeWith, type Verdict } from '@rectrace/trace';

/** default: that of the target's kind. invalid: message with place and hint, in one line. */
export type StateExpression =
  | { readonly kind: 'default' }
  | { readonly kind: 'compiled'; readonly text: string; readonly evaluate: (object: KubeObject) => Verdict }
  | { readonly kind: 'invalid'; readonly text: string; readonly message: string; readonly evaluate: (object: KubeObject) => Verdict };

/** text absent = the default. Never throws. */
export function stateExpression(text: string | undefined): StateExpression {
  if (text === undefined) return { kind: 'default' };
  const result = compileExpression(text);
  if (result.kind === 'invalid') {
    const { message, position, hint } = result.error;
    const told = `line ${position.line}, column ${position.column}: ${message}${hint === '' ? '' : `; ${hint}`}`;
    return { kind: 'invalid', text, message: told, evaluate: () => ({ kind: 'false', waitsFor: 'a valid state expression' }) };
  }
  return { kind: 'compiled', text, evaluate: judgeWith(result.expression) };
}
