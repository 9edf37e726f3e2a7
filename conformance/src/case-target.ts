// The rules and the target that a case is recorded with.

import type { KubeObject } from '@rectrace/kube';
import { asJson, compileExpression, evaluate } from '@rectrace/kube';
import type { OwnershipRules, RootTarget, Verdict } from '@rectrace/trace';
import { builtinRules, mergeRules, parseRules } from '@rectrace/trace';
import { parseRootName } from './root-name.ts';
import type { Scenario } from './scenario.ts';

/** @throws RulesFileError, and Error for an expression that does not compile */
export function telling({ root, rules, expression, id }: Scenario): { readonly rules: OwnershipRules; readonly target: RootTarget } {
  const all = rules === undefined ? builtinRules() : mergeRules([builtinRules(), parseRules(rules, { file: `${id} rules` })]);
  const target = parseRootName(root);
  return { rules: all, target: expression === undefined ? target : { ...target, evaluate: evaluatorOf(expression) } };
}

function evaluatorOf(text: string): (object: KubeObject) => Verdict {
  const compiled = compileExpression(text, { variables: ['object'] });
  if (compiled.kind !== 'compiled') throw new Error(compiled.error.message);
  return (object) => {
    const result = evaluate(compiled.expression, asJson(object));
    return result.kind === 'absent' ? { kind: 'absent', message: `${result.path} is not set` } : result;
  };
}
