// Runs the rules of a schema on an object, within a budget. At an update, what was wrong before and has not changed is only warned about.

import type { CelValue } from '../cel/cel-value.ts';
import { NONE, some } from '../cel/cel-value.ts';
import { evaluateNode } from '../cel/evaluate-node.ts';
import type { Scope } from '../cel/evaluation.ts';
import { EvaluationBudget } from '../cel/evaluation-budget.ts';
import type { Node } from '../cel/expression-node.ts';
import { CostMeter } from '../cel/rule/cost-meter.ts';
import type { FieldError } from '../field-error.ts';
import { duplicate, forbiddenField, formatFieldErrors, invalidValue, required } from '../field-error.ts';
import type { Json, JsonObject } from '../json.ts';
import { isJsonList, isJsonObject } from '../json.ts';
import type { CompiledRule } from './compile-rule.ts';
import { compileRule } from './compile-rule.ts';
import { type Correlated, findByKeys } from './correlated.ts';
import { childPath, fieldName, indexPath, keyPath } from './field-path.ts';
import { ownValue } from './mutable-json.ts';
import { resolvePath } from './resolve-path.ts';
import { ruleType } from './rule-type.ts';
import { ruleValue } from './rule-value.ts';
import type { SchemaNode, ValidationRule } from './schema-node.ts';

const MOST_COST = 10_000_000;
const MOST_COST_PER_CALL = 1_000_000;
const MOST_MESSAGE_BYTES = 5 * 1024;
const EXHAUSTED = 'validation failed due to running out of cost budget, no further validation rules will be run';

export type RuleOutcome = { readonly errors: readonly FieldError[]; readonly warnings: readonly string[] };

type Sides = {
  readonly value: Json;
  readonly old: Json | undefined;
  readonly correlated: Correlated | undefined;
  readonly path?: string;
};

/** A value on its way through the rules. */
type Visit = {
  readonly value: Json;
  readonly old: Json | undefined;
  readonly path: string;
  /** Whether its errors are tolerated, if it is known to be as it was. */
  readonly isUnchanged: () => boolean;
  readonly correlated: Correlated | undefined;
};

type Rule = { readonly source: ValidationRule; readonly compiled: CompiledRule; readonly fieldPath: string };

export class RuleRunner {
  readonly #schema: SchemaNode;
  readonly #isResource: boolean;
  readonly #rules: readonly Rule[];
  readonly #items: RuleRunner | undefined;
  readonly #additional: RuleRunner | undefined;
  readonly #properties: ReadonlyMap<string, RuleRunner>;

  /** Undefined where neither the schema nor a schema within it has rules. */
  static of(schema: SchemaNode, { isResource }: { readonly isResource: boolean }): RuleRunner | undefined {
    const runner = new RuleRunner(schema, isResource);
    const nested = [runner.#items, runner.#additional, ...runner.#properties.values()];
    return runner.#rules.length > 0 || nested.some((part) => part !== undefined) ? runner : undefined;
  }

  private constructor(schema: SchemaNode, isResource: boolean) {
    this.#schema = schema;
    this.#isResource = isResource;
    this.#rules = compileAll(schema, isResource);
    const below = (part: SchemaNode | undefined): RuleRunner | undefined =>
      part === undefined ? undefined : RuleRunner.of(part, { isResource: part.embedded });
    this.#items = below(schema.items);
    this.#additional = below(schema.additional?.schema);
    const properties = [...schema.properties].map(([name, property]) => [name, below(property)] as const);
    this.#properties = new Map(properties.filter((entry): entry is [string, RuleRunner] => entry[1] !== undefined));
  }

  run({ value, old, correlated, path = '' }: Sides): RuleOutcome {
    const run = new Run();
    this.#visit({ value, old, path, correlated, isUnchanged: () => correlated?.isUnchanged ?? false }, run);
    return { errors: run.errors, warnings: run.warnings };
  }

  #visit(visit: Visit, run: Run): void {
    const { value } = visit;
    if (value === null || run.isOver) return;
    this.#evaluate(visit, run);
    if (isJsonList(value)) this.#visitItems(value, visit, run);
    else if (isJsonObject(value)) this.#visitFields(value, visit, run);
  }

  #visitItems(list: readonly Json[], visit: Visit, run: Run): void {
    const { listType, listMapKeys } = this.#schema;
    const before = listType === 'map' && isJsonList(visit.old ?? null) ? (visit.old as readonly Json[]) : [];
    for (const [index, item] of list.entries()) {
      const path = indexPath(visit.path, index);
      const old = before.length === 0 ? undefined : findByKeys(before, item, listMapKeys);
      this.#below(this.#items, below(visit, { value: item, old, path }, visit.correlated?.index(index)), run);
    }
  }

  #visitFields(object: JsonObject, visit: Visit, run: Run): void {
    const before = isJsonObject(visit.old) ? visit.old : {};
    for (const key of Object.keys(object).toSorted()) {
      const runner = this.#properties.get(key);
      const value = object[key] ?? null;
      const old = ownValue(before, key);
      const correlated = this.#isOwnType(visit, key) ? undefined : visit.correlated?.key(key);
      this.#below(runner, below(visit, { value, old, path: childPath(visit.path, key) }, correlated), run);
      this.#below(this.#additional, below(visit, { value, old, path: keyPath(visit.path, key) }, correlated), run);
    }
  }

  #below(runner: RuleRunner | undefined, visit: Visit, run: Run): void {
    if (runner !== undefined) runner.#visit(visit, run);
  }

  #isOwnType({ path }: Visit, key: string): boolean {
    return path === '' && (key === 'apiVersion' || key === 'kind');
  }

  #evaluate(visit: Visit, run: Run): void {
    if (this.#rules.length === 0) return;
    const shown = (value: Json): CelValue => ruleValue(value, this.#schema, { isResource: this.#isResource });
    const self = shown(visit.value);
    const oldSelf = visit.old === undefined || visit.old === null ? undefined : shown(visit.old);
    const judged = this.#rules.filter((rule) => oldSelf !== undefined || !rule.compiled.usesOldSelf || isOptional(rule));
    for (const rule of judged) {
      this.#judge({ rule, visit, scope: scopeOf(self, isOptional(rule) ? optionally(oldSelf) : oldSelf) }, run);
      if (run.isOver) return;
    }
  }

  #judge({ rule, visit, scope }: Judging, run: Run): void {
    const { root, problem } = rule.compiled;
    const type = this.#schema.type;
    const place = fieldName(visit.path);
    if (problem !== undefined) run.refuse(invalidValue(place, type, `rule compile error: ${problem}`));
    if (root === undefined) return;
    const outcome = run.evaluate(root, scope);
    if (outcome.kind === 'over') run.end(invalidValue(place, type, EXHAUSTED));
    else if (outcome.kind === 'cancelled') {
      const why = 'no further validation rules will be run due to call cost exceeds limit for rule';
      run.end(invalidValue(place, type, `'operation cancelled: actual cost limit exceeded': ${why}: ${nameOf(rule.source)}`));
    } else if (outcome.kind === 'failed') run.refuse(invalidValue(place, type, failureText(outcome.message, rule.source)));
    else if (outcome.value.kind !== 'bool' || !outcome.value.value) this.#violated({ rule, visit, scope }, run);
  }

  #violated({ rule, visit, scope }: Judging, run: Run): void {
    const place = fieldName(rule.fieldPath === '' ? visit.path : childPath(visit.path, rule.fieldPath));
    const { detail, exhausted } = messageOf(rule, scope, run);
    const omitted = this.#schema.type === 'object' || this.#schema.type === 'array';
    const error = exhausted
      ? invalidValue(place, this.#schema.type, detail)
      : errorFor(rule.source, { place, detail, value: omitted ? undefined : visit.value });
    if (!rule.compiled.usesOldSelf && visit.isUnchanged()) run.warnings.push(formatFieldErrors([error]));
    else run.refuse(error);
    if (exhausted) run.end();
  }
}

type Judging = { readonly rule: Rule; readonly visit: Visit; readonly scope: Scope };

function compileAll(schema: SchemaNode, isResource: boolean): readonly Rule[] {
  if (schema.rules.length === 0) return [];
  const self = ruleType(schema, { name: 'selfType', isResource });
  if (self === undefined) return [];
  return schema.rules.map((source) => {
    const found = source.fieldPath === '' ? undefined : resolvePath(schema, source.fieldPath);
    return { source, compiled: compileRule(source, self), fieldPath: found?.kind === 'found' ? found.path : '' };
  });
}

function below(visit: Visit, part: Pick<Visit, 'value' | 'old' | 'path'>, correlated: Correlated | undefined): Visit {
  // What has no old value of its own is as unchanged as what is around it.
  const isUnchanged = correlated === undefined ? visit.isUnchanged : () => correlated.isUnchanged;
  return { ...part, correlated, isUnchanged };
}

/** Whether the old value may be absent. */
function isOptional({ source }: Rule): boolean {
  return source.optionalOldSelf === true;
}

function optionally(value: CelValue | undefined): CelValue {
  return value === undefined ? NONE : some(value);
}

function scopeOf(self: CelValue, oldSelf: CelValue | undefined): Scope {
  const own: Scope = { name: 'self', value: self, outer: undefined };
  return oldSelf === undefined ? own : { name: 'oldSelf', value: oldSelf, outer: own };
}

/** A rule as messages name it. */
function nameOf({ rule, message }: ValidationRule): string {
  return message === '' ? rule.trim() : message.trim();
}

function failureText(message: string, rule: ValidationRule): string {
  if (!message.startsWith('no such overload')) return `${message} evaluating rule: ${nameOf(rule)}`;
  return `'${message}': call arguments did not match a supported operator, function or macro signature for rule: ${nameOf(rule)}`;
}

type Told = { readonly place: string; readonly detail: string; readonly value: Json | undefined };

function errorFor({ reason }: ValidationRule, { place, detail, value }: Told): FieldError {
  switch (reason) {
    case 'FieldValueForbidden':
      return forbiddenField(place, detail);
    case 'FieldValueRequired':
      return required(place, detail);
    case 'FieldValueDuplicate':
      return value === undefined ? { type: 'FieldValueDuplicate', field: place, detail: '' } : duplicate(place, value);
    default:
      return value === undefined ? { type: 'FieldValueInvalid', field: place, detail } : invalidValue(place, value, detail);
  }
}

type Message = { readonly detail: string; readonly exhausted: boolean };

/** What the rule's expression for it says, else its message, else the rule itself. */
function messageOf({ source, compiled }: Rule, scope: Scope, run: Run): Message {
  const plain = source.message === '' ? `failed rule: ${nameOf(source)}` : source.message.trim();
  if (compiled.message === undefined) return { detail: plain, exhausted: false };
  const outcome = run.evaluate(compiled.message, scope);
  if (outcome.kind === 'over') {
    return {
      detail: 'messageExpression evaluation failed due to running out of cost budget, no further validation rules will be run',
      exhausted: true,
    };
  }
  if (outcome.kind === 'cancelled') {
    const why = 'no further validation rules will be run due to call cost exceeds limit for messageExpression';
    return { detail: `${why}: ${JSON.stringify(source.messageExpression)}`, exhausted: true };
  }
  const text = outcome.kind === 'value' && outcome.value.kind === 'string' ? outcome.value.value.trim() : '';
  const usable = text !== '' && text.length <= MOST_MESSAGE_BYTES && !text.includes('\n');
  return { detail: usable ? text : plain, exhausted: false };
}

type Evaluated =
  | { readonly kind: 'value'; readonly value: CelValue }
  | { readonly kind: 'failed'; readonly message: string }
  | { readonly kind: 'cancelled' }
  | { readonly kind: 'over' };

/** One run over an object: its errors, and what is left of the budget. */
class Run {
  readonly errors: FieldError[] = [];
  readonly warnings: string[] = [];
  #left = MOST_COST;

  get isOver(): boolean {
    return this.#left < 0;
  }

  refuse(error: FieldError): void {
    this.errors.push(error);
  }

  end(error?: FieldError): void {
    if (error !== undefined) this.errors.push(error);
    this.#left = -1;
  }

  evaluate(root: Node, scope: Scope): Evaluated {
    const meter = new CostMeter(MOST_COST_PER_CALL);
    const budget = new EvaluationBudget(Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY);
    const outcome = evaluateNode(root, { scope, context: { budget, patterns: new Map(), meter } });
    if (meter.isExceeded) return { kind: 'cancelled' };
    if (meter.cost > this.#left) return { kind: 'over' };
    this.#left -= meter.cost;
    if (outcome.kind !== 'failure') return { kind: 'value', value: outcome };
    return { kind: 'failed', message: outcome.wire ?? outcome.message };
  }
}
