// Strings, numbers, booleans and bytes as Go's JSON decoder takes them.
import { base64Encode } from '@bufbuild/protobuf/wire';
import type { Json } from '@rectrace/kube';
import { isJsonList } from '@rectrace/kube';
import type { PlainScalar } from '../type-table.ts';
import { badBase64 } from './bad-base64.ts';
import type { Reading } from './decoding.ts';
import { wordFor } from './decoding.ts';

const RANGES: Readonly<Partial<Record<PlainScalar, readonly [bigint, bigint]>>> = {
  int32: [-(2n ** 31n), 2n ** 31n - 1n],
  int64: [-(2n ** 63n), 2n ** 63n - 1n],
  int: [-(2n ** 63n), 2n ** 63n - 1n],
  uint32: [0n, 2n ** 32n - 1n],
  uint64: [0n, 2n ** 64n - 1n],
};

export function plainZero(scalar: PlainScalar): Json {
  if (scalar === 'string' || scalar === 'bytes') return '';
  return scalar === 'bool' ? false : 0;
}

/** Undefined where the value is refused. */
export function readPlain(value: Json, { shape, place, decoder }: Reading<'plain'>): Json | undefined {
  switch (shape.scalar) {
    case 'string':
      return typeof value === 'string' ? value : decoder.refuse(wordFor(value), shape.goType, place);
    case 'bool':
      return typeof value === 'boolean' ? value : decoder.refuse(wordFor(value), shape.goType, place);
    case 'bytes':
      return readBytes(value, { shape, place, decoder });
    case 'float32':
    case 'float64':
      return typeof value === 'number' || typeof value === 'bigint' ? value : decoder.refuse(wordFor(value), shape.goType, place);
    default:
      return readInteger(value, { shape, place, decoder });
  }
}

function readInteger(value: Json, { shape, place, decoder }: Reading<'plain'>): Json | undefined {
  if (typeof value !== 'number' && typeof value !== 'bigint') return decoder.refuse(wordFor(value), shape.goType, place);
  const [least, most] = RANGES[shape.scalar] ?? [0n, 0n];
  const whole = typeof value === 'bigint' ? value : wholeNumber(value);
  if (whole === undefined || whole < least || whole > most) return decoder.refuse(`number ${value}`, shape.goType, place);
  return value;
}

function wholeNumber(value: number): bigint | undefined {
  return Number.isInteger(value) ? BigInt(value) : undefined;
}

function readBytes(value: Json, { shape, place, decoder }: Reading<'plain'>): Json | undefined {
  if (isJsonList(value)) return readByteList(value, { place, decoder });
  if (typeof value !== 'string') return decoder.refuse(wordFor(value), shape.goType, place);
  const bare = value.replaceAll(/[\r\n]/g, '');
  const wrong = badBase64(bare);
  return wrong === undefined ? bare : decoder.refuseText(`illegal base64 data at input byte ${wrong}`);
}

/** Go takes bytes as a list of numbers, too. */
function readByteList(items: readonly Json[], { place, decoder }: Omit<Reading<'plain'>, 'shape'>): Json | undefined {
  const isByte = (item: Json): boolean => typeof item === 'number' && Number.isInteger(item) && item >= 0 && item <= 255;
  const wrong = items.find((item) => !isByte(item));
  if (wrong !== undefined) return decoder.refuse(typeof wrong === 'number' ? `number ${wrong}` : wordFor(wrong), 'uint8', place);
  return base64Encode(Uint8Array.from(items, Number));
}
