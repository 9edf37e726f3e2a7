// When an object is where it should be: what the rules' expressions say of its kind. The one judge of defaults, for roots and members alike.

import type { EvaluationResult, GroupKind, Json, KubeObject } from '@rectrace/kube';
import { asJson, compileExpression, evaluate, formatGroupKind, isJsonList, isJsonObject, unmetTerm } from '@rectrace/kube';
import type { Verdict } from '../facts.ts';
import type { OwnershipRules, StateExpression } from '../rules/ownership-rules.ts';
import { kindOf } from '../rules/rule-index.ts';
import { surplusText } from './replica-counters.ts';
import { shortfallOf } from './standstill.ts';

export type ObjectStates = {
  /** The state expression of the object's kind, evaluated. A field that is not there makes it false, never an error. */
  readonly verdictOf: (object: KubeObject) => Verdict;
  /** False for an awaited kind that is not where it should be. Everything else is always complete. */
  readonly isComplete: (object: KubeObject) => boolean;
  /** kind: as formatGroupKind writes it. */
  readonly isAwaited: (kind: string) => boolean;
  /** It only follows what others do: an Event, a Lease, an EndpointSlice. */
  readonly isInert: (object: KubeObject) => boolean;
};

/** result: whether it holds; told: what is not as wanted, or why that cannot be told. */
type Judge = { readonly result: (object: KubeObject) => EvaluationResult; readonly told: (object: KubeObject) => Verdict };
type StateRules = Pick<OwnershipRules, 'awaited' | 'expressions' | 'inert'>;

const ANY = '*';
const TRUE = { kind: 'true' } as const;
const ALWAYS: Judge = { result: () => TRUE, told: () => TRUE };

/** Each expression is compiled when a first object of its kind is judged. */
export function objectStates(rules: StateRules): ObjectStates {
  const awaited = new Set(rules.awaited);
  const inert = new Set(rules.inert);
  const judges = new Map<string, Judge>();
  const judgeOf = (kind: string): Judge => {
    const found = expressionOf(rules, kind);
    if (found === undefined) return ALWAYS;
    const judge = judges.get(found.key) ?? judgeByRule(found);
    judges.set(found.key, judge);
    return judge;
  };
  const isAwaited = (kind: string): boolean => awaited.has(kind);
  return {
    isAwaited,
    isInert: (object) => inert.has(kindOf(object)),
    verdictOf: (object) => judgeOf(kindOf(object)).told(object),
    isComplete: (object) => {
      const kind = kindOf(object);
      return !isAwaited(kind) || judgeOf(kind).result(object).kind === 'true';
    },
  };
}

/** The expression of a user's rules file that judges the kind; undefined where that is a built-in one, or none. */
export function ownExpression(rules: Pick<StateRules, 'expressions'>, kind: GroupKind): StateExpression | undefined {
  const found = expressionOf(rules, formatGroupKind(kind))?.expression;
  return found?.builtIn === false ? found : undefined;
}

type Found = { readonly key: string; readonly expression: StateExpression };

/** Its own, else that of '*'; undefined where the rules have neither, and everything is where it should be. */
function expressionOf({ expressions }: Pick<StateRules, 'expressions'>, kind: string): Found | undefined {
  const key = Object.hasOwn(expressions, kind) ? kind : ANY;
  const expression = Object.hasOwn(expressions, key) ? expressions[key] : undefined;
  return expression === undefined ? undefined : { key, expression };
}

function judgeByRule({ key, expression }: Found): Judge {
  const at = `${expression.file}:${expression.line}: expressions.${key}`;
  const compiled = compileExpression(expression.text);
  if (compiled.kind === 'invalid') {
    const fault = { kind: 'error', message: `${at}: ${compiled.error.message}` } as const;
    return { result: () => fault, told: () => fault };
  }
  const resultOf = (object: KubeObject): EvaluationResult => evaluate(compiled.expression, asJson(object));
  const result = (object: KubeObject): EvaluationResult => {
    const first = resultOf(object);
    return mayTurn(first, object) ? resultOf(withoutNulls(object)) : first;
  };
  const told = (object: KubeObject): Verdict => {
    const first = resultOf(object);
    const plain = mayTurn(first, object) ? withoutNulls(object) : object;
    const found = plain === object ? first : resultOf(plain);
    if (found.kind === 'true') return TRUE;
    if (found.kind === 'error') return { kind: 'error', message: `${at}: ${found.message}` };
    return unmet(surplusOf(plain, expression) ?? unmetTerm(compiled.expression, asJson(plain)));
  };
  return { result, told };
}

function unmet(waitsFor: string | undefined): Verdict {
  return waitsFor === undefined ? { kind: 'false' } : { kind: 'false', waitsFor };
}

/** Of a workload that is judged by a built-in expression: more replicas than wanted, said so that nobody has to guess which are which. */
function surplusOf(object: KubeObject, { builtIn }: StateExpression): string | undefined {
  return builtIn && shortfallOf(object) === undefined ? surplusText(asJson(object)) : undefined;
}

/** Go programs write null for what is empty, and it counts as absent: looked at again only where one may have decided, for most objects have some. */
function mayTurn({ kind }: EvaluationResult, { spec, status }: KubeObject): boolean {
  return kind === 'error' || (kind === 'false' && [spec, status].some((part) => isJsonObject(part) && Object.values(part).includes(null)));
}

function withoutNulls({ metadata, ...rest }: KubeObject): KubeObject {
  return { ...(strip(rest as Json) as object), metadata } as KubeObject;
}

function strip(value: Json): Json {
  if (isJsonList(value)) return value.filter((item) => item !== null).map(strip);
  if (!isJsonObject(value)) return value;
  const kept = Object.entries(value).flatMap(([key, item]): [string, Json][] =>
    item === null || item === undefined ? [] : [[key, strip(item)]],
  );
  return Object.fromEntries(kept);
}
