// Evaluates the expressions of one webhook or policy over one request, within a budget that they share.

import type { Json } from '../../json.ts';
import type { AccessJudge, ResourceAsked } from '../authorizer-value.ts';
import type { CelValue, Outcome } from '../cel-value.ts';
import { failure, fromJson, isFailure, NULL } from '../cel-value.ts';
import { evaluateNode } from '../evaluate-node.ts';
import type { Scope } from '../evaluation.ts';
import { EvaluationBudget } from '../evaluation-budget.ts';
import { AUTHORIZER_FUNCTIONS } from '../functions/authorizer.ts';
import { CostMeter } from '../rule/cost-meter.ts';
import { typeNameOf } from '../type-name.ts';
import type { CompiledAdmission } from './compile-admission.ts';

export type AdmissionBindings = {
  readonly object: Json;
  readonly oldObject: Json;
  readonly request: Json;
  readonly namespaceObject: Json;
  readonly params: Json;
  /** Absent where expressions may not ask. */
  readonly access?: { readonly judge: AccessJudge; readonly requestResource: ResourceAsked };
};

export type AdmissionResult =
  | { readonly kind: 'bool'; readonly value: boolean }
  | { readonly kind: 'text'; readonly value: string }
  | { readonly kind: 'null' }
  | { readonly kind: 'other'; readonly type: string }
  | { readonly kind: 'failed'; readonly message: string }
  /** The budget is spent: nothing more is evaluated. */
  | { readonly kind: 'exhausted' };

export type ActivationParts = {
  readonly bindings: AdmissionBindings;
  /** In the order in which they are declared. */
  readonly variables: ReadonlyMap<string, CompiledAdmission>;
  /** What all expressions together may cost. */
  readonly budget: number;
};

const MOST_COST_PER_CALL = 1_000_000;

export class AdmissionActivation {
  readonly #scope: Scope;
  readonly #variables: ReadonlyMap<string, CompiledAdmission>;
  readonly #known = new Map<string, Outcome>();
  #left: number;

  constructor({ bindings, variables, budget }: ActivationParts) {
    this.#variables = variables;
    this.#left = budget;
    this.#scope = scopeOf(bindings, (name) => this.#variable(name));
  }

  /** What is left of the budget. */
  get left(): number {
    return this.#left;
  }

  evaluate({ root, text }: CompiledAdmission): AdmissionResult {
    if (this.#left < 0) return { kind: 'exhausted' };
    const outcome = this.#run(root);
    if (this.#left < 0) return { kind: 'exhausted' };
    return isFailure(outcome)
      ? { kind: 'failed', message: `expression '${text}' resulted in error: ${wordsOf(outcome)}` }
      : resultOf(outcome);
  }

  #run(root: CompiledAdmission['root']): Outcome {
    const meter = new CostMeter(MOST_COST_PER_CALL);
    const budget = new EvaluationBudget(Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY);
    const context = { budget, patterns: new Map(), meter, library: AUTHORIZER_FUNCTIONS };
    const outcome = evaluateNode(root, { scope: this.#scope, context });
    this.#left -= meter.cost;
    return meter.isExceeded ? failure('operation cancelled: actual cost limit exceeded') : outcome;
  }

  #variable(name: string): Outcome | undefined {
    const known = this.#known.get(name);
    if (known !== undefined) return known;
    const variable = this.#variables.get(name);
    if (variable === undefined) return undefined;
    const outcome = this.#run(variable.root);
    const told = isFailure(outcome)
      ? failure(`composited variable ${JSON.stringify(name)} fails to evaluate: ${wordsOf(outcome)}`)
      : outcome;
    this.#known.set(name, told);
    return told;
  }
}

function wordsOf(outcome: Extract<Outcome, { kind: 'failure' }>): string {
  return outcome.wire ?? outcome.message;
}

function scopeOf(bindings: AdmissionBindings, variable: (name: string) => Outcome | undefined): Scope {
  const { object, oldObject, request, namespaceObject, params, access } = bindings;
  const values: readonly (readonly [string, CelValue])[] = [
    ...Object.entries({ object, oldObject, request, namespaceObject, params }).map(([name, json]) => [name, fromJson(json)] as const),
    ['variables', { kind: 'lazy', field: variable }],
    ...(access === undefined ? [] : authorizerValues(access)),
  ];
  return values.reduce<Scope>((outer, [name, value]) => ({ name, value, outer }), { name: '', value: NULL, outer: undefined });
}

function authorizerValues({ judge, requestResource }: NonNullable<AdmissionBindings['access']>): readonly (readonly [string, CelValue])[] {
  const asking = { judge, account: undefined };
  return [
    ['authorizer', { kind: 'authorizer', ...asking }],
    ['authorizer.requestResource', { kind: 'resource-check', asked: requestResource, ...asking }],
  ];
}

function resultOf(value: CelValue): AdmissionResult {
  switch (value.kind) {
    case 'bool':
      return { kind: 'bool', value: value.value };
    case 'string':
      return { kind: 'text', value: value.value };
    case 'null':
      return { kind: 'null' };
    default:
      return { kind: 'other', type: typeNameOf(value) };
  }
}
