// Writes the scalars whose JSON form is their own as the messages that stand for them.
import { type BinaryWriter, WireType } from '@bufbuild/protobuf/wire';
import type { ExactInstant, Json, JsonObject } from '@rectrace/kube';
import { formatJson, isJsonList, isJsonObject, parseExactInstant } from '@rectrace/kube';
import type { SpecialScalar } from '../../type-table.ts';
import { durationNanos } from '../time-scalar.ts';
import type { Encoding } from './encoding.ts';

type SpecialEncoder = (value: Json, encoding: Encoding) => void;

const SCHEMA_TYPE = 'apiextensions.v1.JSONSchemaProps';
const NANOS_PER_MICRO = 1000;
const text = new TextEncoder();

const ENCODERS: Readonly<Partial<Record<SpecialScalar, SpecialEncoder>>> = {
  Time: (value, { writer }) => writeTime(writer, value, () => 0),
  MicroTime: (value, { writer }) => writeTime(writer, value, microNanos),
  Duration: (value, { writer }) => {
    writer.tag(1, WireType.Varint).int64(typeof value === 'string' ? durationNanos(value) : 0);
  },
  Quantity: (value, { writer }) => {
    writer.tag(1, WireType.LengthDelimited).string(value === null ? '0' : String(value));
  },
  IntOrString: (value, { writer }) => writeIntOrString(writer, value),
  JSONSchemaPropsOrBool: writeSchemaOrBool,
  JSONSchemaPropsOrArray: writeSchemaOrList,
  JSONSchemaPropsOrStringArray: writeSchemaOrList,
};

/** The content of the message; null is the zero value. */
export function encodeSpecial(value: Json, scalar: SpecialScalar, encoding: Encoding): void {
  (ENCODERS[scalar] ?? writeEmbeddedJson)(value, encoding);
}

function writeEmbeddedJson(value: Json, { writer }: Encoding): void {
  if (value !== null) writer.tag(1, WireType.LengthDelimited).bytes(text.encode(goJson(value)));
}

/** As Go writes it, with what HTML reads escaped: controllers compare these bytes with their own (ControllerRevision). */
function goJson(value: Json): string {
  return formatJson(value).replaceAll(/[<>&\u2028\u2029]/g, (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

function writeTime(writer: BinaryWriter, value: Json, nanosOf: (time: ExactInstant) => number): void {
  const instant = typeof value === 'string' ? parseExactInstant(value) : undefined;
  if (instant === undefined) return;
  writer.tag(1, WireType.Varint).int64(instant.seconds);
  writer.tag(2, WireType.Varint).int32(nanosOf(instant));
}

/** Whole microseconds after the second. */
function microNanos({ nanos }: ExactInstant): number {
  return nanos - (nanos % NANOS_PER_MICRO);
}

function writeIntOrString(writer: BinaryWriter, value: Json): void {
  const isText = typeof value === 'string';
  writer.tag(1, WireType.Varint).int64(isText ? 1 : 0);
  writer.tag(2, WireType.Varint).int64(typeof value === 'number' ? value : 0);
  writer.tag(3, WireType.LengthDelimited).string(isText ? value : '');
}

function writeSchemaOrBool(value: Json, encoding: Encoding): void {
  encoding.writer.tag(1, WireType.Varint).bool(value === true || isJsonObject(value));
  if (isJsonObject(value)) writeSchema(encoding, 2, value);
}

function writeSchemaOrList(value: Json, encoding: Encoding): void {
  if (isJsonObject(value)) writeSchema(encoding, 1, value);
  for (const item of isJsonList(value) ? value : []) {
    if (typeof item === 'string') encoding.writer.tag(2, WireType.LengthDelimited).string(item);
    else if (isJsonObject(item)) writeSchema(encoding, 2, item);
  }
}

function writeSchema(encoding: Encoding, number: number, schema: JsonObject): void {
  encoding.message(number, () => encoding.object(schema, encoding.typeNamed(SCHEMA_TYPE)));
}
