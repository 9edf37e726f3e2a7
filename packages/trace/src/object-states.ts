// When an object is where it should be: what the rules' expressions say of its kind. The one judge of defaults, for roots and members alike.

import type { Json, KubeObject } from '@rectrace/kube';
import { asJson, compileExpression, isJsonList, isJsonObject, unmetTerm } from '@rectrace/kube';
import type { Verdict } from './facts.ts';
import { judgeWith } from './judge.ts';
import type { OwnershipRules, StateExpression } from './ownership-rules.ts';
import { kindOf } from './rule-index.ts';

export type ObjectStates = {
  /** The state expression of the object's kind, evaluated. A field that is not there makes it false, never an error. */
  readonly verdictOf: (object: KubeObject) => Verdict;
  /** False for an awaited kind that is not where it should be. Everything else is always complete. */
  readonly isComplete: (object: KubeObject) => boolean;
  /** kind: as formatGroupKind writes it. */
  readonly isAwaited: (kind: string) => boolean;
};

type Judge = (object: KubeObject) => Verdict;
type StateRules = Pick<OwnershipRules, 'awaited' | 'expressions'>;

const ANY = '*';
const TRUE: Verdict = { kind: 'true' };

/** Each expression is compiled when a first object of its kind is judged. */
export function objectStates(rules: StateRules): ObjectStates {
  const awaited = new Set(rules.awaited);
  const judges = new Map<string, Judge>();
  const judgeOf = (kind: string): Judge => {
    const found = expressionOf(rules, kind);
    if (found === undefined) return () => TRUE;
    const judge = judges.get(found.key) ?? judgeByRule(found);
    judges.set(found.key, judge);
    return judge;
  };
  const verdictOf = (object: KubeObject): Verdict => judgeOf(kindOf(object))(object);
  const isAwaited = (kind: string): boolean => awaited.has(kind);
  return { verdictOf, isAwaited, isComplete: (object) => !isAwaited(kindOf(object)) || verdictOf(object).kind === 'true' };
}

type Found = { readonly key: string; readonly expression: StateExpression };

/** Its own, else that of '*'; undefined where the rules have neither, and everything is where it should be. */
function expressionOf({ expressions }: StateRules, kind: string): Found | undefined {
  const key = Object.hasOwn(expressions, kind) ? kind : ANY;
  const expression = Object.hasOwn(expressions, key) ? expressions[key] : undefined;
  return expression === undefined ? undefined : { key, expression };
}

function judgeByRule({ key, expression }: Found): Judge {
  const at = `${expression.file}:${expression.line}: expressions.${key}`;
  const compiled = compileExpression(expression.text);
  if (compiled.kind === 'invalid') return () => ({ kind: 'error', message: `${at}: ${compiled.error.message}` });
  const judge = judgeWith(compiled.expression);
  const judgeAgain = (object: KubeObject, verdict: Verdict): Verdict => {
    const plain = withoutNulls(object);
    return plain === object ? verdict : judge(plain);
  };
  return (object) => {
    const first = judge(object);
    const verdict = first.kind === 'true' ? first : judgeAgain(object, first);
    if (verdict.kind === 'error') return { kind: 'error', message: `${at}: ${verdict.message}` };
    if (verdict.kind !== 'absent') return verdict;
    return { kind: 'false', waitsFor: unmetTerm(compiled.expression, asJson(object)) ?? verdict.message };
  };
}

/** Go programs write null for what is empty: it counts as absent. The object itself where nothing in it is null. */
function withoutNulls(object: KubeObject): KubeObject {
  const json = asJson(object);
  return hasNull(json) ? (strip(json) as unknown as KubeObject) : object;
}

function hasNull(value: Json | undefined): boolean {
  if (value === null) return true;
  if (isJsonList(value)) return value.some(hasNull);
  return isJsonObject(value) && Object.values(value).some(hasNull);
}

function strip(value: Json): Json {
  if (isJsonList(value)) return value.filter((item) => item !== null).map(strip);
  if (!isJsonObject(value)) return value;
  const kept = Object.entries(value).flatMap(([key, item]): [string, Json][] =>
    item === null || item === undefined ? [] : [[key, strip(item)]],
  );
  return Object.fromEntries(kept);
}
