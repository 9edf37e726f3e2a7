// Reads the messages that stand for scalars with a JSON form of their own.
import type { BinaryReader } from '@bufbuild/protobuf/wire';
import { WireType } from '@bufbuild/protobuf/wire';
import type { Json } from '@rectrace/kube';
import type { SpecialScalar } from '../../type-table.ts';
import { readJson } from '../read-json.ts';
import { formatNanos } from '../time-scalar.ts';
import { plainInteger } from './decode-plain.ts';
import { eachField, endOf } from './message-fields.ts';
import type { MessageReading } from './message-reading.ts';

type Scalars = { readonly numbers: ReadonlyMap<number, bigint>; readonly bytes: ReadonlyMap<number, Uint8Array> };
type SpecialDecoder = (scalars: Scalars) => Json;

const SCHEMA_TYPE = 'apiextensions.v1.JSONSchemaProps';
const NANOS_PER_MICRO = 1000n;
const text = new TextDecoder();

const DECODERS: Readonly<Partial<Record<SpecialScalar, SpecialDecoder>>> = {
  Time: ({ numbers }) => (numbers.size === 0 ? null : `${second(numbers)}Z`),
  MicroTime: ({ numbers }) => (numbers.size === 0 ? null : `${second(numbers)}.${micros(numbers)}Z`),
  Duration: ({ numbers }) => formatNanos(numbers.get(1) ?? 0n),
  Quantity: ({ bytes }) => textOf(bytes.get(1)) || '0',
  IntOrString: ({ numbers, bytes }) => (numbers.get(1) === 1n ? textOf(bytes.get(3)) : plainInteger(numbers.get(2) ?? 0n)),
};

/** Null is the zero value. @throws SyntaxError for embedded text that is no JSON, or nested too deep. */
export function decodeSpecial(reader: BinaryReader, scalar: SpecialScalar, messages: MessageReading): Json {
  const end = endOf(reader);
  if (scalar.startsWith('JSONSchemaPropsOr')) return readSchemaOr(reader, { end, scalar, messages });
  return (DECODERS[scalar] ?? embeddedJson)(scalarsIn(reader, end));
}

function scalarsIn(reader: BinaryReader, end: number): Scalars {
  const numbers = new Map<number, bigint>();
  const bytes = new Map<number, Uint8Array>();
  eachField(reader, end, ({ number, wireType }) => {
    if (wireType === WireType.Varint) numbers.set(number, BigInt(reader.int64()));
    else if (wireType === WireType.LengthDelimited) bytes.set(number, reader.bytes());
    else return false;
    return true;
  });
  return { numbers, bytes };
}

function second(numbers: Scalars['numbers']): string {
  return new Date(Number(numbers.get(1) ?? 0n) * 1000).toISOString().slice(0, 19);
}

function micros(numbers: Scalars['numbers']): string {
  return String((numbers.get(2) ?? 0n) / NANOS_PER_MICRO).padStart(6, '0');
}

function textOf(bytes: Uint8Array | undefined): string {
  return bytes === undefined ? '' : text.decode(bytes);
}

function embeddedJson({ bytes }: Scalars): Json {
  const raw = textOf(bytes.get(1));
  if (raw === '') return null;
  const read = readJson(raw);
  if (read.kind === 'malformed') throw new SyntaxError(read.message);
  return read.value;
}

type SchemaReading = { readonly end: number; readonly scalar: SpecialScalar; readonly messages: MessageReading };

function readSchemaOr(reader: BinaryReader, { end, scalar, messages }: SchemaReading): Json {
  const readSchema = (): Json => messages.object(reader, endOf(reader), messages.typeNamed(SCHEMA_TYPE));
  const whole: Json[] = [];
  const items: Json[] = [];
  const readers: Readonly<Record<string, () => void>> = {
    'JSONSchemaPropsOrBool 1': () => whole.push(reader.bool()),
    'JSONSchemaPropsOrBool 2': () => whole.push(readSchema()),
    'JSONSchemaPropsOrArray 1': () => whole.push(readSchema()),
    'JSONSchemaPropsOrArray 2': () => items.push(readSchema()),
    'JSONSchemaPropsOrStringArray 1': () => whole.push(readSchema()),
    'JSONSchemaPropsOrStringArray 2': () => items.push(reader.string()),
  };
  eachField(reader, end, ({ number }) => {
    const read = readers[`${scalar} ${number}`];
    read?.();
    return read !== undefined;
  });
  return whole.at(-1) ?? (scalar === 'JSONSchemaPropsOrBool' ? false : items);
}
