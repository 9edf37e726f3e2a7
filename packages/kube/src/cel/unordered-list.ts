// Lists without order, of rules over a schema: sets, and lists whose items are told apart by some fields. Their equality ignores order, and
// adding to them puts new items behind and overwrites known ones.

import type { CelValue, Failure, ListValue } from './cel-value.ts';
import { mapField } from './map-value.ts';

export type Unordered = Extract<ListValue, { readonly items: readonly CelValue[] }> & {
  readonly identity: readonly string[] | 'whole';
};

type Same = (left: CelValue, right: CelValue) => boolean | Failure;

export function isUnordered(list: ListValue): list is Unordered {
  return 'identity' in list && list.identity !== undefined;
}

/** Whether each of the items, which are as many, is in the list. */
export function holdsAll(list: Unordered, items: readonly CelValue[], same: Same): boolean | Failure {
  for (const item of items) {
    const at = positionOf(list, item, same);
    const found = list.items[at];
    if (found === undefined) return false;
    const equal = same(found, item);
    if (equal !== true) return equal;
  }
  return true;
}

export function joinUnordered(list: Unordered, items: readonly CelValue[], same: Same): ListValue {
  const joined = [...list.items];
  for (const item of items) {
    const at = positionOf(list, item, same);
    if (at < 0) joined.push(item);
    else joined[at] = item;
  }
  return { kind: 'list', items: joined, identity: list.identity };
}

function positionOf({ items, identity }: Unordered, item: CelValue, same: Same): number {
  if (identity === 'whole') return items.findIndex((other) => same(other, item) === true);
  return items.findIndex((other) => identity.every((key) => sameField(other, item, { key, same })));
}

function sameField(left: CelValue, right: CelValue, { key, same }: { readonly key: string; readonly same: Same }): boolean {
  if (left.kind !== 'map' || right.kind !== 'map') return false;
  const [a, b] = [mapField(left, key), mapField(right, key)];
  return a === undefined || b === undefined ? a === b : same(a, b) === true;
}
