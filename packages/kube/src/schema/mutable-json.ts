// JSON that only its holder has, and therefore may change in place.

import type { Json, JsonObject } from '../json.ts';
import { isJsonList, isJsonObject } from '../json.ts';

export type MutableObject = { [key: string]: Json };

/** A copy down to the leaves. */
export function copyJson(value: Json): Json {
  if (isJsonList(value)) return value.map(copyJson);
  if (!isJsonObject(value)) return value;
  const copy: MutableObject = {};
  for (const key of Object.keys(value)) setKey(copy, key, copyJson(value[key] ?? null));
  return copy;
}

/** Sets a key, whatever its name. */
export function setKey(object: MutableObject, key: string, value: Json): void {
  if (key === '__proto__') Object.defineProperty(object, key, { value, enumerable: true, writable: true, configurable: true });
  else object[key] = value;
}

/** The same with all keys sorted, as Go writes maps. */
export function sortedJson(value: Json): Json {
  if (isJsonList(value)) return value.map(sortedJson);
  if (!isJsonObject(value)) return value;
  const sorted: MutableObject = {};
  for (const key of Object.keys(value).toSorted()) setKey(sorted, key, sortedJson(value[key] ?? null));
  return sorted;
}

/** The object as one that may be changed; only for what `copyJson` made, or a draft. */
export function asMutable(value: Json): MutableObject | undefined {
  return isJsonObject(value) ? (value as MutableObject) : undefined;
}

/** The own value under a key. */
export function ownValue(object: JsonObject, key: string): Json | undefined {
  return Object.hasOwn(object, key) ? object[key] : undefined;
}
