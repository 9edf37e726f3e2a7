// How an item of an associative list is named: by its keys, by their defaults where it leaves them out, or by its value in a set.
import type { Json, JsonObject } from '../../json.ts';
import { isJsonList, isJsonObject } from '../../json.ts';
import type { PathElement } from '../fieldpath/path-element.ts';
import { keyElement } from '../fieldpath/path-element.ts';
import type { ListType } from '../schema/merge-type.ts';

export type NamedItem = { readonly kind: 'named'; readonly element: PathElement } | { readonly kind: 'unnamed'; readonly message: string };

export function nameItem(list: ListType, item: Json): NamedItem {
  return list.keys.length > 0 ? nameByKeys(list, item) : nameByValue(item);
}

function nameByKeys(list: ListType, item: Json): NamedItem {
  if (item === null) return unnamed('associative list with keys may not have a null element');
  if (!isJsonObject(item)) return unnamed('associative list with keys may not have non-map elements');
  const map = list.element().map;
  if (map === undefined && list.keys.some((key) => !Object.hasOwn(item, key))) {
    const missing = list.keys.find((key) => !Object.hasOwn(item, key)) ?? '';
    return unnamed(`couldn't find default value for ${missing}: associative list may not have non-map types`);
  }
  const fields = list.keys.flatMap((key) => keyField(item, key, map?.field(key)?.default));
  if (fields.length > 0) return { kind: 'named', element: keyElement(fields) };
  const keys = list.keys.map((key) => JSON.stringify(key)).join(' ');
  return unnamed(
    `associative list with keys has an element that omits all key fields [${keys}] (and doesn't have default values for any key fields)`,
  );
}

function keyField(item: JsonObject, key: string, standard: Json | undefined): readonly (readonly [string, Json])[] {
  const value = Object.hasOwn(item, key) ? item[key] : (standard ?? undefined);
  return value === undefined ? [] : [[key, value]];
}

function nameByValue(item: Json): NamedItem {
  if (isJsonList(item)) return unnamed('not supported: associative list with lists as elements');
  if (item === null) return unnamed("associative list without keys has an element that's an explicit null");
  if (isJsonObject(item)) return unnamed("associative list without keys has an element that's a map type");
  return { kind: 'named', element: { kind: 'value', value: item } };
}

function unnamed(message: string): NamedItem {
  return { kind: 'unnamed', message };
}
