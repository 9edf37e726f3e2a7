// What is said after a switch of protocols: frames of WebSocket, SPDY and HTTP/2, few of them sound.
import { deflateSync } from 'node:zlib';
import type { Chance } from '../differential/random/chance.ts';
import { randomBytes } from './odd-values.ts';

const OPCODES = [0, 1, 2, 3, 7, 8, 9, 10, 15];

export function webSocketFrames(chance: Chance): readonly Buffer[] {
  return Array.from({ length: 1 + chance.below(8) }, () => (chance.happens(0.15) ? randomBytes(chance, 200) : webSocketFrame(chance)));
}

/** Any bits in the first byte; lengths that are true or not; with or without a mask. */
function webSocketFrame(chance: Chance): Buffer {
  const payload = chance.pick([
    Buffer.alloc(0),
    Buffer.from([chance.below(6)]),
    Buffer.from([0xff, chance.below(6)]),
    Buffer.concat([Buffer.from([chance.below(256)]), randomBytes(chance, 300)]),
    Buffer.concat([Buffer.from([4]), Buffer.from('{"Width":-1,"Height":1e99}')]),
    Buffer.from('0aGVsbG8='),
    Buffer.alloc(chance.pick([126, 70_000]), 0),
  ]);
  const first = chance.pick([0x80, 0x80, 0x00, 0x70, 0xf0]) | chance.pick(OPCODES);
  const masked = chance.happens(0.8) ? 0x80 : 0;
  const claimed = chance.happens(0.1) ? chance.pick([0, 125, 65_535, 2 ** 31, 2 ** 53 - 1]) : payload.length;
  return Buffer.concat([Buffer.from([first]), lengthOf(claimed, masked), Buffer.alloc(masked === 0 ? 0 : 4), payload]);
}

function lengthOf(length: number, masked: number): Buffer {
  if (length < 126) return Buffer.from([masked | length]);
  if (length < 65_536) return Buffer.from([masked | 126, length >> 8, length & 0xff]);
  const bytes = Buffer.alloc(9);
  bytes[0] = masked | 127;
  bytes.writeBigUInt64BE(BigInt(length), 1);
  return bytes;
}

export function spdyFrames(chance: Chance): readonly Buffer[] {
  return Array.from({ length: 1 + chance.below(8) }, () => (chance.happens(0.15) ? randomBytes(chance, 200) : spdyFrame(chance)));
}

function spdyFrame(chance: Chance): Buffer {
  const stream = chance.pick([0, 1, 1, 2, 3, 5, 7, 0x7fff_ffff]);
  const payload = chance.pick([
    randomBytes(chance, 100),
    Buffer.alloc(0),
    Buffer.concat([word(stream), Buffer.alloc(6), headerBlock(chance)]),
    Buffer.concat([word(stream), Buffer.alloc(6), randomBytes(chance, 60)]),
    Buffer.concat([word(chance.pick([0, 1, 1_000_000])), randomBytes(chance, 16)]),
    Buffer.concat([word(stream), word(chance.below(20))]),
  ]);
  const claimed = chance.happens(0.1) ? chance.pick([0, 1, 0xff_ffff]) : payload.length;
  const length = Buffer.alloc(4);
  length.writeUInt32BE(claimed & 0xff_ffff);
  length[0] = chance.pick([0, 0, 1, 0xff]);
  if (chance.happens(0.25)) return Buffer.concat([word(stream), length, payload]);
  const type = chance.pick([1, 1, 2, 3, 4, 6, 7, 8, 9, 0, 200]);
  const version = chance.happens(0.9) ? 3 : chance.below(100);
  return Buffer.concat([Buffer.from([0x80, version, 0, type]), length, payload]);
}

function word(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
}

/** Packed without the dictionary, or much larger than it looks. */
function headerBlock(chance: Chance): Buffer {
  const size = chance.pick([4, 100, 5_000_000]);
  return deflateSync(Buffer.alloc(size, chance.pick([0, 0x61])));
}

const PREFACE = Buffer.from('PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n');

export function http2Frames(chance: Chance): Buffer {
  const preface = chance.happens(0.85) ? PREFACE : chance.pick([Buffer.alloc(0), Buffer.from('PRI * HTTP/2.0\r\n\r\nXX\r\n\r\n')]);
  const settings = chance.happens(0.85) ? frame({ type: 4, flags: 0, stream: 0 }, Buffer.alloc(0)) : Buffer.alloc(0);
  const frames = Array.from({ length: 1 + chance.below(12) }, () =>
    frame(
      { type: chance.below(12), flags: chance.pick([0, 1, 4, 5, 0x25, 0xff]), stream: chance.pick([0, 1, 1, 2, 3, 0x7fff_ffff]) },
      http2Payload(chance),
    ),
  );
  return Buffer.concat([preface, settings, ...frames]);
}

function http2Payload(chance: Chance): Buffer {
  return chance.pick([
    Buffer.alloc(0),
    randomBytes(chance, 60),
    // Of the table of HPACK: GET, https, /; then an authority.
    Buffer.from([0x82, 0x87, 0x84, 0x41, 0x01, 0x61]),
    Buffer.from([0x82, 0x87, 0x84]),
    Buffer.from([0x3f, 0xff, 0xff, 0xff, 0xff, 0x0f]),
    Buffer.alloc(20_000, 0x40),
    Buffer.from([0, 0, 0, 0]),
    Buffer.from([0x7f, 0xff, 0xff, 0xff]),
    Buffer.alloc(8, 1),
  ]);
}

function frame(
  { type, flags, stream }: { readonly type: number; readonly flags: number; readonly stream: number },
  payload: Buffer,
): Buffer {
  const head = Buffer.alloc(9);
  head.writeUIntBE(payload.length, 0, 3);
  head.set([type, flags], 3);
  head.writeUInt32BE(stream, 5);
  return Buffer.concat([head, payload]);
}
