// The rules of a definition as it is written: whether their expressions compile, and what they may cost in all.

import type { FieldError } from '../field-error.ts';
import { forbiddenField, internalFieldError, invalidValue } from '../field-error.ts';
import type { Json } from '../json.ts';
import { jsonEquals } from '../json.ts';
import type { CompiledRule } from './compile-rule.ts';
import { compileRule } from './compile-rule.ts';
import { childPath, indexPath } from './field-path.ts';
import { quoteRule } from './quote-schema.ts';
import type { RuleContext } from './rule-context.ts';
import { RuleRunner } from './rule-runner.ts';
import { ruleType } from './rule-type.ts';
import type { SchemaNode, ValidationRule } from './schema-node.ts';

const MOST_RULE_COST = 10_000_000;
const MOST_TOTAL_COST = 100_000_000;
const MOST_REQUEST = 3 * 1024 * 1024;
const MOST_NAMED = 4;
const SELF_TYPE = 'selfType';
const UNBOUNDED = undefined;

export type RootRules = {
  readonly context: RuleContext;
  /** What is wrong with all of them together; after all have been checked. */
  totalErrors(path: string): readonly FieldError[];
};

/** `old`: the schema before an update; rules of an unchanged one may be expensive. */
export function rootRules(schema: SchemaNode, old: SchemaNode | undefined): RootRules {
  const unchanged = old !== undefined && jsonEquals(schema.raw, old.raw);
  const total = new TotalCost();
  return {
    context: new SchemaRules({ schema, isResource: true, cardinality: 1, total, limited: !unchanged }),
    totalErrors: (path) => total.errors(path),
  };
}

/** A default is checked as if nothing had changed, then as if it were new. */
export function runDefaultRules(
  value: Json,
  schema: SchemaNode,
  { path, isResource }: { readonly path: string; readonly isResource: boolean },
): readonly FieldError[] {
  const runner = RuleRunner.of(schema, { isResource });
  if (runner === undefined) return [];
  const same = runner.run({ value, old: value, correlated: undefined, path });
  return same.errors.length > 0 ? same.errors : runner.run({ value, old: undefined, correlated: undefined, path }).errors;
}

/** Adds up what rules may cost, and remembers the most expensive ones. */
class TotalCost {
  #total = 0;
  #expensive: readonly { readonly path: string; readonly cost: number }[] = [];

  note(path: string, cost: number): void {
    this.#total += cost;
    if (cost < MOST_TOTAL_COST / 100) return;
    this.#expensive = [...this.#expensive, { path, cost }].toSorted((left, right) => right.cost - left.cost).slice(0, MOST_NAMED);
  }

  errors(path: string): readonly FieldError[] {
    if (this.#total <= MOST_TOTAL_COST) return [];
    const detail = 'contributed to estimated rule cost total exceeding cost limit for entire OpenAPIv3 schema';
    const what = 'x-kubernetes-validations estimated rule cost total for entire OpenAPIv3 schema';
    return [
      ...this.#expensive.map((one) => forbiddenField(one.path, detail)),
      forbiddenField(path, costMessage(what, this.#total, MOST_TOTAL_COST)),
    ];
  }
}

function costMessage(what: string, cost: number, most: number): string {
  const advice = 'try simplifying the rule, or adding maxItems, maxProperties, and maxLength where arrays, maps, and strings are declared';
  return `${what} exceeds budget by factor of ${factorText(cost / most)} (${advice})`;
}

function factorText(factor: number): string {
  if (factor > 100) return 'more than 100x';
  return `${factor.toFixed(factor < 1.5 ? 6 : 1)}x`;
}

type SchemaState = {
  readonly schema: SchemaNode;
  readonly isResource: boolean;
  /** How many values of the schema an object may have; undefined where nothing bounds it. */
  readonly cardinality: number | undefined;
  readonly total: TotalCost;
  /** Whether single rules may not be too expensive. */
  readonly limited: boolean;
};

class SchemaRules implements RuleContext {
  readonly #state: SchemaState;

  constructor(state: SchemaState) {
    this.#state = state;
  }

  property(_name: string, schema: SchemaNode): RuleContext {
    return this.#child(schema);
  }

  items(schema: SchemaNode): RuleContext {
    return this.#child(schema);
  }

  additional(schema: SchemaNode): RuleContext {
    return this.#child(schema);
  }

  check(path: string, uncorrelatable: string | undefined): readonly FieldError[] {
    const { schema, isResource, cardinality } = this.#state;
    if (schema.rules.length === 0) return [];
    const place = childPath(path, 'x-kubernetes-validations');
    const self = ruleType(schema, { name: SELF_TYPE, isResource });
    if (self === undefined) {
      const why = 'failed to construct type information for x-kubernetes-validations rules';
      return [internalFieldError(place, `internal error: ${why}: unable to convert structural schema to CEL declarations`)];
    }
    const times = cardinality ?? Math.floor(MOST_REQUEST / (self.minSize + 1));
    return schema.rules.flatMap((rule, index) => {
      const compiled = compileRule(rule, self);
      return this.#ruleErrors({ rule, compiled, times, uncorrelatable, place: indexPath(place, index) });
    });
  }

  #child(schema: SchemaNode): RuleContext {
    const { cardinality } = this.#state;
    const each = elementsOf(this.#state.schema);
    const known = cardinality !== UNBOUNDED && each !== UNBOUNDED;
    return new SchemaRules({ ...this.#state, schema, isResource: schema.embedded, cardinality: known ? cardinality * each : UNBOUNDED });
  }

  #ruleErrors({ rule, compiled, times, uncorrelatable, place }: RuleCheck): readonly FieldError[] {
    const at = childPath(place, 'rule');
    const quoted = quoteRule(rule);
    return [
      ...this.#costErrors({ path: at, what: 'estimated rule cost', cost: compiled.cost * times }),
      ...(compiled.problem === undefined ? [] : [invalidValue(at, quoted, compiled.problem)]),
      ...this.#messageErrors(compiled, rule, childPath(place, 'messageExpression')),
      ...oldSelfErrors(compiled, rule, { place, uncorrelatable }),
    ];
  }

  #messageErrors({ message, messageProblem, messageCost }: CompiledRule, rule: ValidationRule, path: string): readonly FieldError[] {
    if (messageProblem !== undefined) return [invalidValue(path, quoteRule(rule), messageProblem)];
    return message === undefined ? [] : this.#costErrors({ path, what: 'estimated messageExpression cost', cost: messageCost });
  }

  #costErrors({ path, what, cost }: { readonly path: string; readonly what: string; readonly cost: number }): readonly FieldError[] {
    const { total, limited } = this.#state;
    total.note(path, cost);
    return limited && cost > MOST_RULE_COST ? [forbiddenField(path, costMessage(what, cost, MOST_RULE_COST))] : [];
  }
}

type RuleCheck = {
  readonly rule: ValidationRule;
  readonly compiled: CompiledRule;
  readonly times: number;
  readonly uncorrelatable: string | undefined;
  readonly place: string;
};

function oldSelfErrors(
  { usesOldSelf }: CompiledRule,
  { rule, optionalOldSelf }: ValidationRule,
  { place, uncorrelatable }: Pick<RuleCheck, 'place' | 'uncorrelatable'>,
): readonly FieldError[] {
  if (!usesOldSelf && optionalOldSelf !== undefined) {
    return [invalidValue(childPath(place, 'optionalOldSelf'), optionalOldSelf, 'may not be set if oldSelf is not used in rule')];
  }
  if (!usesOldSelf || uncorrelatable === undefined) return [];
  const detail = `oldSelf cannot be used on the uncorrelatable portion of the schema within ${uncorrelatable}`;
  return [invalidValue(childPath(place, 'rule'), rule, detail)];
}

/** How many values of the schema below there are for one of this schema. */
function elementsOf({ type, additional, maxProperties, maxItems }: SchemaNode): number | undefined {
  if (type === 'array') return maxItems === undefined ? UNBOUNDED : Math.max(maxItems, 0);
  if (type !== 'object' || additional === undefined) return 1;
  return maxProperties === undefined ? UNBOUNDED : Math.max(maxProperties, 0);
}
