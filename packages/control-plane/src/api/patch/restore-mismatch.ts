// What a strategic merge patch has made of an object may not fit its Go type. The server says so in words of its own.
import type { Json, JsonObject } from '@rectrace/kube';
import { isJsonList, isJsonObject } from '@rectrace/kube';
import type { ObjectType, PlainScalar, Shape, TypeTable } from '../type-table.ts';

/** The first misfit in the order of the type's fields; undefined where all fits. */
export function restoreMismatch(value: Json, type: ObjectType, table: TypeTable): string | undefined {
  if (value === null) return undefined;
  if (!isJsonObject(value)) return `cannot restore struct from: ${kindOf(value)}`;
  for (const [name, { shape }] of type.jsonFields) {
    const item = Object.hasOwn(value, name) ? value[name] : undefined;
    const found = item === undefined || item === null ? undefined : mismatch(item, shape, table);
    if (found !== undefined) return found;
  }
  return undefined;
}

function mismatch(value: Json, shape: Shape, table: TypeTable): string | undefined {
  switch (shape.kind) {
    case 'object':
      return restoreMismatch(value, table.type(shape.type), table);
    case 'list':
      if (!isJsonList(value)) return `cannot restore slice from ${kindOf(value)}`;
      return firstOf(value, shape.of, table);
    case 'map':
      if (!isJsonObject(value)) return `cannot restore map from ${kindOf(value)}`;
      return firstOf(Object.values(value as JsonObject), shape.of, table);
    case 'plain':
      return shape.scalar === 'bytes' ? bytesMismatch(value) : plainMismatch(value, shape);
    case 'special':
      return undefined;
  }
}

function firstOf(items: readonly Json[], shape: Shape, table: TypeTable): string | undefined {
  for (const item of items) {
    const found = item === null ? undefined : mismatch(item, shape, table);
    if (found !== undefined) return found;
  }
  return undefined;
}

function bytesMismatch(value: Json): string | undefined {
  return typeof value === 'string' || isJsonList(value) ? undefined : `cannot restore slice from ${kindOf(value)}`;
}

type Plain = Extract<Shape, { kind: 'plain' }>;

/** Go turns an integer into a text, and a fraction into an integer, only to find that JSON does not. */
function plainMismatch(value: Json, { scalar, goType }: Plain): string | undefined {
  const given = kindOf(value);
  const wanted = groupOf(scalar);
  if (groupOf(given) === wanted) {
    const fraction = wanted === 'number' && given === 'float64' && !scalar.startsWith('float');
    return fraction ? `cannot convert float64 to ${goType}` : undefined;
  }
  if (given === 'int64' && wanted === 'string') return `cannot convert int64 to ${goType}`;
  return `unrecognized type: ${scalar}`;
}

function groupOf(kind: PlainScalar | string): string {
  return /^u?int|^float/.test(kind) ? 'number' : kind;
}

/** As Go names the kind of a value that has been read from JSON. */
function kindOf(value: Json): string {
  if (isJsonList(value)) return 'slice';
  if (isJsonObject(value)) return 'map';
  if (typeof value === 'number') return Number.isInteger(value) ? 'int64' : 'float64';
  return KINDS[typeof value] ?? 'int64';
}

const KINDS: Readonly<Record<string, string>> = { string: 'string', boolean: 'bool' };
