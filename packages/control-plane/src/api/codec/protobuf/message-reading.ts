// What the readers of single values need of the decoder that walks the message.
import type { BinaryReader } from '@bufbuild/protobuf/wire';
import type { Draft } from '../../draft.ts';
import type { ObjectType } from '../../type-table.ts';

export interface MessageReading {
  object(reader: BinaryReader, end: number, type: ObjectType): Draft;
  typeNamed(name: string): ObjectType;
}
