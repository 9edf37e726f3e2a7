import { expect, test } from 'vitest';
import { frameHead, OPCODES } from './frame-head.ts';
import { FrameReader } from './frame-reader.ts';

const MASK = Buffer.from([1, 2, 3, 4]);

/** As a client sends it. */
function frame(opcode: number, payload: Buffer): Buffer {
  const head = frameHead(opcode, payload.length);
  head[1] = (head[1] ?? 0) | 0x80;
  return Buffer.concat([head, MASK, Buffer.from(payload.map((byte, index) => byte ^ (MASK[index % 4] ?? 0)))]);
}

function read(bytes: Buffer, size: number): readonly { readonly opcode: number; readonly text: string }[] {
  const reader = new FrameReader();
  const found: { readonly opcode: number; readonly text: string }[] = [];
  for (let at = 0; at < bytes.length; at += size) {
    for (const { opcode, payload } of reader.controlFrames(bytes.subarray(at, at + size))) found.push({ opcode, text: payload.toString() });
  }
  return found;
}

const STREAM = Buffer.concat([
  frame(OPCODES.text, Buffer.from('passed over')),
  frame(OPCODES.ping, Buffer.from('one')),
  frame(OPCODES.binary, Buffer.alloc(300, 9)),
  frame(OPCODES.text, Buffer.alloc(70_000, 9)),
  frame(OPCODES.pong, Buffer.alloc(0)),
  frame(OPCODES.close, Buffer.from('two')),
]);

test.each([1, 2, 7, 1000, 1_000_000])('control frames are read from chunks of %d bytes, messages passed over', (size) => {
  expect(read(STREAM, size)).toEqual([
    { opcode: OPCODES.ping, text: 'one' },
    { opcode: OPCODES.pong, text: '' },
    { opcode: OPCODES.close, text: 'two' },
  ]);
});
