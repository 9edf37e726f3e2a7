// The merge type that an OpenAPI schema describes, as a custom resource's definition holds it.
import type { Json, JsonObject } from '../../json.ts';
import { isJsonList, isJsonObject } from '../../json.ts';
import { once } from '../../once.ts';
import { DEDUCED, UNTYPED } from './free-types.ts';
import type { ListType, MapType, MergeField, MergeType, ScalarForm } from './merge-type.ts';

export type StructuralContext = {
  /** Type of metadata, of the object and of objects within it. */
  readonly metadata: MergeType;
};

const NOTHING: JsonObject = {};
const TEXT: MergeType = { scalar: 'string' };

/** `schema`: of a whole object; its metadata, kind and apiVersion are every object's. */
export function structuralType(schema: JsonObject, context: StructuralContext): MergeType {
  return typeOf(schema, { ...context, keepsUnknown: false, object: true });
}

type Walk = StructuralContext & { readonly keepsUnknown: boolean; readonly object?: boolean };

function typeOf(schema: JsonObject, walk: Walk): MergeType {
  const keepsUnknown = walk.keepsUnknown || schema['x-kubernetes-preserve-unknown-fields'] === true;
  const below: Walk = { metadata: walk.metadata, keepsUnknown };
  const object = walk.object === true || schema['x-kubernetes-embedded-resource'] === true;
  switch (schema['type']) {
    case 'object':
      return { map: mapType(schema, below, object) };
    case 'array':
      return { list: listType(schema, below) };
    case 'integer':
    case 'number':
      return { scalar: 'numeric' };
    case 'boolean':
      return { scalar: 'boolean' };
    case 'string':
      return { scalar: textForm(schema['format']) };
    default:
      return { scalar: 'untyped', list: listType(schema, below), map: mapType(schema, below, object) };
  }
}

function textForm(format: Json | undefined): ScalarForm {
  return format === undefined || format === '' || format === 'byte' ? 'string' : 'untyped';
}

function mapType(schema: JsonObject, walk: Walk, object: boolean): MapType {
  const properties = asObject(schema['properties']);
  const known = new Map<string, MergeField>();
  const field = (name: string): MergeField | undefined => {
    const found = known.get(name) ?? fieldNamed(name, { properties, walk, object });
    if (found !== undefined) known.set(name, found);
    return found;
  };
  const fieldless = !object && Object.keys(properties).length === 0;
  const element = elementOf(schema, walk, fieldless);
  const opaque = fieldless && (element() === DEDUCED || element()?.scalar === 'untyped');
  return { relation: schema['x-kubernetes-map-type'] === 'atomic' ? 'atomic' : 'granular', field, element, opaque };
}

type Fields = { readonly properties: JsonObject; readonly walk: Walk; readonly object: boolean };

function fieldNamed(name: string, { properties, walk, object }: Fields): MergeField | undefined {
  if (object && name === 'metadata') return { type: () => walk.metadata };
  if (object && (name === 'kind' || name === 'apiVersion')) return { type: () => TEXT };
  const schema = Object.hasOwn(properties, name) ? properties[name] : undefined;
  if (!isJsonObject(schema)) return undefined;
  const type = once(() => typeOf(schema, walk));
  const value = schema['default'];
  return value === undefined ? { type } : { type, default: value };
}

function elementOf(schema: JsonObject, walk: Walk, fieldless: boolean): () => MergeType | undefined {
  const others = schema['additionalProperties'];
  if (isJsonObject(others)) return once(() => typeOf(others, walk));
  const free = others === undefined ? walk.keepsUnknown || fieldless : others === true;
  return free ? () => DEDUCED : () => undefined;
}

function listType(schema: JsonObject, walk: Walk): ListType {
  const { items } = schema;
  const element = isJsonObject(items) ? once(() => typeOf(items, walk)) : () => UNTYPED;
  const keys = schema['x-kubernetes-list-map-keys'];
  switch (schema['x-kubernetes-list-type']) {
    case 'set':
      return { relation: 'associative', keys: [], element };
    case 'map':
      return { relation: 'associative', keys: isJsonList(keys) ? keys.filter((key) => typeof key === 'string') : [], element };
    default:
      return { relation: 'atomic', keys: [], element };
  }
}

function asObject(value: Json | undefined): JsonObject {
  return isJsonObject(value) ? value : NOTHING;
}
