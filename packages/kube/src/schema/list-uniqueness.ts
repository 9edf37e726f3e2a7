// Lists that are sets have no value twice; lists that are maps have no key twice.

import type { FieldError } from '../field-error.ts';
import { duplicate, invalidValue } from '../field-error.ts';
import type { Json, JsonObject } from '../json.ts';
import { formatJson, isJsonList, isJsonObject } from '../json.ts';
import { childPath, indexPath, keyPath } from './field-path.ts';
import { sortedJson } from './mutable-json.ts';
import type { SchemaNode } from './schema-node.ts';

export function uniquenessErrors(value: Json, schema: SchemaNode, path = ''): readonly FieldError[] {
  if (isJsonList(value)) return listErrors(value, schema, path);
  if (!isJsonObject(value)) return [];
  const values = schema.additional?.schema;
  const keys = Object.keys(value).toSorted();
  return [
    ...(values === undefined ? [] : keys.flatMap((key) => uniquenessErrors(value[key] ?? null, values, keyPath(path, key)))),
    ...keys.flatMap((key) => {
      const property = schema.properties.get(key);
      return property === undefined ? [] : uniquenessErrors(value[key] ?? null, property, childPath(path, key));
    }),
  ];
}

function listErrors(list: readonly Json[], schema: SchemaNode, path: string): readonly FieldError[] {
  const { listType, items } = schema;
  return [
    ...(listType === 'set' ? repeated(list).map((index) => duplicate(indexPath(path, index), sortedJson(list[index] ?? null))) : []),
    ...(listType === 'map' ? mapErrors(list, schema, path) : []),
    ...(items === undefined ? [] : list.flatMap((item, index) => uniquenessErrors(item, items, indexPath(path, index)))),
  ];
}

function mapErrors(list: readonly Json[], { listMapKeys }: SchemaNode, path: string): readonly FieldError[] {
  const odd = list.findIndex((item) => item !== null && !isJsonObject(item));
  if (odd >= 0) {
    return [invalidValue(indexPath(path, odd), sortedJson(list[odd] ?? null), 'must be an object for an array of list-type map')];
  }
  const keys = list.map((item) => keysOf(isJsonObject(item) ? item : {}, listMapKeys));
  return repeated(keys).map((index) => duplicate(indexPath(path, index), sortedJson(keys[index] ?? null)));
}

function keysOf(item: JsonObject, keys: readonly string[]): Json {
  return Object.fromEntries(keys.filter((key) => Object.hasOwn(item, key)).map((key) => [key, item[key] ?? null]));
}

/** Where a value stands for the second time; not where it stands for the third. */
function repeated(list: readonly Json[]): readonly number[] {
  const times = new Map<string, number>();
  return list.flatMap((item, index) => {
    const text = `${typeof item} ${formatJson(sortedJson(item))}`;
    const seen = times.get(text) ?? 0;
    times.set(text, seen + 1);
    return seen === 1 ? [index] : [];
  });
}
