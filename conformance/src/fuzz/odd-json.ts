// JSON that is wrong, or right and hard to bear.
import type { Json, JsonObject } from '@rectrace/kube';
import { formatJson } from '@rectrace/kube';
import type { Chance } from '../differential/random/chance.ts';
import { mutate } from '../differential/random/mutate.ts';
import { ODD_KEYS, ODD_NUMBERS, oddText, oddValue, randomBytes } from './odd-values.ts';

const DEPTHS = [50, 500, 999, 1_000, 1_001, 5_000, 20_000, 200_000];
/** Where odd keys are taken for keys of a map, or for fields. */
const PLACES: readonly (readonly string[])[] = [
  [],
  ['metadata'],
  ['metadata', 'labels'],
  ['metadata', 'annotations'],
  ['metadata', 'ownerReferences'],
  ['metadata', 'managedFields'],
  ['data'],
  ['spec'],
  ['spec', 'selector'],
  ['spec', 'template'],
  ['status'],
];

export function oddJson(chance: Chance, body: JsonObject): Buffer {
  const makers: readonly (() => Buffer)[] = [
    () => randomBytes(chance, 2_000),
    () => corrupted(chance, Buffer.from(formatJson(body))),
    () => corrupted(chance, Buffer.from(formatJson(body))),
    () => Buffer.from(formatJson(mutate(mutate(body, chance.seed()), chance.seed()))),
    () => Buffer.from(formatJson(withOddKey(chance, body))),
    () => Buffer.from(formatJson(withOddKey(chance, body))),
    () => deep(chance, body),
    () => withOddNumbers(chance, body),
    () => withOddUtf8(chance, body),
    () => repeatedKeys(chance, body),
    () => Buffer.from(formatJson(oddValue(chance, 5))),
    () => Buffer.from(formatJson(crowded(chance, body))),
  ];
  return chance.pick(makers)();
}

/** Bytes turned, cut out, doubled or put in. */
export function corrupted(chance: Chance, bytes: Buffer): Buffer {
  const at = chance.below(bytes.length + 1);
  const length = chance.below(20);
  const makers: readonly (() => readonly Buffer[])[] = [
    () => [bytes.subarray(0, at)],
    () => [bytes.subarray(0, at), bytes.subarray(at + length)],
    () => [bytes.subarray(0, at), bytes.subarray(at, at + length), bytes.subarray(at)],
    () => [bytes.subarray(0, at), randomBytes(chance, 8), bytes.subarray(at)],
    () => [
      bytes.subarray(0, at),
      Buffer.from(chance.pick(['{', '}', '[', ']', '"', ',', ':', '\\', '\n', '\u0000', '\ufeff'])),
      bytes.subarray(at),
    ],
    () => [bytes, bytes],
  ];
  return Buffer.concat(chance.pick(makers)());
}

export function withOddKey(chance: Chance, body: JsonObject): JsonObject {
  const entry = { [chance.pick(ODD_KEYS)]: oddValue(chance) };
  return merged(body, chance.pick(PLACES), entry);
}

function merged(value: Json | undefined, path: readonly string[], entry: JsonObject): JsonObject {
  const object: JsonObject = typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as JsonObject) : {};
  const [step, ...rest] = path;
  // Entries, so that an odd key becomes a key whatever it is called.
  const added = step === undefined ? Object.entries(entry) : [[step, merged(object[step], rest, entry)] as const];
  return Object.fromEntries([...Object.entries(object), ...added]);
}

/** Lists or objects within each other, as the value of some field. */
function deep(chance: Chance, body: JsonObject): Buffer {
  const depth = chance.pick(DEPTHS);
  const [open, close] = chance.pick([
    ['[', ']'],
    ['{"a":', '}'],
    ['{"__proto__":', '}'],
    ['[{"a":', '}]'],
    ['[', ''],
  ] as const);
  const value = `${open.repeat(depth)}${close === '' ? '' : '1'}${close.repeat(depth)}`;
  const field = chance.pick(['spec', 'data', 'unheard', 'metadata', 'status']);
  const { [field]: _replaced, ...rest } = body;
  return Buffer.from(`${formatJson(rest).slice(0, -1)},${JSON.stringify(field)}:${value}}`);
}

/** Numbers, or places where none belong, become odd numbers. */
function withOddNumbers(chance: Chance, body: JsonObject): Buffer {
  const text = formatJson(body);
  const replaced = text.replaceAll(/(?<=[:[,])(?:\d+|"[^"]*"(?=[,}\]]))/g, (known) =>
    chance.happens(0.3) ? chance.pick(ODD_NUMBERS) : known,
  );
  return Buffer.from(replaced);
}

/** Bytes that are no UTF-8 within texts. */
function withOddUtf8(chance: Chance, body: JsonObject): Buffer {
  const text = formatJson(body);
  const quote = text.indexOf('":"', chance.below(text.length));
  const at = quote < 0 ? 0 : quote + 3;
  const odd = Buffer.from(chance.pick([[0xff], [0xc3], [0xed, 0xa0, 0x80], [0xf4, 0x90, 0x80, 0x80], [0xc0, 0xaf], [0xe2, 0x28, 0xa1]]));
  return Buffer.concat([Buffer.from(text.slice(0, at)), odd, Buffer.from(text.slice(at))]);
}

function repeatedKeys(chance: Chance, body: JsonObject): Buffer {
  const key = JSON.stringify(chance.pick(['metadata', 'spec', 'kind', '__proto__', 'a']));
  const times = chance.pick([2, 50, 5_000]);
  const text = formatJson(body).slice(0, -1);
  return Buffer.from(`${text}${`,${key}:${formatJson(oddValue(chance, 1))}`.repeat(times)}}`);
}

/** Very many entries, or very long ones. */
function crowded(chance: Chance, body: JsonObject): JsonObject {
  const many = chance.pick([100, 2_000, 20_000]);
  const makers: readonly (() => JsonObject)[] = [
    () => ({ labels: Object.fromEntries(Array.from({ length: many }, (_, index) => [`l${index}`, 'v'])) }),
    () => ({ annotations: { a: oddText(chance).repeat(50) } }),
    () => ({ finalizers: Array.from({ length: many }, (_, index) => `example.com/f${index}`) }),
    () => ({
      ownerReferences: Array.from({ length: many }, () => ({ apiVersion: 'v1', kind: 'A', name: 'a', uid: 'u', controller: true })),
    }),
    () => ({
      managedFields: Array.from({ length: many }, () => ({ manager: 'm', operation: 'Apply', apiVersion: 'v1', fieldsV1: { 'f:a': {} } })),
    }),
  ];
  const data = chance.happens(0.3) ? { data: { bytes: Array.from({ length: many * 20 }, () => 1) } } : {};
  const metadata = body['metadata'] as JsonObject;
  return { ...body, ...data, metadata: { ...metadata, ...chance.pick(makers)() } };
}
