// Reading and building maps. Keys are strings, bools and numbers; 1, 1u and 1.0 are one key.

import type { JsonObject } from '../json.ts';
import type { CelValue, MapEntry, MapValue } from './cel-value.ts';
import { fromJson, string } from './cel-value.ts';
import { compareText } from './compare-values.ts';

export function mapSize(map: MapValue): number {
  return 'json' in map ? Object.keys(map.json).length : map.entries.size;
}

export function isEmptyMap(map: MapValue): boolean {
  return mapEntriesLazily(map).next().done === true;
}

/** The value under a key, or undefined where there is none. */
export function mapItem(map: MapValue, key: CelValue): CelValue | undefined {
  if ('json' in map) return key.kind === 'string' ? mapField(map, key.value) : undefined;
  const id = mapKeyId(key);
  return id === undefined ? undefined : map.entries.get(id)?.value;
}

/** The value under a string key, or undefined where there is none. Only own properties count, so `__proto__` is a key like any other. */
export function mapField(map: MapValue, field: string): CelValue | undefined {
  if (!('json' in map)) return map.entries.get(`string ${field}`)?.value;
  if (!Object.hasOwn(map.json, field)) return undefined;
  const json = map.json[field];
  return json === undefined ? undefined : fromJson(json);
}

/** Entries in an order that does not depend on how the map was written: text keys by code point, others as built. */
export function mapEntries(map: MapValue): readonly MapEntry[] {
  const entries = 'json' in map ? jsonEntries(map.json) : [...map.entries.values()];
  return entries.every(hasTextKey) ? entries.toSorted(byTextKey) : entries;
}

/** What identifies a key within a map, or undefined where the value cannot be one. */
export function mapKeyId(key: CelValue): string | undefined {
  switch (key.kind) {
    case 'string':
    case 'bool':
      return `${key.kind} ${key.value}`;
    case 'int':
    case 'uint':
      return `number ${key.value}`;
    case 'double':
      return Number.isInteger(key.value) ? `number ${BigInt(key.value)}` : undefined;
    default:
      return undefined;
  }
}

function* mapEntriesLazily(map: MapValue): Generator<unknown> {
  if (!('json' in map)) yield* map.entries.keys();
  else for (const key in map.json) if (Object.hasOwn(map.json, key)) yield key;
}

function jsonEntries(json: JsonObject): MapEntry[] {
  return Object.entries(json)
    .filter(([, value]) => value !== undefined)
    .map(([key, value]) => ({ key: string(key), value: fromJson(value) }));
}

function hasTextKey(entry: MapEntry): boolean {
  return entry.key.kind === 'string';
}

function byTextKey(left: MapEntry, right: MapEntry): number {
  return left.key.kind === 'string' && right.key.kind === 'string' ? compareText(left.key.value, right.key.value) : 0;
}
