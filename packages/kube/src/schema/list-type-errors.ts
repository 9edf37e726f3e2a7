// How x-kubernetes-list-type and its keys go together with the schema of the items.

import type { FieldError } from '../field-error.ts';
import { forbiddenField, invalidValue, notSupported, required } from '../field-error.ts';
import { childPath, keyPath } from './field-path.ts';
import { quoteItems } from './quote-schema.ts';
import type { SchemaNode } from './schema-node.ts';

const LIST_TYPE = 'x-kubernetes-list-type';
const MAP_KEYS = 'x-kubernetes-list-map-keys';

export function listTypeErrors(schema: SchemaNode, path: string): readonly FieldError[] {
  const { listType } = schema;
  const place = childPath(path, LIST_TYPE);
  const known = ['atomic', 'set', 'map'];
  return [
    ...arrayErrors(schema, path),
    ...(listType === undefined || known.includes(listType) ? [] : [notSupported(place, listType, known)]),
    ...keysWithoutMapErrors(schema, place),
    ...(listType === 'map' ? mapErrors(schema, path) : []),
    ...nullErrors(schema, path),
  ];
}

function arrayErrors({ listType, type, items }: SchemaNode, path: string): readonly FieldError[] {
  if (listType === undefined) return [];
  const place = childPath(path, 'type');
  const detail = `must be array if ${LIST_TYPE} is specified`;
  if (type !== 'array') return [type === '' ? required(place, detail) : invalidValue(place, type, detail)];
  return listType === 'set' && items !== undefined ? setErrors(items, childPath(path, 'items')) : [];
}

function setErrors({ type, listType, mapType }: SchemaNode, path: string): readonly FieldError[] {
  const detail = `must be atomic as item of a list with ${LIST_TYPE}=set`;
  if (type === 'array' && listType !== undefined && listType !== 'atomic')
    return [invalidValue(childPath(path, LIST_TYPE), listType, detail)];
  if (type === 'object' && mapType !== 'atomic') return [invalidValue(childPath(path, 'x-kubernetes-map-type'), listType ?? null, detail)];
  return [];
}

function keysWithoutMapErrors({ listType, listMapKeys }: SchemaNode, place: string): readonly FieldError[] {
  if (listMapKeys.length === 0 || listType === 'map') return [];
  const detail = `must be map if ${MAP_KEYS} is non-empty`;
  return [listType === undefined ? required(place, detail) : invalidValue(place, listType, detail)];
}

function mapErrors(schema: SchemaNode, path: string): readonly FieldError[] {
  const { items, itemList, listMapKeys } = schema;
  const place = childPath(path, 'items');
  const none = items === undefined && itemList.length === 0;
  const wrongItems = items !== undefined && items.type !== 'object';
  const objectDetail = `must be object if parent array's ${LIST_TYPE} is map`;
  return [
    ...(listMapKeys.length === 0 ? [required(childPath(path, MAP_KEYS), `must not be empty if ${LIST_TYPE} is map`)] : []),
    ...(none ? [required(place, `must have a schema if ${LIST_TYPE} is map`)] : []),
    ...(itemList.length > 0 ? [invalidValue(place, quoteItems(schema), `must only have a single schema if ${LIST_TYPE} is map`)] : []),
    ...(wrongItems ? [invalidValue(childPath(place, 'type'), items.type, objectDetail)] : []),
    ...(items?.type === 'object' ? keyErrors(schema, items, path) : []),
  ];
}

function keyErrors({ listMapKeys }: SchemaNode, items: SchemaNode, path: string): readonly FieldError[] {
  const place = childPath(path, MAP_KEYS);
  return listMapKeys.flatMap((key, index) => {
    const property = items.properties.get(key);
    const scalar = property === undefined || !['array', 'object'].includes(property.type);
    const typePlace = childPath(keyPath(childPath(childPath(path, 'items'), 'properties'), key), 'type');
    return [
      ...(property === undefined ? [invalidValue(place, listMapKeys, 'entries must all be names of item properties')] : []),
      ...(scalar ? [] : [invalidValue(typePlace, items.type, `must be a scalar type if parent array's ${LIST_TYPE} is map`)]),
      ...(listMapKeys.indexOf(key) < index ? [invalidValue(place, listMapKeys, 'must not contain duplicate entries')] : []),
    ];
  });
}

/** Items of sets and maps are never null, keys of maps neither null nor absent. */
function nullErrors({ listType, items, listMapKeys }: SchemaNode, path: string): readonly FieldError[] {
  if (items === undefined || (listType !== 'set' && listType !== 'map')) return [];
  const place = childPath(path, 'items');
  const whole = items.nullable ? [forbiddenField(childPath(place, 'nullable'), `cannot be nullable when ${LIST_TYPE} is ${listType}`)] : [];
  return listType === 'map' ? [...whole, ...listMapKeys.flatMap((key) => nullKeyErrors(items, key, place))] : whole;
}

function nullKeyErrors(items: SchemaNode, key: string, path: string): readonly FieldError[] {
  const property = items.properties.get(key);
  if (property === undefined) return [];
  const place = keyPath(childPath(path, 'properties'), key);
  const why = `this property is in ${MAP_KEYS}, so it`;
  const given = items.required.includes(key) || property.default !== undefined;
  return [
    ...(given ? [] : [required(childPath(place, 'default'), `${why} must have a default or be a required property`)]),
    ...(property.nullable ? [forbiddenField(childPath(place, 'nullable'), `${why} cannot be nullable`)] : []),
  ];
}
