// Reading lists, whatever they are made of.

import type { CelValue, ListValue } from './cel-value.ts';
import { fromJson } from './cel-value.ts';

export function listSize(list: ListValue): number {
  return 'json' in list ? list.json.length : list.items.length;
}

/** The item at an index, or undefined beyond either end. */
export function listItem(list: ListValue, index: number): CelValue | undefined {
  if ('items' in list) return list.items[index];
  const json = list.json[index];
  return json === undefined ? undefined : fromJson(json);
}

export function listItems(list: ListValue): readonly CelValue[] {
  return 'items' in list ? list.items : list.json.map(fromJson);
}
