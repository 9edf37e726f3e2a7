// Compiles the expressions of a rule, with the API server's words for what is wrong with them.

import type { Node } from '../cel/expression-node.ts';
import { checkExpression } from '../cel/rule/check-expression.ts';
import { allCores } from '../cel/rule/core-node.ts';
import type { DeclaredType } from '../cel/rule/declared-type.ts';
import { estimateCost } from '../cel/rule/estimate-cost.ts';
import type { StaticType } from '../cel/static-type.ts';
import { BOOL, optionalOf, STRING } from '../cel/static-type.ts';
import type { ValidationRule } from './schema-node.ts';

export type CompiledRule = {
  /** Undefined for a rule that says nothing, or is wrong. */
  readonly root: Node | undefined;
  readonly problem: string | undefined;
  readonly usesOldSelf: boolean;
  /** The most that evaluating it once may cost, as it is estimated. */
  readonly cost: number;
  readonly message: Node | undefined;
  readonly messageProblem: string | undefined;
  readonly messageCost: number;
};

const NOTHING: CompiledRule = {
  root: undefined,
  problem: undefined,
  usesOldSelf: false,
  cost: 0,
  message: undefined,
  messageProblem: undefined,
  messageCost: 0,
};

/** `self`: the type of what the rule is about. */
export function compileRule(rule: ValidationRule, self: DeclaredType): CompiledRule {
  if (rule.rule.trim() === '') return NOTHING;
  const variables = variablesOf(rule, self);
  const compiled = compile(rule.rule, { self, variables });
  if (compiled.kind === 'invalid') return { ...NOTHING, problem: `compilation failed: ${compiled.issues}` };
  const { root, cost, usesOldSelf } = compiled;
  if (compiled.type !== BOOL) return { ...NOTHING, problem: 'cel expression must evaluate to a bool' };
  const known = { ...NOTHING, root, cost, usesOldSelf };
  if (rule.messageExpression === '') return known;
  const message = compile(rule.messageExpression, { self, variables });
  if (message.kind === 'invalid') return { ...known, messageProblem: `messageExpression compilation failed: ${message.issues}` };
  if (message.type !== STRING) return { ...known, messageProblem: 'messageExpression must evaluate to a string' };
  return { ...known, message: message.root, messageCost: message.cost };
}

function variablesOf({ optionalOldSelf }: ValidationRule, { type }: DeclaredType): ReadonlyMap<string, StaticType> {
  return new Map([
    ['self', type],
    ['oldSelf', optionalOldSelf === true ? optionalOf(type) : type],
  ]);
}

type Compiled =
  | { readonly kind: 'compiled'; readonly root: Node; readonly type: StaticType; readonly cost: number; readonly usesOldSelf: boolean }
  | { readonly kind: 'invalid'; readonly issues: string };

type Environment = { readonly self: DeclaredType; readonly variables: ReadonlyMap<string, StaticType> };

function compile(text: string, { self, variables }: Environment): Compiled {
  const expression = checkExpression(text, { variables });
  if (expression.kind === 'faulty') return { kind: 'invalid', issues: expression.issues };
  const { root, type, checked } = expression;
  const usesOldSelf = allCores(checked.root).some((part) => part.kind === 'ident' && part.name === 'oldSelf');
  return { kind: 'compiled', root, type, cost: estimateCost(checked, self).max, usesOldSelf };
}
