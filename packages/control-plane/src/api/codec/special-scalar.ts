// Scalars whose JSON form is their own: times, durations, quantities, numbers-or-texts, and JSON that is carried as it is.
import type { Json } from '@rectrace/kube';
import { formatQuantity, isJsonList, isJsonObject, parseQuantity } from '@rectrace/kube';
import type { SpecialScalar } from '../type-table.ts';
import type { Reading } from './decoding.ts';
import { wordFor } from './decoding.ts';
import { readDuration, readMicroTime, readTime } from './time-scalar.ts';

const ZEROS: Readonly<Partial<Record<SpecialScalar, Json>>> = { Quantity: '0', IntOrString: 0, Duration: '0s' };

export function specialZero(scalar: SpecialScalar): Json {
  return ZEROS[scalar] ?? null;
}

export function readSpecial(value: Json, reading: Reading<'special'>): Json | undefined {
  switch (reading.shape.scalar) {
    case 'Time':
      return readTime(value, reading);
    case 'MicroTime':
      return readMicroTime(value, reading);
    case 'Duration':
      return readDuration(value, reading);
    case 'Quantity':
      return readQuantity(value, reading);
    case 'IntOrString':
      return readIntOrString(value, reading);
    case 'JSONSchemaPropsOrBool':
      return typeof value === 'boolean' ? value : readSchema(value, reading);
    case 'JSONSchemaPropsOrArray':
      return isJsonList(value) ? value.map((item) => readSchema(item, reading)) : readSchema(value, reading);
    case 'JSONSchemaPropsOrStringArray':
      return isJsonList(value) ? value : readSchema(value, reading);
    default:
      return value;
  }
}

function readSchema(value: Json, { decoder, place }: Reading<'special'>): Json {
  return decoder.object(value, decoder.typeNamed('apiextensions.v1.JSONSchemaProps'), place);
}

function readQuantity(value: Json, { decoder }: Reading<'special'>): Json {
  const text = typeof value === 'string' ? value.trim() : String(value);
  const quantity = isJsonObject(value) || isJsonList(value) ? undefined : parseQuantity(text);
  if (quantity?.kind === 'quantity') return formatQuantity(quantity);
  return decoder.fail("quantities must match the regular expression '^([+-]?[0-9.]+)([eEinumkKMGTP]*[-+]?[0-9]*)$'");
}

function readIntOrString(value: Json, { decoder, place }: Reading<'special'>): Json {
  if (typeof value === 'string') return value;
  if (typeof value === 'number' && Number.isInteger(value) && value >= -(2 ** 31) && value < 2 ** 31) return value;
  const what = typeof value === 'number' || typeof value === 'bigint' ? `number ${value}` : wordFor(value);
  decoder.refuse(what, 'int32', place);
  return decoder.fail(decoder.mismatch ?? what);
}
