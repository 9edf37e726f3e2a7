// application/vnd.kubernetes.protobuf: four bytes of magic, then the envelope runtime.Unknown around the message of the kind. A watch sends
// events with their length in front. Built-in kinds only.
import { BinaryReader, BinaryWriter, WireType } from '@bufbuild/protobuf/wire';
import type { JsonObject } from '@rectrace/kube';
import { stringAt } from '@rectrace/kube';
import { doneAtOnce, type Steps } from '../../steps.ts';
import type { TypeTable } from '../../type-table.ts';
import type { KindHint, ReadBody, Representation, WatchEventBody } from '../representation.ts';
import { decodeMessage } from './decode-message.ts';
import { encodeMessage } from './encode-message.ts';
import { eachField } from './message-fields.ts';
import { messageType } from './message-type.ts';

const MAGIC = Uint8Array.of(0x6b, 0x38, 0x73, 0x00);
const LENGTH_BYTES = 4;
const text = new TextDecoder();

export function protobufRepresentation(table: TypeTable): Representation {
  return {
    mediaType: 'application/vnd.kubernetes.protobuf',
    custom: false,
    streams: true,
    read: (bytes, hint) => readEnvelope(table, bytes, hint),
    write: (value) => writeEnvelope(table, value),
    writeEvent: (event) => writeFrame(table, event),
  };
}

/** The message of the kind may be in several pieces. */
function* writeEnvelope(table: TypeTable, value: JsonObject): Steps<readonly Uint8Array[]> {
  const hint = { apiVersion: stringAt(value, ['apiVersion']) ?? '', kind: stringAt(value, ['kind']) ?? '' };
  const type = messageType(table, hint);
  if (type === undefined) throw new RangeError(`${hint.apiVersion} ${hint.kind} has no protobuf message`);
  const pieces = yield* encodeMessage(value, type, table);
  const head = new BinaryWriter().raw(MAGIC);
  head.tag(1, WireType.LengthDelimited).fork();
  head.tag(1, WireType.LengthDelimited).string(hint.apiVersion);
  head.tag(2, WireType.LengthDelimited).string(hint.kind).join();
  head.tag(2, WireType.LengthDelimited).uint32(lengthOf(pieces));
  const end = new BinaryWriter();
  end.tag(3, WireType.LengthDelimited).string('');
  end.tag(4, WireType.LengthDelimited).string('');
  return [head.finish(), ...pieces, end.finish()];
}

function lengthOf(pieces: readonly Uint8Array[]): number {
  return pieces.reduce((sum, { length }) => sum + length, 0);
}

function writeFrame(table: TypeTable, { type, object }: WatchEventBody): Uint8Array {
  const envelope = doneAtOnce(writeEnvelope(table, object));
  const writer = new BinaryWriter();
  writer.tag(1, WireType.LengthDelimited).string(type);
  writer.tag(2, WireType.LengthDelimited).fork();
  writer.tag(1, WireType.LengthDelimited).uint32(lengthOf(envelope));
  for (const piece of envelope) writer.raw(piece);
  writer.join();
  const message = writer.finish();
  const frame = new Uint8Array(LENGTH_BYTES + message.length);
  new DataView(frame.buffer).setUint32(0, message.length);
  frame.set(message, LENGTH_BYTES);
  return frame;
}

type Envelope = { readonly apiVersion: string; readonly kind: string; readonly raw: Uint8Array };

function readEnvelope(table: TypeTable, bytes: Uint8Array, hint: KindHint): ReadBody {
  if (!MAGIC.every((byte, index) => bytes[index] === byte)) {
    return { kind: 'malformed', message: `provided data does not appear to be a protobuf message, expected prefix [${MAGIC.join(' ')}]` };
  }
  try {
    const { apiVersion, kind, raw } = parseUnknown(bytes.subarray(MAGIC.length));
    const named = { apiVersion: apiVersion || hint.apiVersion, kind: kind || hint.kind };
    const type = messageType(table, named);
    const fields = type === undefined ? {} : decodeMessage(raw, type, table);
    return { kind: 'read', value: { kind: named.kind, apiVersion: named.apiVersion, ...fields }, duplicates: new Map(), raw: bytes };
  } catch (error) {
    return { kind: 'malformed', message: error instanceof Error ? error.message : String(error) };
  }
}

function parseUnknown(bytes: Uint8Array): Envelope {
  const reader = new BinaryReader(bytes);
  const parts = bytesByNumber(reader);
  const named = bytesByNumber(new BinaryReader(parts.get(1) ?? new Uint8Array()));
  return {
    apiVersion: text.decode(named.get(1)),
    kind: text.decode(named.get(2)),
    raw: parts.get(2) ?? new Uint8Array(),
  };
}

function bytesByNumber(reader: BinaryReader): ReadonlyMap<number, Uint8Array> {
  const found = new Map<number, Uint8Array>();
  eachField(reader, reader.len, ({ number, wireType }) => {
    if (wireType === WireType.LengthDelimited) found.set(number, reader.bytes());
    return wireType === WireType.LengthDelimited;
  });
  return found;
}
