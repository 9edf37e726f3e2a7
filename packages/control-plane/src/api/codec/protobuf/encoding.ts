// What the writers of single values need of the encoder that walks the object.
import type { BinaryWriter } from '@bufbuild/protobuf/wire';
import type { JsonObject } from '@rectrace/kube';
import type { ObjectType } from '../../type-table.ts';

export interface Encoding {
  readonly writer: BinaryWriter;
  message(number: number, write: () => void): void;
  object(value: JsonObject, type: ObjectType): void;
  typeNamed(name: string): ObjectType;
}
