// The library of JSON patches leaves the keys of every object that it went through sorted; messages quote them so.
import type { Json, JsonObject } from '@rectrace/kube';
import { isJsonObject } from '@rectrace/kube';
import jsonpatch, { type Operation } from 'fast-json-patch';

/** The objects on the way to the places of operations, by their keys. */
type Ways = Map<string, Ways>;

/** However many operations lead through an object, it is sorted once. */
export function withSortedPaths(document: JsonObject, operations: readonly Operation[]): JsonObject {
  if (operations.length === 0) return document;
  const ways: Ways = new Map();
  for (const { path } of operations) note(ways, path.split('/').slice(1, -1).map(jsonpatch.unescapePathComponent));
  return sortAlong(document, ways);
}

function note(ways: Ways, steps: readonly string[]): void {
  let current = ways;
  for (const step of steps) {
    const next: Ways = current.get(step) ?? new Map();
    current.set(step, next);
    current = next;
  }
}

function sortAlong(object: JsonObject, ways: Ways): JsonObject {
  const entries = Object.entries(object).sort(([left], [right]) => (left < right ? -1 : 1));
  return Object.fromEntries(entries.map(([key, value]) => [key, sortedBelow(value, ways.get(key))]));
}

function sortedBelow(value: Json, ways: Ways | undefined): Json {
  return ways !== undefined && isJsonObject(value) ? sortAlong(value, ways) : value;
}
