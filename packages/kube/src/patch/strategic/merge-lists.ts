// Merges a list of a patch into the list of an object: scalars as a set, objects by their merge key.
import type { Json } from '../../json.ts';
import { isJsonList, isJsonObject } from '../../json.ts';
import { formatPlain } from '../value/format-go.ts';
import { arrangeList } from './arrange-list.ts';
import { DIRECTIVE, unknownDirective } from './directives.ts';
import type { Fields } from './go-value.ts';
import { asFields, mergeKeyOf, ownOf, typeName } from './go-value.ts';
import type { PatchShape, PlaceRule } from './patch-shape.ts';
import { kindName } from './patch-shape.ts';
import { internalFault, listOfLists } from './strategic-fault.ts';

export type MergeObjects = (original: Fields, patch: Fields, shape: PatchShape) => Fields;

export type ListMerge = {
  readonly original: Json[];
  readonly patch: Json[];
  /** Its shape is that of the items. */
  readonly rule: PlaceRule;
  /** The patch names scalars to be taken out. */
  readonly deletes: boolean;
};

/** @throws StrategicFault */
export function mergeLists({ original, patch, rule, deletes }: ListMerge, mergeObjects: MergeObjects): Json[] {
  if (rule.strategy !== 'merge' && !deletes) return patch;
  if (original.length === 0 && patch.length === 0) return original;
  const objects = itemsAreObjects(original, patch);
  if (!objects && deletes) return original.filter((item) => !patch.includes(item));
  const { mergeKey } = rule;
  if (!objects) {
    const merged = withoutRepeats([...original, ...patch]);
    return arrangeList(merged, { mergeKey, patchOrder: patch, serverOrder: original });
  }
  if (mergeKey === '') throw internalFault(`cannot merge lists without merge key for ${kindName(rule.shape)}`);
  const plain = applyDirectives({ original, patch }, mergeKey);
  const merged = mergeItems({ ...plain, original: [...plain.original] }, rule, mergeObjects);
  return arrangeList(merged, { mergeKey, patchOrder: plain.patch, serverOrder: plain.original });
}

type Lists = { readonly original: Json[]; readonly patch: Json[] };

/** All items of both lists are of one type. @throws StrategicFault */
export function itemsAreObjects(...lists: readonly (readonly Json[])[]): boolean {
  const [first, ...others] = lists.flat();
  if (first === undefined) throw internalFault('no elements in any of the given slices');
  if (isJsonList(first)) throw listOfLists();
  if (others.some((item) => typeName(item) !== typeName(first)))
    throw internalFault(`list element types are not identical: ${formatPlain(lists as Json)}`);
  return isJsonObject(first);
}

/** The place of one that stands again is taken by the last one. */
function withoutRepeats(items: Json[]): Json[] {
  for (let index = 0; index < items.length - 1; index++) {
    for (let other = index + 1; other < items.length; other++) {
      if (items[index] !== items[other]) continue;
      const last = items.pop();
      if (other < items.length && last !== undefined) items[other] = last;
      other--;
    }
  }
  return items;
}

/** Takes out what is to be deleted; a replacement leaves nothing of the original. @throws StrategicFault */
function applyDirectives({ original, patch }: Lists, mergeKey: string): Lists {
  const plain = patch.filter((item) => ownOf(asFields(item), DIRECTIVE) === undefined);
  let kept = original;
  let replaces = false;
  for (const item of patch.map(asFields)) {
    const directive = ownOf(item, DIRECTIVE);
    if (directive === 'delete') kept = withoutMatches(kept, { mergeKey, value: mergeKeyOf(item, mergeKey) });
    else if (directive === 'replace') replaces = true;
    else if (directive === 'merge') throw internalFault('merging lists cannot yet be specified in the patch');
    else if (directive !== undefined) throw unknownDirective(directive, item);
  }
  return replaces ? { original: plain, patch: [] } : { original: kept, patch: plain };
}

type Wanted = { readonly mergeKey: string; readonly value: Json };

function withoutMatches(items: readonly Json[], { mergeKey, value }: Wanted): Json[] {
  return items.filter((item) => ownOf(asFields(item), mergeKey) !== value);
}

/** @throws StrategicFault */
function mergeItems({ original, patch }: Lists, { shape, mergeKey }: PlaceRule, mergeObjects: MergeObjects): Json[] {
  for (const item of patch.map(asFields)) {
    const value = mergeKeyOf(item, mergeKey);
    const place = original.findIndex((known) => ownOf(asFields(known), mergeKey) === value);
    if (place < 0) original.push(item);
    else original[place] = mergeObjects(asFields(original[place]), item, shape);
  }
  return original;
}
