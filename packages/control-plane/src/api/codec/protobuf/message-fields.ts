// Walks the fields of a message.
import type { BinaryReader, WireType } from '@bufbuild/protobuf/wire';

export type FieldPlace = { readonly number: number; readonly wireType: WireType };

/** Calls `read` for each field up to `end`; a field that it returns false for is skipped. @throws RangeError where a field ends after it. */
export function eachField(reader: BinaryReader, end: number, read: (place: FieldPlace) => boolean): void {
  while (reader.pos < end) {
    const [number, wireType] = reader.tag();
    if (!read({ number, wireType })) reader.skip(wireType, number);
  }
  if (reader.pos > end) throw new RangeError('unexpected EOF');
}

/** Where the message that begins here ends. @throws RangeError where the bytes end before. */
export function endOf(reader: BinaryReader): number {
  const length = reader.uint32();
  const end = reader.pos + length;
  if (end > reader.len) throw new RangeError('unexpected EOF');
  return end;
}
