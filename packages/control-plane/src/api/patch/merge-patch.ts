// JSON merge patch (RFC 7386): objects are merged key by key, null removes, everything else replaces. Merged objects have sorted keys.
import type { Json, JsonObject } from '@rectrace/kube';
import { isJsonList, isJsonObject } from '@rectrace/kube';

export function mergePatch(target: JsonObject, patch: JsonObject): JsonObject {
  const merged = new Map<string, Json>(Object.entries(target));
  for (const [key, value] of Object.entries(patch)) {
    const known = merged.get(key);
    if (value === null) merged.delete(key);
    else merged.set(key, isJsonObject(known) ? mergeInto(known, value) : withoutNulls(value));
  }
  return sorted([...merged]);
}

/** What takes the place of an object as a whole keeps its nulls within lists. */
function mergeInto(known: JsonObject, value: Json): Json {
  return isJsonObject(value) ? mergePatch(known, value) : value;
}

/** Nulls of objects go, also of objects in lists; those that stand in lists stay. */
function withoutNulls(value: Json): Json {
  if (isJsonList(value)) return value.map(withoutNulls);
  if (!isJsonObject(value)) return value;
  const kept = Object.entries(value).filter(([, item]) => item !== null);
  return sorted(kept.map(([key, item]) => [key, withoutNulls(item)]));
}

function sorted(entries: readonly (readonly [string, Json])[]): JsonObject {
  return Object.fromEntries(entries.toSorted(([left], [right]) => (left < right ? -1 : 1)));
}
