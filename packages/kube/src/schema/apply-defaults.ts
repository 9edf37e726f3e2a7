// Fills in the defaults of a schema. A null where null is not allowed counts as absent.

import type { Json } from '../json.ts';
import { isJsonList } from '../json.ts';
import { asMutable, copyJson, type MutableObject, ownValue, setKey } from './mutable-json.ts';
import type { SchemaNode } from './schema-node.ts';

/** Changes the value in place. */
export function applyDefaults(value: Json, schema: SchemaNode | undefined): void {
  if (schema === undefined) return;
  const object = asMutable(value);
  if (isJsonList(value)) defaultItems(value as Json[], schema);
  else if (object !== undefined) defaultFields(object, schema);
}

function defaultFields(object: MutableObject, schema: SchemaNode): void {
  for (const [name, property] of schema.properties) {
    if (property.default === undefined) continue;
    const known = ownValue(object, name);
    if (known === undefined || isWrongNull(known, property)) setKey(object, name, copyJson(property.default));
  }
  for (const key of Object.keys(object)) defaultField(object, key, schema);
}

function defaultItems(list: Json[], { items }: SchemaNode): void {
  for (const [index, item] of list.entries()) {
    if (items !== undefined && isWrongNull(item, items)) list[index] = copyJson(items.default ?? null);
    applyDefaults(list[index] ?? null, items);
  }
}

function defaultField(object: MutableObject, key: string, { properties, additional }: SchemaNode): void {
  const property = properties.get(key);
  const values = property === undefined ? additional?.schema : undefined;
  if (values !== undefined && isWrongNull(object[key] ?? null, values)) setKey(object, key, copyJson(values.default ?? null));
  applyDefaults(object[key] ?? null, property ?? values);
}

/** Removes fields that are null where null is not allowed and no default takes its place. Changes the value in place. */
export function dropWrongNulls(value: Json, schema: SchemaNode | undefined): void {
  if (isJsonList(value)) {
    for (const item of value) dropWrongNulls(item, schema?.items);
    return;
  }
  const object = asMutable(value);
  if (object !== undefined) for (const key of Object.keys(object)) dropWrongNull(object, key, schema);
}

function dropWrongNull(object: MutableObject, key: string, schema: SchemaNode | undefined): void {
  const known = schema?.properties.get(key) ?? schema?.additional?.schema;
  const item = object[key] ?? null;
  if (known !== undefined && isWrongNull(item, known) && known.default === undefined) delete object[key];
  else dropWrongNulls(item, known);
}

function isWrongNull(value: Json, schema: SchemaNode): boolean {
  return value === null && !schema.nullable;
}
