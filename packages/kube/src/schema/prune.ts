// Drops the fields that a schema does not know.

import type { Json } from '../json.ts';
import { isJsonList } from '../json.ts';
import { childPath, indexPath } from './field-path.ts';
import { asMutable, type MutableObject } from './mutable-json.ts';
import type { SchemaNode } from './schema-node.ts';

const META_FIELDS = ['apiVersion', 'kind', 'metadata'];

type Pruning = { readonly schema: SchemaNode | undefined; readonly embedded: boolean; readonly path: string; readonly dropped: string[] };

/** Changes the value in place. Returns the paths of what was dropped, sorted. `isResource`: its apiVersion, kind and metadata stay. */
export function prune(value: Json, schema: SchemaNode, { isResource = false } = {}): readonly string[] {
  const dropped: string[] = [];
  pruneValue(value, { schema, embedded: isResource || schema.embedded, path: '', dropped });
  return dropped.toSorted();
}

function below(schema: SchemaNode | undefined, path: string, { dropped }: Pruning): Pruning {
  return { schema, embedded: schema?.embedded ?? false, path, dropped };
}

function pruneValue(value: Json, pruning: Pruning): void {
  const { schema, path } = pruning;
  const object = asMutable(value);
  if (schema?.preserve) skip(value, { ...pruning, schema });
  else if (object !== undefined) pruneObject(object, pruning);
  else if (isJsonList(value)) {
    for (const [index, item] of value.entries()) pruneValue(item, below(schema?.items, indexPath(path, index), pruning));
  }
}

function pruneObject(object: MutableObject, pruning: Pruning): void {
  const { schema, path, dropped } = pruning;
  for (const key of Object.keys(object)) {
    if (isMeta(key, pruning)) continue;
    const known = schema === undefined ? undefined : knownBy(schema, key);
    if (known !== undefined) pruneValue(object[key] ?? null, below(known.schema, childPath(path, key), pruning));
    else {
      dropped.push(childPath(path, key));
      delete object[key];
    }
  }
}

function isMeta(key: string, { schema, embedded }: Pruning): boolean {
  return schema !== undefined && embedded && META_FIELDS.includes(key);
}

/** Nothing is dropped here, but perhaps within what the schema describes. */
function skip(value: Json, pruning: Pruning & { readonly schema: SchemaNode }): void {
  const { schema, path } = pruning;
  const { items } = schema;
  if (isJsonList(value) && items !== undefined) {
    for (const [index, item] of value.entries()) skip(item, { ...below(items, indexPath(path, index), pruning), schema: items });
  }
  const object = asMutable(value) ?? {};
  for (const key of Object.keys(object).filter((name) => !isMeta(name, pruning))) {
    const known = knownBy(schema, key);
    if (known !== undefined) pruneValue(object[key] ?? null, below(known.schema, childPath(path, key), pruning));
  }
}

/** The schema of a field, which may be absent; undefined for a field that is not known. */
function knownBy(schema: SchemaNode, key: string): { readonly schema: SchemaNode | undefined } | undefined {
  const property = schema.properties.get(key);
  if (property !== undefined) return { schema: property };
  return schema.additional === undefined ? undefined : { schema: schema.additional.schema };
}
