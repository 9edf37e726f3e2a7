// A compiled state expression as the recorder asks it: given the root, has it settled?

import type { CompiledExpression, KubeObject } from '@rectrace/kube';
import { asJson, evaluate, unmetTerm } from '@rectrace/kube';
import type { Verdict } from '../facts.ts';

/** The function a RootTarget is evaluated with. Never throws; a missing field and an error are verdicts of their own. */
export function judgeWith(expression: CompiledExpression): (object: KubeObject) => Verdict {
  return (object) => {
    const json = asJson(object);
    const result = evaluate(expression, json);
    if (result.kind === 'absent') return { kind: 'absent', message: `${result.path} is not set` };
    const waitsFor = result.kind === 'false' ? unmetTerm(expression, json) : undefined;
    return waitsFor === undefined ? result : { kind: 'false', waitsFor };
  };
}
