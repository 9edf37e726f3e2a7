// JSON merge patch (RFC 7386), own keys only, so that `__proto__` is a key like any other.

import type { Json, JsonObject } from '@rectrace/kube';
import { isJsonObject } from '@rectrace/kube';

/** The target with the patch merged in; null removes. */
export function mergePatch(target: JsonObject, patch: JsonObject): JsonObject {
  const result = new Map(Object.entries(target));
  for (const [key, value] of Object.entries(patch)) {
    if (value === null) result.delete(key);
    else result.set(key, mergeValue(result.get(key), value));
  }
  return Object.fromEntries(result);
}

function mergeValue(before: Json | undefined, value: Json): Json {
  if (!isJsonObject(value)) return value;
  return mergePatch(isJsonObject(before) ? before : {}, value);
}
