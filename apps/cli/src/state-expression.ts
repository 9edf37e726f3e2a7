// The state expression of --expression: compiled once, refused with its place, and read into the recorder's words.

import type { CompiledExpression, CompileOptions, GroupKind, KubeObject, ObjectRef } from '@rectrace/kube';
import { compileExpression, refOf } from '@rectrace/kube';
import type { OwnershipRules, Verdict } from '@rectrace/trace';
import { judgeWith, objectStates, ownExpression } from '@rectrace/trace';
import { ExpressionError } from './errors.ts';

/** flag: where the text comes from. @throws ExpressionError for text that is no expression; nothing where there is none */
export function checkExpression(text: string | undefined, flag: string): void {
  if (text !== undefined) compiled(text, { variables: ['object'], flag });
}

/** What a root is judged with: the expression as the user wrote it, and what it says of an object. */
export type StateJudge = { readonly text: string; readonly by: Judging; readonly evaluate: (object: KubeObject) => Verdict };

/** Where an expression of the user stands. */
type Judging = '--expression' | '--rules';

/** undefined = the default of its kind. @throws ExpressionError */
export function stateJudge(text: string | undefined): StateJudge | undefined {
  if (text === undefined) return undefined;
  return { text, by: '--expression', evaluate: judgeWith(compiled(text, { variables: ['object'], flag: '--expression' })) };
}

/** What a rules file of the user has for the kind; undefined where a built-in expression judges it. */
export function rulesJudge(rules: OwnershipRules, kind: GroupKind): StateJudge | undefined {
  const own = ownExpression(rules, kind);
  return own === undefined ? undefined : { text: own.text, by: '--rules', evaluate: objectStates(rules).verdictOf };
}

/** flag: for the message. @throws ExpressionError with the place of the fault and a hint */
export function compiled(text: string, { flag, ...options }: CompileOptions & { readonly flag: string }): CompiledExpression {
  const result = compileExpression(text, options);
  if (result.kind === 'compiled') return result.expression;
  const { message, position, hint } = result.error;
  throw new ExpressionError(`${flag}: CEL line ${position.line}, column ${position.column}: ${message}`, { hint });
}

/** What is said of an expression that tells neither true nor false of the root as it is; undefined where it does. by: where the expression stands. */
export function unjudgedText({ verdict, ref }: { readonly verdict?: Verdict; readonly ref?: ObjectRef }, by: Judging): string | undefined {
  if (verdict?.kind !== 'absent' && verdict?.kind !== 'error') return undefined;
  const of = ref === undefined ? '' : ` on ${ref.kind}/${ref.name}`;
  return `${by}: ${verdict.message}${of}; counted as not terminal`;
}

/** The same judge; the first time that it tells neither true nor false is said. */
export function sayingOnce(judge: StateJudge | undefined, say: (line: string) => void): StateJudge | undefined {
  if (judge === undefined) return undefined;
  let said = false;
  const evaluate = (object: KubeObject): Verdict => {
    const verdict = judge.evaluate(object);
    const line = said ? undefined : unjudgedText({ verdict, ref: refOf(object) }, judge.by);
    if (line !== undefined) say(line);
    said ||= line !== undefined;
    return verdict;
  };
  return { ...judge, evaluate };
}
