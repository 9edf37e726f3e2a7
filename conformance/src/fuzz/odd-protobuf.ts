// Protobuf that is wrong, or right and hard to bear: the envelope of Kubernetes around nearly anything.
import type { JsonObject } from '@rectrace/kube';
import { stringAt } from '@rectrace/kube';
import type { Chance } from '../differential/random/chance.ts';
import { randomBytes } from './odd-values.ts';

const MAGIC = Buffer.from([0x6b, 0x38, 0x73, 0x00]);
const LENGTH_DELIMITED = 2;

export function oddProtobuf(chance: Chance, body: JsonObject): Buffer {
  const named = (raw: Buffer): Buffer => envelope(stringAt(body, ['apiVersion']) ?? 'v1', stringAt(body, ['kind']) ?? 'Pod', raw);
  const name = stringAt(body, ['metadata', 'name']) ?? 'n';
  const metadata = field(1, field(1, Buffer.from(name)));
  const makers: readonly (() => Buffer)[] = [
    () => randomBytes(chance, 500),
    () => Buffer.concat([MAGIC, randomBytes(chance, 500)]),
    () => named(randomBytes(chance, 500)),
    () => named(Buffer.concat([metadata, randomBytes(chance, 50)])),
    () => named(Buffer.concat([metadata, randomFields(chance, 4)])),
    () => named(Buffer.concat([metadata, randomFields(chance, 4)])),
    () => named(field(1, nested(chance))),
    () => named(Buffer.from([0x0a, ...hugeLength(chance)])),
    () => named(groups(chance)),
    () => named(Buffer.concat([metadata, Buffer.alloc(chance.pick([10, 10_000]), 0x80)])),
    () => envelope(chance.pick(['', 'v1', 'apps/v1', '__proto__', 'a/b/c']), chance.pick(['', 'List', 'Status', 'constructor']), metadata),
    () => named(withOddTexts(chance, metadata)),
    () => named(metadata).subarray(0, 4 + chance.below(40)),
  ];
  return chance.pick(makers)();
}

function envelope(apiVersion: string, kind: string, raw: Buffer): Buffer {
  const type = Buffer.concat([field(1, Buffer.from(apiVersion)), field(2, Buffer.from(kind))]);
  return Buffer.concat([MAGIC, field(1, type), field(2, raw), field(3, Buffer.alloc(0)), field(4, Buffer.alloc(0))]);
}

function field(number: number, bytes: Buffer): Buffer {
  return Buffer.concat([varint(number * 8 + LENGTH_DELIMITED), varint(bytes.length), bytes]);
}

function varint(value: number): Buffer {
  const bytes: number[] = [];
  let rest = value;
  while (rest > 0x7f) {
    bytes.push((rest % 0x80) + 0x80);
    rest = Math.floor(rest / 0x80);
  }
  return Buffer.from([...bytes, rest]);
}

/** Fields of all wire types, messages within messages. */
function randomFields(chance: Chance, depth: number): Buffer {
  const one = (): Buffer => {
    const number = 1 + chance.below(20);
    const makers: readonly (() => Buffer)[] = [
      () => Buffer.concat([varint(number * 8), varint(chance.pick([0, 1, 127, 2 ** 31, 2 ** 40, 2 ** 52]))]),
      () => Buffer.concat([varint(number * 8), Buffer.alloc(9, 0xff), Buffer.from([1])]),
      () => Buffer.concat([varint(number * 8 + 1), Buffer.alloc(8, chance.below(256))]),
      () => Buffer.concat([varint(number * 8 + 5), Buffer.alloc(4, chance.below(256))]),
      () => field(number, randomBytes(chance, 20)),
      () => field(number, depth === 0 ? Buffer.from('text') : randomFields(chance, depth - 1)),
      () => field(number, depth === 0 ? Buffer.from('{"a":1}') : randomFields(chance, depth - 1)),
    ];
    return chance.pick(makers)();
  };
  return Buffer.concat(Array.from({ length: 1 + chance.below(6) }, one));
}

/** One field within the other. */
function nested(chance: Chance): Buffer {
  const number = chance.pick([1, 2, 3, 6, 7]);
  let bytes: Buffer = Buffer.from('x');
  for (let depth = chance.pick([10, 199, 300]); depth > 0; depth--) bytes = field(number, bytes);
  return bytes;
}

function hugeLength(chance: Chance): readonly number[] {
  return chance.pick([
    [0xff, 0xff, 0xff, 0xff, 0x07],
    [0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x7f],
    [0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x01],
  ]);
}

/** Groups that are opened and seldom closed: nothing of Kubernetes has any. */
function groups(chance: Chance): Buffer {
  const depth = chance.pick([1, 100, 50_000]);
  return Buffer.concat([Buffer.alloc(depth, 0x7b), chance.happens(0.5) ? Buffer.alloc(depth, 0x7c) : Buffer.alloc(0)]);
}

/** A label, an annotation or a text of a field that is no UTF-8 or an odd key. */
function withOddTexts(chance: Chance, metadata: Buffer): Buffer {
  const key = chance.pick([Buffer.from('__proto__'), Buffer.from([0xff, 0xfe]), Buffer.from('constructor'), Buffer.alloc(0)]);
  const entry = Buffer.concat([field(1, key), field(2, randomBytes(chance, 10))]);
  const meta = Buffer.concat([metadata.subarray(2), field(chance.pick([11, 12]), entry), field(5, Buffer.from('uid'))]);
  return Buffer.concat([field(1, meta), field(2, entry)]);
}
