// The order of a merged list: items of the patch in its order, those of the server alone in theirs, put together by the server's order as far
// as it knows both.
import type { Json } from '../../json.ts';
import { isJsonObject } from '../../json.ts';
import { DIRECTIVE } from './directives.ts';
import type { Fields } from './go-value.ts';
import { asFields, mergeKeyOf, ownOf } from './go-value.ts';

export type Arrangement = {
  /** '' for lists of scalars. */
  readonly mergeKey: string;
  readonly patchOrder: readonly Json[];
  readonly serverOrder: readonly Json[];
};

/** @throws StrategicFault where an item has no merge key. */
export function arrangeList(items: readonly Json[], { mergeKey, patchOrder, serverOrder }: Arrangement): Json[] {
  const named = (item: Json): boolean =>
    mergeKey === '' ? patchOrder.includes(item) : patchOrder.some((other) => sameKey(other, mergeKeyOf(item, mergeKey), mergeKey));
  const ofPatch = items.filter(named);
  const ofServer = items.filter((item) => !named(item));
  const left = sortBy(ofServer, serverOrder, mergeKey);
  return interleave({ left, right: sortBy(ofPatch, patchOrder, mergeKey) }, serverOrder, mergeKey);
}

function sameKey(item: Json, value: Json, mergeKey: string): boolean {
  return ownOf(asFields(item), mergeKey) === value;
}

/** Items that are to be deleted go last. @throws StrategicFault */
function sortBy(items: readonly Json[], order: readonly Json[], mergeKey: string): readonly Json[] {
  if (mergeKey !== '') for (const item of [...items, ...order]) mergeKeyOf(item, mergeKey);
  const isDeleted = (item: Json): boolean => mergeKey !== '' && ownOf(asFields(item), DIRECTIVE) === 'delete';
  const kept = items.filter((item) => !isDeleted(item));
  const sorted = kept.toSorted((left, right) => placeOf(order, left, mergeKey) - placeOf(order, right, mergeKey));
  return [...sorted, ...items.filter(isDeleted)];
}

/** -1 where it does not stand there. */
function placeOf(order: readonly Json[], item: Json, mergeKey: string): number {
  const value = keyOf(item, mergeKey);
  return order.findIndex((other) => keyOf(other, mergeKey) === value);
}

function keyOf(item: Json, mergeKey: string): Json | undefined {
  if (mergeKey === '') return item;
  return isJsonObject(item) ? ownOf(item as Fields, mergeKey) : undefined;
}

type Sides = { readonly left: readonly Json[]; readonly right: readonly Json[] };

/** Both keep their own order; an item of the left goes first where the order knows both and has it first. */
function interleave({ left, right }: Sides, order: readonly Json[], mergeKey: string): Json[] {
  const result: Json[] = [];
  let taken = 0;
  for (const item of right) {
    for (let head = left[taken]; head !== undefined && comesFirst(head, item); head = left[taken]) {
      result.push(head);
      taken++;
    }
    result.push(item);
  }
  return [...result, ...left.slice(taken)];

  function comesFirst(head: Json, item: Json): boolean {
    const [first, second] = [placeOf(order, head, mergeKey), placeOf(order, item, mergeKey)];
    return first >= 0 && second >= 0 && first < second;
  }
}
