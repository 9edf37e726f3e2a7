import fc from 'fast-check';
import { expect, test } from 'vitest';
import { OPCODES } from './frame-head.ts';
import { FrameReader } from './frame-reader.ts';
import type { ClientFrame, FrameRules } from './frame-rules.ts';
import { laxFrames, unreadFrames } from './lax-frames.ts';
import { strictFrames } from './strict-frames.ts';
import { clientFrame } from './testing/client-frame.ts';

const { continuation, text, binary, close, ping, pong } = OPCODES;

/** e.g. 'message: one', 'end: 1002 bad MASK'. */
function told(frame: ClientFrame): string {
  if (frame.kind !== 'end') return `${frame.kind}: ${frame.payload.length > 200 ? `${frame.payload.length} bytes` : frame.payload}`;
  return `end: ${frame.closings.map((payload) => shownClosing(Buffer.from(payload))).join(', ')}`;
}

function shownClosing(payload: Buffer): string {
  return payload.length === 0 ? 'nothing' : `${payload.readUInt16BE(0)} ${payload.subarray(2)}`.trim();
}

function read(bytes: Buffer, { rules, size = bytes.length }: { readonly rules: FrameRules; readonly size?: number }): readonly string[] {
  const reader = new FrameReader(rules);
  const found: string[] = [];
  for (let at = 0; at < bytes.length; at += size) found.push(...[...reader.frames(bytes.subarray(at, at + size))].map(told));
  return found;
}

function closing(code: number, reason: Uint8Array = new Uint8Array()): Buffer {
  return Buffer.concat([Buffer.from([code >> 8, code & 0xff]), reason]);
}

const SIZES = [1, 2, 7, 1000, 1_000_000];
const LARGE = Buffer.alloc(70_000, 9);
const TALK = Buffer.concat([
  clientFrame({ opcode: binary, payload: 'one' }),
  clientFrame({ opcode: ping, payload: 'a ping' }),
  clientFrame({ opcode: binary, payload: 'two, ', final: false }),
  clientFrame({ opcode: pong }),
  clientFrame({ opcode: continuation, payload: 'in parts' }),
  clientFrame({ opcode: binary, payload: LARGE }),
  clientFrame({ opcode: close, payload: closing(1001) }),
  clientFrame({ opcode: binary, payload: 'after the end' }),
]);

test.each(SIZES)('in chunks of %d bytes: each frame is a message to the lax', (size) => {
  const messages = ['message: one', 'ping: a ping', 'message: two, ', 'message: in parts', 'message: 70000 bytes', 'end: 1000'];
  expect(read(TALK, { rules: laxFrames(), size })).toEqual(messages);
  expect(read(TALK, { rules: unreadFrames(), size })).toEqual(['ping: a ping', 'end: 1000']);
});

test.each(SIZES)('in chunks of %d bytes: the strict tell a message as it comes', (size) => {
  const reader = new FrameReader(strictFrames);
  const found: ClientFrame[] = [];
  for (let at = 0; at < TALK.length; at += size) found.push(...reader.frames(TALK.subarray(at, at + size)));
  const bytes = found.flatMap((frame) => (frame.kind === 'message' ? [frame.payload] : []));
  expect(Buffer.concat(bytes).equals(Buffer.concat([Buffer.from('onetwo, in parts'), LARGE]))).toBe(true);
  expect(found.filter(({ kind }) => kind !== 'message').map(told)).toEqual(['ping: a ping', 'end: 1001']);
});

/** What is wrong, the frames, what the lax and what the strict make of them. */
const WRONG: readonly (readonly [string, Buffer, readonly string[], readonly string[]])[] = [
  ['a frame without a mask', clientFrame({ opcode: binary, payload: 'x', masked: false }), ['end: 1002, 1000'], ['end: 1002 bad MASK']],
  ['a ping without a mask', clientFrame({ opcode: ping, masked: false }), ['end: 1002, 1000'], ['end: 1002 bad MASK']],
  ['reserved bits', clientFrame({ opcode: binary, payload: 'x', reserved: [1, 3] }), ['message: x'], ['end: 1002 RSV1 set, RSV3 set']],
  ['an opcode that is reserved for data', clientFrame({ opcode: 3, payload: 'x' }), ['message: x'], ['end: 1002 bad opcode 3']],
  ['an opcode that is reserved for control', clientFrame({ opcode: 11, payload: 'x' }), ['message: x'], ['end: 1002 bad opcode 11']],
  ['a continuation of nothing', clientFrame({ opcode: continuation, payload: 'x' }), ['message: x'], ['end: 1002 continuation after FIN']],
  [
    'a message within another',
    Buffer.concat([clientFrame({ opcode: binary, payload: 'x', final: false }), clientFrame({ opcode: binary, payload: 'y' })]),
    ['message: x', 'message: y'],
    ['message: x', 'end: 1002 data before FIN'],
  ],
  ['a ping in parts', clientFrame({ opcode: ping, payload: 'x', final: false }), ['ping: x'], ['end: 1002 FIN not set on control']],
  [
    'a ping of 126 bytes',
    clientFrame({ opcode: ping, payload: 'x'.repeat(126) }),
    [`ping: ${'x'.repeat(125)}`],
    ['end: 1002 len > 125 for control'],
  ],
  [
    'several at once',
    clientFrame({ opcode: 5, reserved: [2], masked: false }),
    ['end: 1002, 1000'],
    ['end: 1002 RSV2 set, bad opcode 5, bad MASK'],
  ],
  ['text', clientFrame({ opcode: text, payload: 'x' }), ['message: x'], ['end: 1000']],
  ['text that is no UTF-8', clientFrame({ opcode: text, payload: Uint8Array.of(0x78, 0xff) }), ['message: x\ufffd'], ['end: 1000']],
  ['a close frame without a code', clientFrame({ opcode: close }), ['end: 1000'], ['end: nothing']],
  ['a close frame of one byte', clientFrame({ opcode: close, payload: 'x' }), ['end: 1000'], ['end: nothing']],
  [
    'a close code that nobody may send',
    clientFrame({ opcode: close, payload: closing(1005) }),
    ['end: 1000'],
    ['end: 1002 bad close code 1005'],
  ],
  [
    'a close code of an application',
    clientFrame({ opcode: close, payload: closing(4000, Buffer.from('why')) }),
    ['end: 1000'],
    ['end: 4000'],
  ],
  [
    'a reason to close that is no UTF-8',
    clientFrame({ opcode: close, payload: closing(1000, Uint8Array.of(0xc3, 0x28)) }),
    ['end: 1000'],
    ['end: 1002 invalid utf8 payload in close frame'],
  ],
];

test.each(WRONG)('%s', (_title, bytes, lax, strict) => {
  for (const size of [1, bytes.length]) {
    expect(read(bytes, { rules: laxFrames(), size })).toEqual(lax);
    expect(read(bytes, { rules: strictFrames, size })).toEqual(strict);
  }
});

test('a frame that is too large for the lax is not waited for, though nothing of it would be kept', () => {
  const head = clientFrame({ opcode: binary, payload: Buffer.alloc(32 * 1024 * 1024 + 1) }).subarray(0, 14);
  for (const rules of [laxFrames(), unreadFrames()]) expect(read(head, { rules })).toEqual(['end: 1000']);
  expect(read(head, { rules: strictFrames })).toEqual([]);
  expect(read(clientFrame({ opcode: binary, payload: 'four' }), { rules: laxFrames(3) })).toEqual(['end: 1000']);
});

test('a length of which the first bit is set counts without it', () => {
  const bytes = Buffer.from([0x82, 0xff, 0x80, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0x78]);
  expect(read(bytes, { rules: laxFrames() })).toEqual(['message: x']);
});

test('random bytes never make it throw, nor a message larger than the limit', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 2_000 }), fc.integer({ min: 1, max: 300 }), (bytes, size) => {
      for (const rules of [laxFrames(500), unreadFrames(), strictFrames]) {
        const reader = new FrameReader(rules);
        for (let at = 0; at < bytes.length; at += size)
          for (const found of reader.frames(bytes.subarray(at, at + size)))
            if (found.kind !== 'end') expect(found.payload.length).toBeLessThanOrEqual(500);
      }
    }),
  );
});
