// What a second value of a type adds, changes and removes against a first, as field sets.
import type { Json, JsonObject } from '../../json.ts';
import { isJsonList, isJsonObject, jsonEquals } from '../../json.ts';
import type { FieldSet } from '../fieldpath/field-set.ts';
import { FieldSetBuilder } from '../fieldpath/field-set.ts';
import type { Path, PathElement } from '../fieldpath/path-element.ts';
import { fieldElement, formatElement } from '../fieldpath/path-element.ts';
import type { ListType, MapType, MergeType, ScalarForm } from '../schema/merge-type.ts';
import { formOf, sameForms, typeBelow } from '../schema/merge-type.ts';
import { nameItem } from './list-item.ts';
import { TypedMismatch } from './typed-fault.ts';
import { scalarFaults } from './validate-typed.ts';

export type Comparison = { readonly removed: FieldSet; readonly modified: FieldSet; readonly added: FieldSet };

/** @throws TypedMismatch */
export function compareTyped(before: Json, after: Json, type: MergeType): Comparison {
  const walk: Walk = { removed: new FieldSetBuilder(), modified: new FieldSetBuilder(), added: new FieldSetBuilder() };
  compare(walk, { left: before, right: after }, { type, path: [] });
  return { removed: walk.removed.build(), modified: walk.modified.build(), added: walk.added.build() };
}

type Walk = { readonly removed: FieldSetBuilder; readonly modified: FieldSetBuilder; readonly added: FieldSetBuilder };
type Pair = { readonly left: Json | undefined; readonly right: Json | undefined };
type Spot<Type> = { readonly type: Type; readonly path: Path };

function compare(walk: Walk, pair: Pair, { type, path }: Spot<MergeType | undefined>): void {
  if (type === undefined) return;
  const [left, right] = [formOf(type, pair.left), formOf(type, pair.right)];
  const both = pair.left !== undefined && pair.right !== undefined && !sameForms(left, right);
  if (both) compareForm(walk, pair, { type: left, path });
  const leaf = compareForm(walk, pair, { type: pair.right === undefined ? left : right, path });
  if (leaf) return;
  if (pair.left === undefined) walk.added.insert(path);
  else if (pair.right === undefined) walk.removed.insert(path);
}

/** True where the place counts as one value. */
function compareForm(walk: Walk, pair: Pair, { type, path }: Spot<MergeType>): boolean {
  if (type.map !== undefined) return compareMaps(walk, pair, { type: type.map, path });
  if (type.scalar !== undefined) return compareScalars(walk, pair, { type: type.scalar, path });
  return type.list !== undefined && compareLists(walk, pair, { type: type.list, path });
}

function compareLeaves(walk: Walk, { left, right }: Pair, path: Path): true {
  if (left === undefined) walk.added.insert(path);
  else if (right === undefined) walk.removed.insert(path);
  else if (!jsonEquals(left, right)) walk.modified.insert(path);
  return true;
}

function compareScalars(walk: Walk, pair: Pair, { type, path }: Spot<ScalarForm>): true {
  const [left, right] = [scalarFaults(type, pair.left, 'lhs: '), scalarFaults(type, pair.right, 'rhs: ')];
  if (left.length > 0 && right.length > 0) throw new TypedMismatch([...left, ...right].map((message) => ({ path: '', message })));
  return compareLeaves(walk, pair, path);
}

const EMPTY: JsonObject = {};

function compareMaps(walk: Walk, pair: Pair, { type, path }: Spot<MapType>): boolean {
  const [left, right] = [isJsonObject(pair.left) ? pair.left : EMPTY, isJsonObject(pair.right) ? pair.right : EMPTY];
  const keys = new Set([...Object.keys(left), ...Object.keys(right)]);
  if (type.relation === 'atomic' || keys.size === 0) return compareLeaves(walk, pair, path);
  for (const key of keys) {
    const below: Spot<MergeType | undefined> = { type: typeBelow(type, key), path: [...path, fieldElement(key)] };
    compare(walk, { left: ownValue(left, key), right: ownValue(right, key) }, below);
  }
  return false;
}

function ownValue(object: JsonObject, key: string): Json | undefined {
  return Object.hasOwn(object, key) ? object[key] : undefined;
}

function compareLists(walk: Walk, pair: Pair, { type, path }: Spot<ListType>): boolean {
  const [left, right] = [isJsonList(pair.left) ? pair.left : [], isJsonList(pair.right) ? pair.right : []];
  if (type.relation === 'atomic' || left.length + right.length === 0) return compareLeaves(walk, pair, path);
  const [lefts, rights] = [groupItems(left, type), groupItems(right, type)];
  for (const key of new Set([...lefts.keys(), ...rights.keys()])) {
    const element = lefts.get(key)?.element ?? rights.get(key)?.element;
    if (element !== undefined)
      compareItems(walk, { left: lefts.get(key)?.items ?? [], right: rights.get(key)?.items ?? [] }, { type, path: [...path, element] });
  }
  return false;
}

type Group = { readonly element: PathElement; readonly items: Json[] };

/** @throws TypedMismatch */
function groupItems(items: readonly Json[], type: ListType): ReadonlyMap<string, Group> {
  const groups = new Map<string, Group>();
  for (const [index, item] of items.entries()) {
    const named = nameItem(type, item);
    if (named.kind === 'unnamed') throw new TypedMismatch([{ path: '', message: `element ${index}: ${named.message}` }]);
    const key = formatElement(named.element);
    const known = groups.get(key);
    if (known === undefined) groups.set(key, { element: named.element, items: [item] });
    else known.items.push(item);
  }
  return groups;
}

type Groups = { readonly left: readonly Json[]; readonly right: readonly Json[] };

/** Items that stand more than once count as one value. */
function compareItems(walk: Walk, { left, right }: Groups, { type, path }: Spot<ListType>): void {
  const [manyLeft, manyRight] = [left.length >= 2, right.length >= 2];
  if (manyLeft && manyRight) {
    if (!jsonEquals(left, right)) walk.modified.insert(path);
    return;
  }
  const pair = { left: manyLeft ? undefined : left[0], right: manyRight ? undefined : right[0] };
  if (pair.left !== undefined || pair.right !== undefined) compare(walk, pair, { type: type.element(), path });
  if (manyLeft) walk.removed.insert(path);
  if (manyRight) walk.added.insert(path);
}
