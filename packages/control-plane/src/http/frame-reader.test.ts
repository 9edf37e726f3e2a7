import fc from 'fast-check';
import { expect, test } from 'vitest';
import { frameHead, OPCODES } from './frame-head.ts';
import type { ClientFrame } from './frame-reader.ts';
import { FrameReader } from './frame-reader.ts';

const MASK = Buffer.from([1, 2, 3, 4]);
const CONTINUED = 0;

/** As a client sends it. */
function frame(opcode: number, payload: Buffer, final = true): Buffer {
  const head = frameHead(opcode, payload.length);
  head[0] = final ? (head[0] ?? 0) : (head[0] ?? 0) & 0x7f;
  head[1] = (head[1] ?? 0) | 0x80;
  return Buffer.concat([head, MASK, Buffer.from(payload.map((byte, index) => byte ^ (MASK[index % 4] ?? 0)))]);
}

type Told = { readonly kind: string; readonly opcode?: number; readonly text?: string };

function told(read: ClientFrame): Told {
  if (read.kind === 'broken') return { kind: 'broken' };
  const text = read.payload.length > 100 ? `${read.payload.length} bytes` : read.payload.toString();
  return { kind: read.kind, text, ...(read.kind === 'control' ? { opcode: read.opcode } : {}) };
}

function read(bytes: Buffer, { size, mostBytes }: { readonly size: number; readonly mostBytes: number }): readonly Told[] {
  const reader = new FrameReader(mostBytes);
  const found: Told[] = [];
  for (let at = 0; at < bytes.length; at += size) found.push(...[...reader.frames(bytes.subarray(at, at + size))].map(told));
  return found;
}

const STREAM = Buffer.concat([
  frame(OPCODES.text, Buffer.from('one')),
  frame(OPCODES.ping, Buffer.from('a ping')),
  frame(OPCODES.binary, Buffer.from('two, '), false),
  frame(OPCODES.pong, Buffer.alloc(0)),
  frame(CONTINUED, Buffer.from('in parts')),
  frame(OPCODES.binary, Buffer.alloc(0)),
  frame(OPCODES.text, Buffer.alloc(70_000, 9)),
  frame(OPCODES.close, Buffer.from('end')),
]);

const CONTROL = [
  { kind: 'control', opcode: OPCODES.ping, text: 'a ping' },
  { kind: 'control', opcode: OPCODES.pong, text: '' },
  { kind: 'control', opcode: OPCODES.close, text: 'end' },
] as const;
const SIZES = [1, 2, 7, 1000, 1_000_000];

test.each(SIZES)('control frames are read from chunks of %d bytes, messages passed over', (size) => {
  expect(read(STREAM, { size, mostBytes: 0 })).toEqual(CONTROL);
});

test.each(SIZES)('messages are put together from chunks of %d bytes', (size) => {
  const [ping, pong, close] = CONTROL;
  const messages = ['one', 'two, in parts', '', '70000 bytes'].map((text) => ({ kind: 'message', text }));
  expect(read(STREAM, { size, mostBytes: 70_000 })).toEqual([messages[0], ping, pong, messages[1], messages[2], messages[3], close]);
});

test.each(SIZES)('a message beyond the limit ends the reading, in chunks of %d bytes', (size) => {
  expect(read(STREAM, { size, mostBytes: 69_999 }).at(-1)).toEqual({ kind: 'broken' });
  const parts = Buffer.concat([frame(OPCODES.binary, Buffer.alloc(60), false), frame(CONTINUED, Buffer.alloc(60)), STREAM]);
  expect(read(parts, { size, mostBytes: 100 })).toEqual([{ kind: 'broken' }]);
});

test('a control frame that is longer than any may be is not waited for', () => {
  expect(read(Buffer.from([0x89, 0xff, 0, 0, 0, 1, 0, 0, 0, 0, 1, 2, 3, 4]), { size: 100, mostBytes: 0 })).toEqual([{ kind: 'broken' }]);
});

test('random bytes never make it throw, nor a message larger than the limit', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 2_000 }), fc.integer({ min: 1, max: 300 }), (bytes, size) => {
      const reader = new FrameReader(500);
      for (let at = 0; at < bytes.length; at += size)
        for (const found of reader.frames(bytes.subarray(at, at + size)))
          if (found.kind !== 'broken') expect(found.payload.length).toBeLessThanOrEqual(500);
    }),
  );
});
