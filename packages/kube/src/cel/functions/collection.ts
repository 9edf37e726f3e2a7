// Functions on lists, of Kubernetes (isSorted, sum, min, max, indexOf, lastIndexOf), of CEL's list library (slice, flatten, distinct, reverse,
// sort, lists.range) and on sets. Lists of unknown items are summed as what their first item is.

import type { CelValue, Failure, ListValue, Outcome } from '../cel-value.ts';
import { bool, double, FALSE, failure, int, isFailure, list, TRUE, uint } from '../cel-value.ts';
import type { Order } from '../compare-values.ts';
import { compareValues } from '../compare-values.ts';
import { equalValues } from '../equal-values.ts';
import { checkItemCount, ITEM_LIMIT } from '../evaluation-budget.ts';
import { listItems, listSize } from '../list-value.ts';
import type { CallContext, Overload, Parameter } from '../overload.ts';
import { anyInt, anyList, anyListOf, anyValue, declareFunction, declareMethod, take1, take2, take3 } from '../overload.ts';
import type { StaticType } from '../static-type.ts';
import { BOOL, BYTES, DOUBLE, DURATION, DYN, INT, listOf, STRING, TIMESTAMP, UINT } from '../static-type.ts';
import { typeNameOf } from '../type-name.ts';
import { isIn } from './comparison.ts';

const COMPARABLE: readonly StaticType[] = [INT, UINT, DOUBLE, BOOL, DURATION, TIMESTAMP, STRING, BYTES];
const SUMMABLE: readonly StaticType[] = [INT, UINT, DOUBLE, DURATION];
const anyNestedList: Parameter<ListValue> = anyListOf(anyList.type);
const anyDynList: Parameter<ListValue> = anyListOf(DYN);

export type Adder = (left: CelValue, right: CelValue, context: CallContext) => Outcome;

/** The functions; `add` is the + of the arithmetic functions, by which sum adds. */
export function collectionFunctions(add: Adder): readonly Overload[] {
  return [
    ...COMPARABLE.flatMap(comparableOverloads),
    ...SUMMABLE.map((type) =>
      declareMethod('sum', { takes: take1(anyListOf(type)), result: type, call: ([items], context) => sum({ items, type, add }, context) }),
    ),
    declareMethod('indexOf', {
      takes: take2(anyList, anyValue),
      result: INT,
      call: ([items, item], context) => position(listItems(items), item, context),
    }),
    declareMethod('lastIndexOf', { takes: take2(anyList, anyValue), result: INT, call: lastPosition }),
    declareMethod('slice', { takes: take3(anyList, anyInt, anyInt), result: anyList.type, call: slice }),
    declareMethod('flatten', {
      takes: take1(anyNestedList),
      result: anyList.type,
      call: ([items], context) => flatten([items, 1n], context),
    }),
    declareMethod('flatten', { takes: take2(anyDynList, anyInt), result: listOf(DYN), call: flatten }),
    declareMethod('reverse', {
      takes: take1(anyList),
      result: anyList.type,
      call: ([items], { budget }) => budget.spend(listSize(items)) ?? list(listItems(items).toReversed()),
    }),
    declareMethod('distinct', { takes: take1(anyList), result: anyList.type, call: ([items], context) => distinct(items, context) }),
    declareFunction('lists.range', { takes: take1(anyInt), result: listOf(INT), call: range }),
    declareFunction('sets.contains', {
      takes: take2(anyList, anyList),
      result: BOOL,
      call: ([items, others], context) => containsAll(items, others, context),
    }),
    declareFunction('sets.equivalent', { takes: take2(anyList, anyList), result: BOOL, call: equivalent }),
    declareFunction('sets.intersects', { takes: take2(anyList, anyList), result: BOOL, call: intersects }),
  ];
}

/** Sorts items by keys of one type that has an order; equal keys keep their order. */
export function sortByKeys(items: readonly CelValue[], keys: readonly CelValue[], context: CallContext): Outcome {
  const [first] = keys;
  if (first === undefined) return list(items);
  const spent = context.budget.spend(items.length * Math.ceil(Math.log2(items.length + 1)));
  if (spent !== undefined) return spent;
  const unlike = keys.find((key) => key.kind !== first.kind);
  if (unlike !== undefined) return failure(`cannot sort ${typeNameOf(first)} and ${typeNameOf(unlike)} together`);
  const unordered = keys.map((key) => compareValues(key, first)).find((order) => typeof order !== 'number');
  if (unordered !== undefined || compareValues(first, first) === undefined)
    return unordered ?? failure(`${typeNameOf(first)} has no order`);
  const indices = items.map((_, index) => index).toSorted((left, right) => keyOrder(keys[left], keys[right]));
  return list(indices.flatMap((index) => items[index] ?? []));
}

function keyOrder(left: CelValue | undefined, right: CelValue | undefined): number {
  const order = left === undefined || right === undefined ? 0 : compareValues(left, right);
  return typeof order === 'number' ? order : 0;
}

function comparableOverloads(type: StaticType): readonly Overload[] {
  const takes = take1(anyListOf(type));
  return [
    declareMethod('isSorted', { takes, result: BOOL, call: ([items], context) => isSorted(items, context) }),
    declareMethod('min', { takes, result: type, call: ([items], context) => extreme({ name: 'min', keep: -1 }, items, context) }),
    declareMethod('max', { takes, result: type, call: ([items], context) => extreme({ name: 'max', keep: 1 }, items, context) }),
    declareMethod('sort', {
      takes,
      result: listOf(type),
      call: ([items], context) => sortByKeys(listItems(items), listItems(items), context),
    }),
  ];
}

function isSorted(list: ListValue, { budget }: CallContext): Outcome {
  const items = listItems(list);
  const spent = budget.spend(items.length);
  if (spent !== undefined) return spent;
  for (const [index, item] of items.entries()) {
    const order = comparedTo(items[index - 1] ?? item, item);
    if (typeof order !== 'number') return order;
    if (order > 0) return FALSE;
  }
  return TRUE;
}

function comparedTo(left: CelValue, right: CelValue): Order | Failure {
  return compareValues(left, right) ?? failure(`cannot compare ${typeNameOf(left)} with ${typeNameOf(right)}`);
}

function extreme(which: { readonly name: string; readonly keep: Order }, list: ListValue, { budget }: CallContext): Outcome {
  const items = listItems(list);
  const spent = budget.spend(items.length);
  if (spent !== undefined) return spent;
  let [best] = items;
  if (best === undefined) return failure(`${which.name} of an empty list`);
  for (const item of items) {
    const order = comparedTo(item, best);
    if (typeof order !== 'number') return order;
    if (order === which.keep) best = item;
  }
  return best;
}

type Summing = { readonly items: ListValue; readonly type: StaticType; readonly add: Adder };

function sum({ items, type, add }: Summing, context: CallContext): Outcome {
  const values = listItems(items);
  const [first] = values;
  let total: CelValue = first === undefined ? zeroOf(type) : zeroLike(first);
  for (const item of values) {
    const next = context.budget.spend(1) ?? add(total, item, context);
    if (isFailure(next)) return next;
    total = next;
  }
  return total;
}

function zeroOf(type: StaticType): CelValue {
  if (type === UINT) return uint(0n);
  if (type === DOUBLE) return double(0);
  return type === DURATION ? { kind: 'duration', nanos: 0n } : int(0);
}

/** The zero to which a list of unknown items is added; an int where the first item cannot be summed, which then fails. */
function zeroLike(value: CelValue): CelValue {
  if (value.kind === 'double') return zeroOf(DOUBLE);
  if (value.kind === 'uint') return zeroOf(UINT);
  return zeroOf(value.kind === 'duration' ? DURATION : INT);
}

function position(items: readonly CelValue[], item: CelValue, context: CallContext): Outcome {
  for (const [index, other] of items.entries()) {
    const same = context.budget.spend(1) ?? equalValues(other, item, context);
    if (same === true) return int(index);
    if (typeof same === 'object' && same.reason === 'limit') return same;
  }
  return int(-1);
}

function lastPosition([list, item]: readonly [ListValue, CelValue], context: CallContext): Outcome {
  const items = listItems(list);
  const found = position(items.toReversed(), item, context);
  return found.kind === 'int' && found.value >= 0n ? int(BigInt(items.length - 1) - found.value) : found;
}

function slice([items, start, end]: readonly [ListValue, bigint, bigint], { budget }: CallContext): Outcome {
  const size = listSize(items);
  if (start < 0n || end < 0n) return failure(`cannot slice from ${start} to ${end}: negative positions`);
  if (start > end) return failure(`cannot slice from ${start} to ${end}: the start is behind the end`);
  if (end > BigInt(size)) return failure(`cannot slice from ${start} to ${end}: the list has ${size} items`);
  return budget.spend(size) ?? list(listItems(items).slice(Number(start), Number(end)));
}

type Nested = { readonly item: CelValue; readonly depth: bigint };

function flatten([items, depth]: readonly [ListValue, bigint], { budget }: CallContext): Outcome {
  if (depth < 0n) return failure('flatten takes a depth of 0 or more');
  const flat: CelValue[] = [];
  const waiting = nestedItems(items, depth);
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const spent = budget.spend(1);
    if (spent !== undefined) return spent;
    const opened = openedItems(next);
    if (opened === undefined) flat.push(next.item);
    for (const inner of opened ?? []) waiting.push(inner);
  }
  return list(flat);
}

/** What an item holds if it is a list that may be opened. */
function openedItems({ item, depth }: Nested): readonly Nested[] | undefined {
  return item.kind === 'list' && depth > 0n ? nestedItems(item, depth - 1n) : undefined;
}

/** The items of a list, the last one first, and how deep each may still be opened. */
function nestedItems(items: ListValue, depth: bigint): Nested[] {
  return listItems(items)
    .map((item) => ({ item, depth }))
    .toReversed();
}

function distinct(items: ListValue, context: CallContext): Outcome {
  const kept: CelValue[] = [];
  for (const item of listItems(items)) {
    const seen = isIn(item, list(kept), context);
    if (isFailure(seen)) return seen;
    if (seen === FALSE) kept.push(item);
  }
  return list(kept);
}

function range([count]: readonly [bigint], { budget }: CallContext): Outcome {
  const size = count < 0n ? 0 : Number(count);
  return checkItemCount(size) ?? budget.spend(Math.min(size, ITEM_LIMIT)) ?? list(Array.from({ length: size }, (_, index) => int(index)));
}

function containsAll(items: ListValue, others: ListValue, context: CallContext): Outcome {
  for (const other of listItems(others)) {
    const found = isIn(other, items, context);
    if (found !== TRUE) return found;
  }
  return TRUE;
}

function equivalent([left, right]: readonly [ListValue, ListValue], context: CallContext): Outcome {
  const forth = containsAll(left, right, context);
  return forth === TRUE ? containsAll(right, left, context) : forth;
}

function intersects([left, right]: readonly [ListValue, ListValue], context: CallContext): Outcome {
  for (const item of listItems(left)) {
    const found = isIn(item, right, context);
    if (found !== FALSE) return found;
  }
  return bool(false);
}
