// Writes strings, numbers, booleans and bytes as fields of a message.
import { type BinaryWriter, base64Decode, WireType } from '@bufbuild/protobuf/wire';
import type { Json } from '@rectrace/kube';
import type { PlainScalar } from '../../type-table.ts';

type PlainEncoder = (writer: BinaryWriter, number: number, value: Json) => void;

const ENCODERS: Readonly<Partial<Record<PlainScalar, PlainEncoder>>> = {
  string: (writer, number, value) => {
    writer.tag(number, WireType.LengthDelimited).string(typeof value === 'string' ? value : '');
  },
  bytes: (writer, number, value) => {
    if (typeof value === 'string') writer.tag(number, WireType.LengthDelimited).bytes(base64Decode(value));
  },
  bool: (writer, number, value) => {
    writer.tag(number, WireType.Varint).bool(value === true);
  },
  float64: (writer, number, value) => {
    writer.tag(number, WireType.Bit64).double(Number(value));
  },
  float32: (writer, number, value) => {
    writer.tag(number, WireType.Bit32).float(Number(value));
  },
};

/** Null is written as the zero value; of bytes nothing is. */
export function encodePlain(
  writer: BinaryWriter,
  scalar: PlainScalar,
  { number, value }: { readonly number: number; readonly value: Json },
): void {
  (ENCODERS[scalar] ?? encodeInteger)(writer, number, value);
}

function encodeInteger(writer: BinaryWriter, number: number, value: Json): void {
  writer.tag(number, WireType.Varint).int64(typeof value === 'number' || typeof value === 'bigint' ? value : 0);
}
