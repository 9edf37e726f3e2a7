// Brings two values of a type together: what the second sets counts, all else stays. Items keep the order of the first list as far as the
// order of the second allows it.
import type { Json, JsonObject } from '../../json.ts';
import { isJsonList, isJsonObject } from '../../json.ts';
import type { Path } from '../fieldpath/path-element.ts';
import { fieldElement, formatElement, formatPath, formatStep } from '../fieldpath/path-element.ts';
import type { ListType, MapType, MergeType } from '../schema/merge-type.ts';
import { formOf, sameForms, typeBelow } from '../schema/merge-type.ts';
import { nameItem } from './list-item.ts';
import { orderItems } from './order-items.ts';
import { TypedMismatch } from './typed-fault.ts';
import { scalarFaults } from './validate-typed.ts';

/** Undefined where nothing is left. @throws TypedMismatch */
export function mergeTyped(live: Json, config: Json, type: MergeType): Json | undefined {
  return merge({ left: live, right: config }, { type, path: [] });
}

type Pair = { readonly left: Json | undefined; readonly right: Json | undefined };
type Spot<Type> = { readonly type: Type; readonly path: Path };

function merge(pair: Pair, { type, path }: Spot<MergeType | undefined>): Json | undefined {
  if (type === undefined) return undefined;
  const [left, right] = [formOf(type, pair.left), formOf(type, pair.right)];
  if (pair.left !== undefined && pair.right !== undefined && !sameForms(left, right)) mergeForm(pair, { type: left, path });
  return mergeForm(pair, { type: pair.right === undefined ? left : right, path });
}

function mergeForm(pair: Pair, { type, path }: Spot<MergeType>): Json | undefined {
  if (type.map !== undefined) return mergeMaps(pair, { type: type.map, path });
  if (type.scalar !== undefined) {
    const [left, right] = [scalarFaults(type.scalar, pair.left, 'lhs: '), scalarFaults(type.scalar, pair.right, 'rhs: ')];
    if (left.length > 0 && right.length > 0) {
      throw new TypedMismatch([...left, ...right].map((message) => ({ path: formatPath(path), message })));
    }
    return secondOf(pair);
  }
  return type.list === undefined ? undefined : mergeLists(pair, { type: type.list, path });
}

function secondOf({ left, right }: Pair): Json | undefined {
  return right === undefined ? left : right;
}

const EMPTY: JsonObject = {};

function mergeMaps(pair: Pair, { type, path }: Spot<MapType>): Json | undefined {
  const [left, right] = [isJsonObject(pair.left) ? pair.left : EMPTY, isJsonObject(pair.right) ? pair.right : EMPTY];
  const keys = [...new Set([...Object.keys(left), ...Object.keys(right)])];
  if (type.relation === 'atomic' || keys.length === 0) return secondOf(pair);
  const entries = keys.flatMap((key): [string, Json][] => {
    const values = { left: ownValue(left, key), right: ownValue(right, key) };
    const value = merge(values, { type: typeBelow(type, key), path: [...path, fieldElement(key)] });
    return value === undefined ? [] : [[key, value]];
  });
  return entries.length === 0 ? undefined : Object.fromEntries(entries);
}

function ownValue(object: JsonObject, key: string): Json | undefined {
  return Object.hasOwn(object, key) ? object[key] : undefined;
}

function mergeLists(pair: Pair, { type, path }: Spot<ListType>): Json | undefined {
  const [left, right] = [isJsonList(pair.left) ? pair.left : [], isJsonList(pair.right) ? pair.right : []];
  if (type.relation === 'atomic' || left.length + right.length === 0) return secondOf(pair);
  const [lefts, rights] = [indexItems(left, { type, path }), indexItems(right, { type, path })];
  refuseDuplicates(rights, path);
  const byKey = { left: firstOrNothing(lefts), right: firstOrNothing(rights) };
  const order = orderItems(lefts.map(keyOf), rights.map(keyOf));
  const merged = order.flatMap(({ side, index }): readonly Json[] => {
    const item = (side === 'left' ? lefts : rights)[index];
    if (item === undefined) return [];
    const values = side === 'left' ? { left: item.value, right: undefined } : { left: byKey.left.get(item.key), right: item.value };
    const value = merge(values, { type: type.element(), path: [...path, item.element] });
    return value === undefined ? [] : [value];
  });
  return merged.length === 0 ? undefined : merged;
}

type Item = { readonly key: string; readonly value: Json } & Extract<ReturnType<typeof nameItem>, { kind: 'named' }>;

function keyOf({ key }: Item): string {
  return key;
}

/** @throws TypedMismatch */
function indexItems(items: readonly Json[], { type, path }: Spot<ListType>): readonly Item[] {
  return items.map((value, index) => {
    const named = nameItem(type, value);
    if (named.kind === 'unnamed') throw new TypedMismatch([{ path: formatPath(path), message: `element ${index}: ${named.message}` }]);
    return { ...named, key: formatElement(named.element), value };
  });
}

/** Only the live object may hold an item twice. @throws TypedMismatch */
function refuseDuplicates(items: readonly Item[], path: Path): void {
  const twice = items.find(({ key }, index) => items.some((other, place) => place < index && other.key === key));
  if (twice === undefined) return;
  throw new TypedMismatch([{ path: formatPath(path), message: `duplicate entries for key ${formatStep(twice.element)}` }]);
}

/** What stands more than once is not merged with the new value: null takes its place. */
function firstOrNothing(items: readonly Item[]): ReadonlyMap<string, Json> {
  const found = new Map<string, Json>();
  for (const { key, value } of items) found.set(key, found.has(key) ? null : value);
  return found;
}
