// Equality of values: numbers across their types, lists and maps item by item, values of different types unequal. A quantity, URL, address or
// version compared with something else is an error, because a forgotten conversion would otherwise look like "not equal".

import { compareQuantities } from '../quantity.ts';
import type { CelValue, Failure, ListValue, MapValue, OptionalValue } from './cel-value.ts';
import { failure } from './cel-value.ts';
import { numericPair } from './compare-values.ts';
import type { EvaluationBudget } from './evaluation-budget.ts';
import { limitFailure } from './evaluation-budget.ts';
import { listItem, listItems, listSize } from './list-value.ts';
import { mapEntries, mapItem, mapSize } from './map-value.ts';
import { compareSemver } from './semantic-version.ts';
import { typeNameOf } from './type-name.ts';
import { holdsAll, isUnordered } from './unordered-list.ts';

type Options = { readonly budget: EvaluationBudget; readonly depth?: number };

const DEPTH_LIMIT = 1000;
const CONVERTED = new Set(['quantity', 'url', 'ip', 'cidr', 'format', 'semver']);

/** Whether two values are equal; a failure where they cannot be compared or the budget ends. */
export function equalValues(left: CelValue, right: CelValue, options: Options): boolean | Failure {
  const numbers = numericPair(left, right);
  if (numbers !== undefined) return numbers[0] === numbers[1];
  if (left.kind !== right.kind) return differentKinds(left, right);
  if (left.kind === 'list' && right.kind === 'list') return equalLists(left, right, deeper(options));
  if (left.kind === 'map' && right.kind === 'map') return equalMaps(left, right, deeper(options));
  if (left.kind === 'optional' && right.kind === 'optional') return equalOptionals(left, right, deeper(options));
  return options.budget.spend(1) ?? (equalScalars(left, right) || equalConverted(left, right));
}

function differentKinds(left: CelValue, right: CelValue): boolean | Failure {
  if (!CONVERTED.has(left.kind) && !CONVERTED.has(right.kind)) return false;
  if (left.kind === 'null' || right.kind === 'null') return false;
  return failure(`cannot compare ${typeNameOf(left)} with ${typeNameOf(right)}`);
}

function deeper(options: Options): Required<Options> {
  return { budget: options.budget, depth: (options.depth ?? 0) + 1 };
}

function equalLists(left: ListValue, right: ListValue, options: Required<Options>): boolean | Failure {
  const size = listSize(left);
  if (size !== listSize(right)) return false;
  if (isUnordered(left)) return holdsAll(left, listItems(right), (a, b) => equalItems(a, b, options));
  for (let index = 0; index < size; index += 1) {
    const same = equalItems(listItem(left, index), listItem(right, index), options);
    if (same !== true) return same;
  }
  return true;
}

function equalMaps(left: MapValue, right: MapValue, options: Required<Options>): boolean | Failure {
  if (mapSize(left) !== mapSize(right)) return false;
  for (const { key, value } of mapEntries(left)) {
    const same = equalItems(value, mapItem(right, key), options);
    if (same !== true) return same;
  }
  return true;
}

function equalOptionals(left: OptionalValue, right: OptionalValue, options: Required<Options>): boolean | Failure {
  if (left.value === undefined && right.value === undefined) return true;
  return equalItems(left.value, right.value, options);
}

function equalItems(left: CelValue | undefined, right: CelValue | undefined, options: Required<Options>): boolean | Failure {
  if (left === undefined || right === undefined) return false;
  if (options.depth > DEPTH_LIMIT) return limitFailure(`the values are nested deeper than ${DEPTH_LIMIT}`);
  return options.budget.spend(1) ?? equalValues(left, right, options);
}

function equalScalars(left: CelValue, right: CelValue): boolean {
  if (left.kind === 'null') return true;
  if (left.kind === 'bytes' && right.kind === 'bytes') {
    return left.value.length === right.value.length && left.value.every((byte, index) => byte === right.value[index]);
  }
  if ('nanos' in left && 'nanos' in right) return left.nanos === right.nanos;
  if ('name' in left && 'name' in right) return left.name === right.name;
  return 'value' in left && 'value' in right && left.value === right.value;
}

function equalConverted(left: CelValue, right: CelValue): boolean {
  if (left.kind === 'quantity' && right.kind === 'quantity') return compareQuantities(left, right) === 0;
  if (left.kind === 'url' && right.kind === 'url') return left.text === right.text;
  if (left.kind === 'semver' && right.kind === 'semver') return compareSemver(left, right) === 0;
  return equalAddresses(left, right);
}

function equalAddresses(left: CelValue, right: CelValue): boolean {
  if (left.kind === 'ip' && right.kind === 'ip') return left.family === right.family && left.bits === right.bits;
  if (left.kind !== 'cidr' || right.kind !== 'cidr') return false;
  return left.prefixLength === right.prefixLength && equalAddresses(left.ip, right.ip);
}
