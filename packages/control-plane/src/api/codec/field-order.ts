// The order in which the API server writes fields, where a message quotes an object: that of the Go type, or of the keys.
import type { Json, JsonObject } from '@rectrace/kube';
import { isJsonList, isJsonObject } from '@rectrace/kube';
import type { ObjectType, Shape, TypeTable } from '../type-table.ts';

/** Of a built-in kind. */
export function inFieldOrder(object: JsonObject, type: ObjectType, table: TypeTable): JsonObject {
  const ordered: [string, Json][] = [];
  for (const { name, shape } of type.jsonFields.values()) {
    const value = Object.hasOwn(object, name) ? object[name] : undefined;
    if (value !== undefined) ordered.push([name, inShapeOrder(value, shape, table)]);
  }
  return Object.fromEntries(ordered);
}

function inShapeOrder(value: Json, shape: Shape, table: TypeTable): Json {
  if (shape.kind === 'list' && isJsonList(value)) return value.map((item) => inShapeOrder(item, shape.of, table));
  if (!isJsonObject(value)) return value;
  if (shape.kind === 'object') return inFieldOrder(value, table.type(shape.type), table);
  if (shape.kind === 'map') return sorted(value, (item) => inShapeOrder(item, shape.of, table));
  return value;
}

/** Of a custom kind. */
export function inKeyOrder(object: JsonObject): JsonObject {
  return sorted(object, deepSorted);
}

function deepSorted(value: Json): Json {
  if (isJsonList(value)) return value.map(deepSorted);
  return isJsonObject(value) ? inKeyOrder(value) : value;
}

function sorted(object: JsonObject, below: (value: Json) => Json): JsonObject {
  const entries = Object.entries(object).toSorted(([left], [right]) => (left < right ? -1 : 1));
  return Object.fromEntries(entries.map(([key, value]) => [key, below(value)]));
}
