// all, exists, existsOne, map, filter, transform… and sortBy: an expression evaluated for every item of a list or key of a map.

import type { CelValue, Failure, MapEntry, Outcome } from './cel-value.ts';
import { bool, failure, int, isFailure, list, TRUE } from './cel-value.ts';
import { asCondition, decide } from './condition.ts';
import type { Evaluation } from './evaluation.ts';
import type { EvaluationBudget } from './evaluation-budget.ts';
import { limitFailure } from './evaluation-budget.ts';
import type { ComprehensionNode, Node } from './expression-node.ts';
import { sortByKeys } from './functions/collection.ts';
import { listItems, listSize } from './list-value.ts';
import { mapEntries, mapKeyId, mapSize } from './map-value.ts';
import { typeNameOf } from './type-name.ts';

type Evaluate = (node: Node, evaluation: Evaluation) => Outcome;
/** One round: what the variables stand for, and the item as filter keeps it. */
type Round = { readonly values: readonly CelValue[]; readonly evaluation: Evaluation };
type Work = { readonly node: ComprehensionNode; readonly rounds: readonly Round[]; readonly evaluate: Evaluate };

export function evaluateComprehension(node: ComprehensionNode, evaluation: Evaluation, evaluate: Evaluate): Outcome {
  const range = evaluate(node.range, evaluation);
  if (isFailure(range)) return range;
  const items = itemsOf(range, { variables: node.variables.length, budget: evaluation.context.budget });
  if ('reason' in items) return items;
  const spent = evaluation.context.budget.spend(items.length);
  if (spent !== undefined) return spent;
  if (evaluation.context.meter?.chargeRounds(node, items.length)) return limitFailure('the expression costs more than it may');
  const rounds = items.map((values) => ({ values, evaluation: withVariables(node.variables, values, evaluation) }));
  return run({ node, rounds, evaluate }, evaluation);
}

function run(work: Work, evaluation: Evaluation): Outcome {
  switch (work.node.macro) {
    case 'all':
      return decide(false, bodies(work));
    case 'exists':
      return decide(true, bodies(work));
    case 'existsOne':
      return existsOne(work);
    case 'filter':
      return filter(work);
    case 'map':
    case 'transformList':
      return transformList(work);
    case 'transformMap':
      return transformMap(work);
    case 'transformMapEntry':
      return transformMapEntry(work);
    case 'sortBy':
      return sortBy(work, evaluation);
  }
}

/** What the variables stand for, round by round: an item or key, or index or key and value. */
type Iterating = { readonly variables: number; readonly budget: EvaluationBudget };

function itemsOf(range: CelValue, { variables, budget }: Iterating): readonly (readonly CelValue[])[] | Failure {
  if (range.kind === 'list') {
    return budget.checkItems(listSize(range)) ?? listItems(range).map((item, index) => (variables === 1 ? [item] : [int(index), item]));
  }
  if (range.kind === 'map') return budget.checkItems(mapSize(range)) ?? mapEntries(range).map(({ key, value }) => [key, value]);
  return failure(`cannot iterate over a value of type ${typeNameOf(range)}`);
}

function withVariables(names: readonly string[], values: readonly CelValue[], evaluation: Evaluation): Evaluation {
  let { scope } = evaluation;
  for (const [index, name] of names.entries()) {
    const value = values[index];
    if (value !== undefined) scope = { name, value, outer: scope };
  }
  return { ...evaluation, scope };
}

/** The body's value round by round, each evaluated only when it is asked for. */
function* bodies({ node, rounds, evaluate }: Work): Iterable<Outcome> {
  for (const round of rounds) yield evaluate(node.body, round.evaluation);
}

function existsOne({ node, rounds, evaluate }: Work): Outcome {
  let count = 0;
  for (const round of rounds) {
    const value = asCondition(evaluate(node.body, round.evaluation));
    if (isFailure(value)) return value;
    if (value.value) count += 1;
  }
  return bool(count === 1);
}

function filter({ node, rounds, evaluate }: Work): Outcome {
  const kept: CelValue[] = [];
  for (const round of rounds) {
    const value = asCondition(evaluate(node.body, round.evaluation));
    if (isFailure(value)) return value;
    const [item] = round.values;
    if (value.value && item !== undefined) kept.push(item);
  }
  return list(kept);
}

/** The body's value in a round, undefined where the filter leaves the round out. */
function transformed({ node, evaluate }: Work, round: Round): Outcome | undefined {
  const kept = node.filter === undefined ? TRUE : asCondition(evaluate(node.filter, round.evaluation));
  if (isFailure(kept)) return kept;
  return kept.value ? evaluate(node.body, round.evaluation) : undefined;
}

function transformList(work: Work): Outcome {
  const items: CelValue[] = [];
  for (const round of work.rounds) {
    const value = transformed(work, round);
    if (value === undefined) continue;
    if (isFailure(value)) return value;
    items.push(value);
  }
  return list(items);
}

function transformMap(work: Work): Outcome {
  const entries = new Map<string, MapEntry>();
  for (const round of work.rounds) {
    const value = transformed(work, round);
    if (value === undefined) continue;
    if (isFailure(value)) return value;
    const [key] = round.values;
    const id = key === undefined ? undefined : mapKeyId(key);
    if (key !== undefined && id !== undefined) entries.set(id, { key, value });
  }
  return { kind: 'map', entries };
}

function transformMapEntry(work: Work): Outcome {
  const entries = new Map<string, MapEntry>();
  for (const round of work.rounds) {
    const value = transformed(work, round);
    if (value === undefined) continue;
    if (isFailure(value)) return value;
    const added = addEntries(entries, value);
    if (added !== undefined) return added;
  }
  return { kind: 'map', entries };
}

function addEntries(entries: Map<string, MapEntry>, value: CelValue): Failure | undefined {
  if (value.kind !== 'map') return failure(`transformMapEntry() takes maps, not ${typeNameOf(value)}`);
  for (const entry of mapEntries(value)) {
    const id = mapKeyId(entry.key);
    if (id === undefined || entries.has(id)) return failure('transformMapEntry() gives one key twice');
    entries.set(id, entry);
  }
  return undefined;
}

function sortBy({ node, rounds, evaluate }: Work, evaluation: Evaluation): Outcome {
  const keys: CelValue[] = [];
  for (const round of rounds) {
    const key = evaluate(node.body, round.evaluation);
    if (isFailure(key)) return key;
    keys.push(key);
  }
  return sortByKeys(
    rounds.flatMap((round) => round.values[0] ?? []),
    keys,
    evaluation.context,
  );
}
