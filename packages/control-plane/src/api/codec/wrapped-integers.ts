// Integers that are too large for their field: the API server's converter keeps their lowest 32 bits.
import type { Json, JsonObject } from '@rectrace/kube';
import { isJsonList, isJsonObject } from '@rectrace/kube';
import type { ObjectType, Shape, TypeTable } from '../type-table.ts';

export function withWrappedIntegers(object: JsonObject, type: ObjectType, table: TypeTable): JsonObject {
  const entries = Object.entries(object).map(([key, value]) => {
    const field = type.jsonFields.get(key);
    return [key, field === undefined ? value : wrapped(value, field.shape, table)] as const;
  });
  return Object.fromEntries(entries);
}

function wrapped(value: Json, shape: Shape, table: TypeTable): Json {
  if (shape.kind === 'plain') return shape.scalar === 'int32' && isInteger(value) ? Number(BigInt.asIntN(32, BigInt(value))) : value;
  if (shape.kind === 'list' && isJsonList(value)) return value.map((item) => wrapped(item, shape.of, table));
  if (!isJsonObject(value)) return value;
  if (shape.kind === 'object') return withWrappedIntegers(value, table.type(shape.type), table);
  if (shape.kind !== 'map') return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, wrapped(item, shape.of, table)]));
}

function isInteger(value: Json): value is number | bigint {
  return typeof value === 'bigint' || (typeof value === 'number' && Number.isInteger(value));
}
