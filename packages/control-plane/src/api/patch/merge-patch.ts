// JSON merge patch (RFC 7386): objects are merged key by key, null removes, everything else replaces. Merged objects have sorted keys.
import type { Json, JsonObject } from '@rectrace/kube';
import { isJsonObject } from '@rectrace/kube';

export function mergePatch(target: JsonObject, patch: JsonObject): JsonObject {
  const merged = new Map<string, Json>(Object.entries(target));
  for (const [key, value] of Object.entries(patch)) {
    const known = merged.get(key);
    if (value === null) merged.delete(key);
    else if (isJsonObject(value)) merged.set(key, isJsonObject(known) ? mergePatch(known, value) : withoutNulls(value));
    else merged.set(key, value);
  }
  return Object.fromEntries([...merged].sort(([left], [right]) => (left < right ? -1 : 1)));
}

function withoutNulls(value: JsonObject): JsonObject {
  const kept = Object.entries(value).filter(([, item]) => item !== null);
  return Object.fromEntries(kept.map(([key, item]) => [key, isJsonObject(item) ? withoutNulls(item) : item]));
}
