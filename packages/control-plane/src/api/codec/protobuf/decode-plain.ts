// Reads strings, numbers, booleans and bytes of a message.
import { type BinaryReader, base64Encode, WireType } from '@bufbuild/protobuf/wire';
import type { Json } from '@rectrace/kube';
import type { PlainScalar } from '../../type-table.ts';

type PlainDecoder = { readonly wireType: WireType; readonly read: (reader: BinaryReader) => Json };

const INTEGER: PlainDecoder = { wireType: WireType.Varint, read: (reader) => plainInteger(BigInt(reader.int64())) };
const DECODERS: Readonly<Partial<Record<PlainScalar, PlainDecoder>>> = {
  string: { wireType: WireType.LengthDelimited, read: (reader) => reader.string() },
  bytes: { wireType: WireType.LengthDelimited, read: (reader) => base64Encode(reader.bytes()) },
  bool: { wireType: WireType.Varint, read: (reader) => reader.bool() },
  float64: { wireType: WireType.Bit64, read: (reader) => reader.double() },
  float32: { wireType: WireType.Bit32, read: (reader) => reader.float() },
  int32: { wireType: WireType.Varint, read: (reader) => reader.int32() },
};

export function plainDecoder(scalar: PlainScalar): PlainDecoder {
  return DECODERS[scalar] ?? INTEGER;
}

/** As JSON holds it: a bigint only beyond 2^53. */
export function plainInteger(value: bigint): number | bigint {
  return Number.isSafeInteger(Number(value)) ? Number(value) : value;
}
