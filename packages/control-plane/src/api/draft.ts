// An object on its way into the store: plain JSON that only the request at hand holds, and therefore may change in place.
// What has been stored is never a draft again.
import type { Json, JsonObject } from '@rectrace/kube';
import { isJsonObject, setKey } from '@rectrace/kube';

export type Draft = { [key: string]: Json };

/** A copy down to the leaves, to be changed. */
export function draftOf(object: JsonObject): Draft {
  return copyOf(object) as Draft;
}

/** The object below a key, to be changed; undefined where there is none. */
export function childOf(draft: JsonObject, key: string): Draft | undefined {
  const value = Object.hasOwn(draft, key) ? draft[key] : undefined;
  return isJsonObject(value) ? (value as Draft) : undefined;
}

/** The object below a path of keys, to be changed; undefined where a step is missing. */
export function descend(draft: JsonObject, ...path: readonly string[]): Draft | undefined {
  let current: Draft | undefined = draft as Draft;
  for (const key of path) current = current === undefined ? undefined : childOf(current, key);
  return current;
}

/** The object below a key, made where it is missing. */
export function ensureChild(draft: Draft, key: string): Draft {
  const known = childOf(draft, key);
  if (known !== undefined) return known;
  const made: Draft = {};
  draft[key] = made;
  return made;
}

/** The objects of the list below a key, to be changed. */
export function childrenOf(draft: JsonObject | undefined, key: string): readonly Draft[] {
  const value = draft === undefined || !Object.hasOwn(draft, key) ? undefined : draft[key];
  return Array.isArray(value) ? (value.filter(isJsonObject) as Draft[]) : [];
}

/** Sets the value where the key is missing or null. */
export function fill(draft: Draft, key: string, value: Json): void {
  if (draft[key] === undefined || draft[key] === null) draft[key] = value;
}

/** Sets the value where the key is missing, null, or an empty text. */
export function fillText(draft: Draft, key: string, value: string): void {
  if (draft[key] === undefined || draft[key] === null || draft[key] === '') draft[key] = value;
}

/** Sets the value, or removes the key where the value is undefined. */
export function assign(draft: Draft, key: string, value: Json | undefined): void {
  if (value === undefined) delete draft[key];
  else draft[key] = value;
}

/** A copy down to the leaves, to become a part of a draft: what is stored can't be changed. */
export function copyOf(value: Json): Json {
  if (Array.isArray(value)) return value.map(copyOf);
  if (!isJsonObject(value)) return value;
  const copy: Draft = {};
  for (const key of Object.keys(value)) {
    const item = value[key];
    if (item !== undefined) setKey(copy, key, copyOf(item));
  }
  return copy;
}
