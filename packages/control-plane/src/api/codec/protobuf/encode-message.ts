// Writes an object as the protobuf message of its type, byte for byte as the API server does: fields in the order of their numbers, plain
// ones even where they are zero, keys of maps sorted.
import { BinaryWriter, WireType } from '@bufbuild/protobuf/wire';
import type { Json, JsonObject } from '@rectrace/kube';
import { isJsonList, isJsonObject } from '@rectrace/kube';
import type { Steps } from '../../steps.ts';
import type { Field, ObjectType, Shape, TypeTable } from '../../type-table.ts';
import { encodePlain } from './encode-plain.ts';
import { encodeSpecial } from './encode-special.ts';
import type { Encoding } from './encoding.ts';

const ITEMS = 1;
const KEY = 1;
const VALUE = 2;
const ITEMS_A_STEP = 100;

/** In pieces: of a long list, as the items of a list are, some are written at a time. */
export function* encodeMessage(value: JsonObject, type: ObjectType, table: TypeTable): Steps<readonly Uint8Array[]> {
  const encoder = new MessageEncoder(table);
  const pieces: Uint8Array[] = [];
  for (const field of type.messageFields.values()) {
    for (const [index, portion] of portionsOf(field.shape, heldBy(field, value)).entries()) {
      if (index > 0) {
        pieces.push(encoder.writer.finish());
        yield;
      }
      encoder.field(field, portion);
    }
  }
  return [...pieces, encoder.writer.finish()];
}

/** Written one after the other they are the whole value, as items of a field may stand apart. */
function portionsOf(shape: Shape, value: Json): readonly Json[] {
  if (shape.kind !== 'list' || shape.wrapped || !isJsonList(value) || value.length <= ITEMS_A_STEP) return [value];
  return Array.from({ length: Math.ceil(value.length / ITEMS_A_STEP) }, (_, index) =>
    value.slice(index * ITEMS_A_STEP, (index + 1) * ITEMS_A_STEP),
  );
}

class MessageEncoder implements Encoding {
  readonly writer = new BinaryWriter();
  readonly #table: TypeTable;

  constructor(table: TypeTable) {
    this.#table = table;
  }

  object(value: JsonObject, type: ObjectType): void {
    for (const field of type.messageFields.values()) this.field(field, heldBy(field, value));
  }

  typeNamed(name: string): ObjectType {
    return this.#table.type(name);
  }

  message(number: number, write: () => void): void {
    this.writer.tag(number, WireType.LengthDelimited).fork();
    write();
    this.writer.join();
  }

  field({ number, shape }: Field, value: Json): void {
    if (value === null && mayBeAbsent(shape)) return;
    if (shape.kind === 'list' && !shape.wrapped) this.#list(number, shape.of, isJsonList(value) ? value : []);
    else if (shape.kind === 'map') this.#map(number, shape.of, isJsonObject(value) ? value : {});
    else this.#value(number, shape, value);
  }

  #list(number: number, of: Shape, items: readonly Json[]): void {
    for (const item of items) this.#value(number, of, item);
  }

  #map(number: number, of: Shape, map: JsonObject): void {
    for (const key of Object.keys(map).sort()) {
      this.message(number, () => {
        this.writer.tag(KEY, WireType.LengthDelimited).string(key);
        this.#value(VALUE, of, map[key] ?? null);
      });
    }
  }

  #value(number: number, shape: Shape, value: Json): void {
    if (shape.kind === 'plain') encodePlain(this.writer, shape.scalar, { number, value });
    else this.message(number, () => this.#content(shape, value));
  }

  #content(shape: Exclude<Shape, { kind: 'plain' }>, value: Json): void {
    switch (shape.kind) {
      case 'special':
        encodeSpecial(value, shape.scalar, this);
        break;
      case 'object':
        this.object(isJsonObject(value) ? value : {}, this.#table.type(shape.type));
        break;
      case 'list':
        this.#list(ITEMS, shape.of, isJsonList(value) ? value : []);
        break;
      case 'map':
        throw new RangeError('no message holds a map within a list or map');
    }
  }
}

function mayBeAbsent({ pointer, kind }: Shape): boolean {
  return pointer || kind === 'list' || kind === 'map';
}

/** An embedded field is one with what it stands in. */
function heldBy({ name, embedded }: Field, value: JsonObject): Json {
  if (embedded) return value;
  return Object.hasOwn(value, name) ? (value[name] ?? null) : null;
}
