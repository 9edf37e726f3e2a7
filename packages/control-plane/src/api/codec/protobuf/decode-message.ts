// Reads a protobuf message as the plain JSON of its type. Fields that the type does not have are skipped, as the API server does.
import { BinaryReader, WireType } from '@bufbuild/protobuf/wire';
import type { Json } from '@rectrace/kube';
import type { Draft } from '../../draft.ts';
import type { Field, ObjectType, Shape, TypeTable } from '../../type-table.ts';
import { plainZero } from '../plain-scalar.ts';
import { plainDecoder } from './decode-plain.ts';
import { decodeSpecial } from './decode-special.ts';
import type { FieldPlace } from './message-fields.ts';
import { eachField, endOf } from './message-fields.ts';
import type { MessageReading } from './message-reading.ts';

const ITEMS = 1;
const KEY = 1;
const VALUE = 2;
const MOST_DEPTH = 200;

/** @throws Error for bytes that are no such message. */
export function decodeMessage(bytes: Uint8Array, type: ObjectType, table: TypeTable): Draft {
  const reader = new BinaryReader(bytes);
  return new MessageDecoder(table).object(reader, reader.len, type);
}

class MessageDecoder implements MessageReading {
  readonly #table: TypeTable;
  #depth = 0;

  constructor(table: TypeTable) {
    this.#table = table;
  }

  typeNamed(name: string): ObjectType {
    return this.#table.type(name);
  }

  object(reader: BinaryReader, end: number, type: ObjectType): Draft {
    const object: Draft = {};
    this.#depth += 1;
    if (this.#depth > MOST_DEPTH) throw new RangeError('exceeded max depth');
    eachField(reader, end, (place) => {
      const field = type.messageFields.get(place.number);
      if (field !== undefined) this.#field(object, field, { reader, place });
      return field !== undefined;
    });
    this.#depth -= 1;
    return object;
  }

  #field(object: Draft, { name, shape, embedded }: Field, { reader, place }: Reading): void {
    if (place.wireType !== wireTypeOf(shape)) throw new RangeError(`wrong wireType = ${place.wireType} for field ${name}`);
    if (shape.kind === 'map') this.#entry(mapIn(object, name), shape.of, reader);
    else if (embedded) Object.assign(object, this.#value(reader, shape));
    else if (isRepeated(shape)) listIn(object, name).push(this.#value(reader, shape.of));
    else object[name] = this.#value(reader, shape);
  }

  #entry(map: Draft, of: Shape, reader: BinaryReader): void {
    let key = '';
    let value = zeroOf(of);
    eachField(reader, endOf(reader), ({ number }) => {
      if (number === KEY) key = reader.string();
      if (number === VALUE) value = this.#value(reader, of);
      return number === KEY || number === VALUE;
    });
    Object.defineProperty(map, key, { value, enumerable: true, writable: true, configurable: true });
  }

  #value(reader: BinaryReader, shape: Shape): Json {
    switch (shape.kind) {
      case 'plain':
        return plainDecoder(shape.scalar).read(reader);
      case 'special':
        return decodeSpecial(reader, shape.scalar, this);
      case 'object':
        return this.object(reader, endOf(reader), this.#table.type(shape.type));
      case 'list':
        return this.#wrapped(reader, shape.of);
      case 'map':
        throw new RangeError('no message holds a map within a list or map');
    }
  }

  #wrapped(reader: BinaryReader, of: Shape): Json {
    const items: Json[] = [];
    eachField(reader, endOf(reader), ({ number }) => {
      if (number === ITEMS) items.push(this.#value(reader, of));
      return number === ITEMS;
    });
    return items;
  }
}

type Reading = { readonly reader: BinaryReader; readonly place: FieldPlace };

function isRepeated(shape: Shape): shape is Extract<Shape, { kind: 'list' }> {
  return shape.kind === 'list' && !shape.wrapped;
}

function mapIn(object: Draft, name: string): Draft {
  const known = (object[name] as Draft | undefined) ?? {};
  object[name] = known;
  return known;
}

function listIn(object: Draft, name: string): Json[] {
  const known = (object[name] as Json[] | undefined) ?? [];
  object[name] = known;
  return known;
}

function wireTypeOf(shape: Shape): WireType {
  if (isRepeated(shape)) return wireTypeOf(shape.of);
  return shape.kind === 'plain' ? plainDecoder(shape.scalar).wireType : WireType.LengthDelimited;
}

function zeroOf(shape: Shape): Json {
  if (shape.kind === 'plain') return plainZero(shape.scalar);
  return shape.kind === 'special' ? null : {};
}
