// $setElementOrder: the order that a list of an object shall have. What the patch says of the list is merged at the same time.
import type { Json } from '../../json.ts';
import { formatPlain } from '../value/format-go.ts';
import { arrangeList } from './arrange-list.ts';
import { DIRECTIVE, fieldOfDirective, SET_ORDER, withoutDirectives } from './directives.ts';
import type { Fields } from './go-value.ts';
import { asFields, asList, mergeKeyOf, ownOf } from './go-value.ts';
import type { MergeObjects } from './merge-lists.ts';
import { itemsAreObjects, mergeLists } from './merge-lists.ts';
import type { PatchShape, PlaceRule } from './patch-shape.ts';
import { listRule } from './patch-shape.ts';
import { internalFault } from './strategic-fault.ts';

export type Ordering = { readonly original: Fields; readonly patch: Fields; readonly shape: PatchShape };

/** Takes the directives, and the lists they speak of, out of the patch. @throws StrategicFault */
export function setElementOrders(ordering: Ordering, mergeObjects: MergeObjects): void {
  const keys = Object.keys(ordering.patch).filter((key) => key.startsWith(SET_ORDER));
  for (const key of keys.sort()) setElementOrder(ordering, key, mergeObjects);
}

function setElementOrder({ original, patch, shape }: Ordering, key: string, mergeObjects: MergeObjects): void {
  const order = asList(patch[key]);
  delete patch[key];
  const field = fieldOfDirective(key, SET_ORDER);
  const [known, wanted] = [optionalList(original, field), optionalList(patch, field)];
  const rule = listRule(shape, field);
  checkOrder(wanted ?? [], order, rule.mergeKey);
  const merged = mergedList({ known, wanted, rule }, mergeObjects);
  if (merged === undefined) return;
  itemsAreObjects(known ?? [], wanted ?? []);
  original[field] = arrangeList(merged, { mergeKey: rule.mergeKey, patchOrder: order, serverOrder: known ?? [] });
  delete patch[field];
}

function optionalList(fields: Fields, key: string): Json[] | undefined {
  const value = ownOf(fields, key);
  return value === undefined ? undefined : asList(value);
}

type Merging = { readonly known: Json[] | undefined; readonly wanted: Json[] | undefined; readonly rule: PlaceRule };

function mergedList({ known, wanted, rule }: Merging, mergeObjects: MergeObjects): Json[] | undefined {
  if (wanted === undefined) return known;
  if (known === undefined) return asList(withoutDirectives(wanted));
  return mergeLists({ original: [...known], patch: wanted, rule, deletes: false }, mergeObjects);
}

/** What the patch changes stands in the order, and in the order's order. @throws StrategicFault */
function checkOrder(items: readonly Json[], order: readonly Json[], mergeKey: string): void {
  if (order.length === 0 || items.length === 0) return;
  const plain = mergeKey === '' ? items : items.filter((item) => ownOf(asFields(item), DIRECTIVE) === undefined);
  let place = 0;
  for (const other of order) {
    const item = plain[place];
    if (item !== undefined && sameItem(item, other, mergeKey)) place++;
  }
  if (place < plain.length)
    throw internalFault(
      `The order in patch list:\n${formatPlain(items as Json)}\n doesn't match ${SET_ORDER} list:\n${formatPlain(order as Json)}\n`,
    );
}

function sameItem(item: Json, other: Json, mergeKey: string): boolean {
  return mergeKey === '' ? item === other : mergeKeyOf(item, mergeKey) === mergeKeyOf(other, mergeKey);
}
