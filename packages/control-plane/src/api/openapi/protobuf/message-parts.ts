// Parts of protobuf messages as functions: each writes its field of a value, and nothing where the value is absent or zero, as proto3 has it.
import { type BinaryWriter, WireType } from '@bufbuild/protobuf/wire';
import type { Json } from '@rectrace/kube';
import { isJsonList, isJsonObject } from '@rectrace/kube';

/** Writes what a message holds of the value: one field, or all of them. */
export type Part = (writer: BinaryWriter, value: Json) => void;

const NAME = 1;
const VALUE = 2;

export function text(number: number): Part {
  return (writer, value) => {
    if (typeof value === 'string' && value !== '') writer.tag(number, WireType.LengthDelimited).string(value);
  };
}

/** Of a list, or of one text that stands for a list of one. */
export function texts(number: number): Part {
  return (writer, value) => {
    const all = isJsonList(value) ? value : [value];
    for (const item of all) if (typeof item === 'string') writer.tag(number, WireType.LengthDelimited).string(item);
  };
}

export function flag(number: number): Part {
  return (writer, value) => {
    if (value === true) writer.tag(number, WireType.Varint).bool(true);
  };
}

export function double(number: number): Part {
  return (writer, value) => {
    if (isNumber(value) && Number(value) !== 0) writer.tag(number, WireType.Bit64).double(Number(value));
  };
}

export function integer(number: number): Part {
  return (writer, value) => {
    if (isNumber(value) && Number(value) !== 0) writer.tag(number, WireType.Varint).int64(value);
  };
}

function isNumber(value: Json): value is number | bigint {
  return typeof value === 'number' || typeof value === 'bigint';
}

/** A message in a field. */
export function inside(number: number, body: Part): Part {
  return (writer, value) => {
    writer.tag(number, WireType.LengthDelimited).fork();
    body(writer, value);
    writer.join();
  };
}

/** A message for each item of a list. */
export function each(number: number, body: Part): Part {
  const one = inside(number, body);
  return (writer, value) => {
    if (isJsonList(value)) for (const item of value) one(writer, item);
  };
}

/** A message {name, value} for each entry of a map, as far as its name is wanted. */
export function named(number: number, body: Part, wanted: (name: string) => boolean = () => true): Part {
  const item = inside(VALUE, body);
  return (writer, value) => {
    if (!isJsonObject(value)) return;
    for (const [name, held] of Object.entries(value)) {
      if (!wanted(name)) continue;
      writer.tag(number, WireType.LengthDelimited).fork();
      writer.tag(NAME, WireType.LengthDelimited).string(name);
      item(writer, held ?? null);
      writer.join();
    }
  };
}

/** Whichever of several messages the value is. */
export function oneOf(choose: (value: Json) => Part): Part {
  return (writer, value) => choose(value)(writer, value);
}

/** The fields of an object, in the order in which they are given; then what is said of the object as a whole. */
export function fields(parts: Readonly<Record<string, Part>>, whole: readonly Part[] = []): Part {
  const all = [...Object.entries(parts).map(([name, part]) => field(name, part)), ...whole];
  return (writer, value) => {
    if (isJsonObject(value)) for (const part of all) part(writer, value);
  };
}

/** Of an object that has it. */
function field(name: string, part: Part): Part {
  return (writer, value) => {
    const held = isJsonObject(value) && Object.hasOwn(value, name) ? value[name] : undefined;
    if (held !== undefined && held !== null) part(writer, held);
  };
}
