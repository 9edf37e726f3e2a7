// The total order of JSON values by which field sets are sorted: numbers, texts, booleans, lists, maps, null.
import type { Json, JsonObject } from '../../json.ts';
import { isJsonList, isJsonObject } from '../../json.ts';

export type Order = -1 | 0 | 1;

export function compareValues(left: Json, right: Json): Order {
  const rank = compareNumbers(rankOf(left), rankOf(right));
  if (rank !== 0 || left === null || right === null) return rank;
  if (isJsonList(left)) return isJsonList(right) ? compareLists(left, right) : 0;
  if (isJsonObject(left)) return isJsonObject(right) ? compareMaps(left, right) : 0;
  return compareScalars(left as Scalar, right as Scalar);
}

type Scalar = string | number | bigint | boolean;

/** Of one rank. */
function compareScalars(left: Scalar, right: Scalar): Order {
  if (left < right) return -1;
  return left > right ? 1 : 0;
}

export function compareTexts(left: string, right: string): Order {
  if (left === right) return 0;
  return left < right ? -1 : 1;
}

export function compareLists(left: readonly Json[], right: readonly Json[]): Order {
  for (const [index, item] of left.entries()) {
    const other = right[index];
    if (other === undefined) return 1;
    const order = compareValues(item, other);
    if (order !== 0) return order;
  }
  return compareNumbers(left.length, right.length);
}

function compareMaps(left: JsonObject, right: JsonObject): Order {
  const [lefts, rights] = [sortedEntries(left), sortedEntries(right)];
  return compareLists(lefts.flat(), rights.flat());
}

function sortedEntries(map: JsonObject): readonly (readonly [string, Json])[] {
  return Object.entries(map).sort(([left], [right]) => compareTexts(left, right));
}

function compareNumbers(left: number | bigint, right: number | bigint): Order {
  if (left < right) return -1;
  return left > right ? 1 : 0;
}

function rankOf(value: Json): number {
  if (value === null) return 5;
  if (isJsonList(value)) return 3;
  return RANKS[typeof value] ?? 4;
}

const RANKS: Readonly<Record<string, number>> = { number: 0, bigint: 0, string: 1, boolean: 2 };
