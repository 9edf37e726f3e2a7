// Plain values that the merge changes in place, and what Go calls them.
import type { Json } from '../../json.ts';
import { isJsonList, isJsonObject } from '../../json.ts';
import { formatPlain } from '../value/format-go.ts';
import type { StrategicFault } from './strategic-fault.ts';
import { internalFault } from './strategic-fault.ts';

export type Fields = { [key: string]: Json };

const MAP_TYPE = 'map[string]interface {}';
const LIST_TYPE = '[]interface {}';

/** A copy that is nobody else's. */
export function copyOf(value: Json): Json {
  if (isJsonList(value)) return value.map(copyOf);
  if (!isJsonObject(value)) return value;
  const copy: Fields = {};
  for (const [key, item] of Object.entries(value))
    Object.defineProperty(copy, key, { value: copyOf(item), enumerable: true, writable: true, configurable: true });
  return copy;
}

export function typeName(value: Json | undefined): string {
  if (value === null || value === undefined) return '%!s(<nil>)';
  if (isJsonList(value)) return LIST_TYPE;
  if (isJsonObject(value)) return MAP_TYPE;
  if (typeof value === 'number') return Number.isInteger(value) ? 'int64' : 'float64';
  return NAMES[typeof value] ?? 'int64';
}

const NAMES: Readonly<Record<string, string>> = { string: 'string', boolean: 'bool' };

export function asFields(value: Json | undefined): Fields {
  if (isJsonObject(value)) return value as Fields;
  throw wrongType(MAP_TYPE, value);
}

export function asList(value: Json | undefined): Json[] {
  if (Array.isArray(value)) return value as Json[];
  throw wrongType(LIST_TYPE, value);
}

function wrongType(expected: string, actual: Json | undefined): StrategicFault {
  return internalFault(`expected a ${expected}, but received a ${typeName(actual)}`);
}

/** The value by which the item is told apart. @throws StrategicFault where it has none. */
export function mergeKeyOf(item: Json, mergeKey: string): Json {
  const fields = asFields(item);
  const value = ownOf(fields, mergeKey);
  if (value !== undefined) return value;
  throw internalFault(`map: ${formatPlain(item)} does not contain declared merge key: ${mergeKey}`);
}

export function ownOf(fields: Fields, key: string): Json | undefined {
  return Object.hasOwn(fields, key) ? fields[key] : undefined;
}
