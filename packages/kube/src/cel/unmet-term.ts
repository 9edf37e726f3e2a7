// What an expression that gave false waits for: the first of its terms that does not hold, in a few words made of its own names and values.

import type { Json } from '../json.ts';
import type { CelValue, Outcome } from './cel-value.ts';
import { fromJson, isFailure } from './cel-value.ts';
import type { CompiledExpression } from './compile-expression.ts';
import { evaluateNode } from './evaluate-node.ts';
import type { Evaluation } from './evaluation.ts';
import { EvaluationBudget } from './evaluation-budget.ts';
import type { CallNode, ComprehensionNode, ConditionalNode, Node } from './expression-node.ts';
import { listItems } from './list-value.ts';

/**
 * 'readyReplicas 2 of 3', 'phase Updating', 'phase not set', 'condition Ready: status False', 'no condition Ready'; undefined where the
 * expression is made of nothing that has a name. object: what the expression calls `object`.
 */
export function unmetTerm({ root }: CompiledExpression, object: Json): string | undefined {
  const scope = { name: 'object', value: fromJson(object), outer: undefined };
  return explain(root, { scope, context: { budget: new EvaluationBudget(), patterns: new Map() } });
}

function explain(node: Node, evaluation: Evaluation): string | undefined {
  switch (node.kind) {
    case 'and':
      return explainFirst(node.terms, evaluation);
    case 'or':
      return joined(node.terms.map((term) => explain(term, evaluation)));
    case 'conditional':
      return explainBranch(node, evaluation);
    case 'has':
      return `${node.field} not set`;
    case 'comprehension':
      return explainItems(node, evaluation);
    case 'call':
      return isComparison(node) ? explainComparison(node, evaluation) : explainValue(node, evaluation);
    default:
      return explainValue(node, evaluation);
  }
}

function explainFirst(terms: readonly Node[], evaluation: Evaluation): string | undefined {
  const unmet = terms.find((term) => !holds(evaluateNode(term, evaluation)));
  return unmet === undefined ? undefined : explain(unmet, evaluation);
}

function explainBranch({ condition, whenTrue, whenFalse }: ConditionalNode, evaluation: Evaluation): string | undefined {
  return explain(holds(evaluateNode(condition, evaluation)) ? whenTrue : whenFalse, evaluation);
}

function explainValue(node: Node, evaluation: Evaluation): string | undefined {
  const name = nameOf(node);
  if (name === undefined) return undefined;
  const value = textOf(evaluateNode(node, evaluation));
  return value === '' ? `${name} not set` : `${name} ${value}`;
}

const SWAPPED: Readonly<Record<string, string>> = { '==': '==', '!=': '!=', '<': '>', '<=': '>=', '>': '<', '>=': '<=' };

function isComparison({ name }: CallNode): boolean {
  return name === 'in' || Object.hasOwn(SWAPPED, name);
}

function explainComparison(call: CallNode, evaluation: Evaluation): string | undefined {
  const [first, second] = call.arguments;
  if (first === undefined || second === undefined) return undefined;
  const turned = call.name !== 'in' && nameOf(first) === undefined;
  const sides = turned ? { left: second, right: first } : { left: first, right: second };
  return compared({ ...sides, operator: turned ? (SWAPPED[call.name] ?? '') : call.name }, evaluation);
}

type Sides = { readonly left: Node; readonly right: Node; readonly operator: string };

function compared({ left, right, operator }: Sides, evaluation: Evaluation): string | undefined {
  const name = nameOf(left);
  const [have, want] = [evaluateNode(left, evaluation), evaluateNode(right, evaluation)];
  const text = textOf(have);
  if (name === undefined) return undefined;
  if (text === '') return `${name} not set`;
  if (operator === '!=') return `${name} still ${text}`;
  if (operator.startsWith('<') || isMore(have, want)) return `${name} ${text}, more than ${textOf(want)}`;
  return isNumber(have) && isNumber(want) ? `${name} ${text} of ${textOf(want)}` : `${name} ${text}${expected(right, want)}`;
}

/** What a fixed value would be, the expression's reader knows. */
function expected(node: Node, want: Outcome): string {
  return nameOf(node) === undefined || textOf(want) === '' ? '' : `, not ${textOf(want)}`;
}

/** Of a list the item that comes nearest: that for which the most terms in front hold. */
function explainItems({ macro, range, variables, body }: ComprehensionNode, evaluation: Evaluation): string | undefined {
  const items = evaluateNode(range, evaluation);
  const name = nameOf(range)?.replace(/s$/, '');
  if (name === undefined || items.kind !== 'list' || variables.length !== 1) return undefined;
  const rounds = listItems(items).map(
    (value): Evaluation => ({ ...evaluation, scope: { name: variables[0], value, outer: evaluation.scope } }),
  );
  if (macro === 'all') {
    const failing = rounds.find((round) => !holds(evaluateNode(body, round)));
    return failing === undefined ? undefined : `a ${name}: ${explain(body, failing) ?? 'not as wanted'}`;
  }
  return macro === 'exists' ? explainNearest(body, { name, rounds }) : undefined;
}

function explainNearest(body: Node, { name, rounds }: { readonly name: string; readonly rounds: readonly Evaluation[] }): string {
  const terms = body.kind === 'and' ? body.terms : [body];
  const metIn = (round: Evaluation): number => {
    const unmet = terms.findIndex((term) => !holds(evaluateNode(term, round)));
    return unmet < 0 ? terms.length : unmet;
  };
  const met = rounds.map(metIn);
  const most = met.reduce((more, count) => Math.max(more, count), 0);
  const [nearest, unmet] = [rounds[met.indexOf(most)], terms[most]];
  const wanted = terms.slice(0, Math.max(1, most)).flatMap((term) => literalIn(term) ?? []);
  const which = [name, ...wanted].join(' ');
  if (most === 0 || nearest === undefined || unmet === undefined) return `no ${which}`;
  return `${which}: ${explain(unmet, nearest) ?? 'not as wanted'}`;
}

/** The text that a term compares with. */
function literalIn(term: Node): string | undefined {
  if (term.kind !== 'call' || term.name !== '==') return undefined;
  const literal = term.arguments.find((argument) => argument.kind === 'literal');
  return literal?.kind === 'literal' ? textOf(literal.value) : undefined;
}

/** The last name of what a part reads: 'readyReplicas' of object.?status.?readyReplicas.orValue(0). */
function nameOf(node: Node): string | undefined {
  switch (node.kind) {
    case 'name':
      return node.name;
    case 'select':
    case 'has':
      return node.field;
    case 'index':
      return node.key.kind === 'literal' && node.key.value.kind === 'string' ? node.key.value.value : nameOf(node.operand);
    case 'call':
      return /^[A-Za-z]/.test(node.name) && node.arguments[0] !== undefined ? nameOf(node.arguments[0]) : undefined;
    case 'comprehension':
      return nameOf(node.range);
    default:
      return undefined;
  }
}

function holds(outcome: Outcome): boolean {
  return outcome.kind === 'bool' && outcome.value;
}

function isNumber(outcome: Outcome): outcome is CelValue & { readonly kind: 'int' | 'uint' | 'double' } {
  return outcome.kind === 'int' || outcome.kind === 'uint' || outcome.kind === 'double';
}

/** 'replicas 4 of 3' would have to be read twice. */
function isMore(have: Outcome, want: Outcome): boolean {
  return isNumber(have) && isNumber(want) && have.value > want.value;
}

/** '' for what is absent, empty or has no short text. */
function textOf(outcome: Outcome): string {
  if (isFailure(outcome) || outcome.kind === 'null') return '';
  if (outcome.kind === 'optional') return outcome.value === undefined ? '' : textOf(outcome.value);
  return isPlain(outcome) ? String(outcome.value) : '';
}

function isPlain(value: CelValue): value is CelValue & { readonly kind: 'bool' | 'int' | 'uint' | 'double' | 'string' } {
  return ['bool', 'int', 'uint', 'double', 'string'].includes(value.kind);
}

function joined(texts: readonly (string | undefined)[]): string | undefined {
  const told = [...new Set(texts)].filter((text) => text !== undefined);
  return told.length === 0 ? undefined : told.join(' and ');
}
