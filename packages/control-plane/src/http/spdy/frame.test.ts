import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { ControlFrame, Frame } from './frame.ts';
import { FrameParser } from './frame-parser.ts';
import { renderFrame } from './render-frame.ts';
import { SpdyBroken } from './spdy-broken.ts';

const stream = fc.integer({ min: 0, max: 0x7fff_ffff });
const word = fc.integer({ min: 0, max: 0xffff_ffff });
const block = fc.uint8Array({ maxLength: 300 });

const control: fc.Arbitrary<ControlFrame> = fc.oneof(
  fc.record({
    kind: fc.constantFrom('syn-stream', 'syn-reply', 'headers'),
    stream,
    final: fc.boolean(),
    block,
  }) as fc.Arbitrary<ControlFrame>,
  fc.record({ kind: fc.constant('rst-stream' as const), stream, status: word }),
  fc.record({
    kind: fc.constant('settings' as const),
    entries: fc.array(fc.record({ id: fc.integer({ min: 0, max: 0xff_ffff }), value: word }), { maxLength: 64 }),
  }),
  fc.record({ kind: fc.constant('ping' as const), id: word }),
  fc.record({ kind: fc.constant('goaway' as const), lastStream: stream, status: word }),
  fc.record({ kind: fc.constant('window-update' as const), stream, delta: stream }),
);
const data: fc.Arbitrary<Frame> = fc.record({
  kind: fc.constant('data' as const),
  stream,
  bytes: fc.uint8Array({ maxLength: 2_000 }),
  final: fc.boolean(),
});

function inChunks(bytes: Uint8Array, size: number): readonly Uint8Array[] {
  return Array.from({ length: Math.ceil(bytes.length / size) }, (_, index) => bytes.subarray(index * size, (index + 1) * size));
}

function parse(bytes: Uint8Array, size: number): readonly Frame[] {
  const parser = new FrameParser();
  return inChunks(bytes, size).flatMap((chunk) => [...parser.frames(chunk)]);
}

/** Frames of data come in pieces: those of one put together, blocks as plain lists. */
function whole(frames: readonly Frame[]): readonly unknown[] {
  const told: unknown[] = [];
  let open: { readonly stream: number; bytes: number[] } | undefined;
  for (const frame of frames) {
    if (frame.kind !== 'data') {
      told.push('block' in frame ? { ...frame, block: [...frame.block] } : frame);
      continue;
    }
    open = { stream: frame.stream, bytes: [...(open?.bytes ?? []), ...frame.bytes] };
    if (!frame.final) continue;
    told.push(open);
    open = undefined;
  }
  return told;
}

test('frames are read as they were written, whatever the chunks they come in', () => {
  fc.assert(
    fc.property(fc.array(fc.oneof(control, data), { maxLength: 12 }), fc.integer({ min: 1, max: 700 }), (frames, size) => {
      const finals = frames.map((frame) => (frame.kind === 'data' ? { ...frame, final: true } : frame));
      const bytes = Buffer.concat(finals.map(renderFrame));
      expect(whole(parse(bytes, size))).toEqual(whole(finals));
    }),
  );
});

test('data of more than a frame has room for goes out in several, the last of them final', () => {
  const frames = parse(renderFrame({ kind: 'data', stream: 1, bytes: Buffer.alloc(17 * 1024 * 1024), final: true }), 1 << 20);
  const lengths = frames.map((frame) => (frame.kind === 'data' ? frame.bytes.length : 0));
  expect(lengths.reduce((sum, length) => sum + length)).toBe(17 * 1024 * 1024);
  expect(frames.flatMap((frame) => (frame.kind === 'data' && frame.final ? ['final'] : []))).toEqual(['final']);
});

test('random bytes are frames or break the connection, and nothing else', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 3_000 }), fc.integer({ min: 1, max: 500 }), (bytes, size) => {
      const control = Buffer.concat([Buffer.from([0x80, 3]), bytes]);
      for (const garbage of [bytes, control]) {
        try {
          parse(garbage, size);
        } catch (error) {
          expect(error).toBeInstanceOf(SpdyBroken);
        }
      }
    }),
  );
});

test('a control frame that is longer than any of Kubernetes is refused before it is held', () => {
  const head = Buffer.from([0x80, 3, 0, 1, 0, 0x01, 0x00, 0x01]);
  expect(() => [...new FrameParser().frames(head)]).toThrow('SPDY/3.1: a control frame of 65537 bytes');
});

test.each([
  ['another version', [0x80, 2, 0, 1, 0, 0, 0, 0], 'version 2'],
  ['a stream without a number', [0x80, 3, 0, 1, 0, 0, 0, 2, 0, 0], 'a control frame that is too short'],
  ['more settings than bytes', [0x80, 3, 0, 4, 0, 0, 0, 4, 0, 0, 0, 9], '9 settings'],
])('%s is refused', (_title, bytes, reason) => {
  expect(() => [...new FrameParser().frames(Buffer.from(bytes))]).toThrow(`SPDY/3.1: ${reason}`);
});

test('a frame of a type that is not known is passed over', () => {
  const unknown = Buffer.from([0x80, 3, 0, 99, 0, 0, 0, 2, 1, 2]);
  const ping = renderFrame({ kind: 'ping', id: 7 });
  expect([...new FrameParser().frames(Buffer.concat([unknown, ping]))]).toEqual([{ kind: 'ping', id: 7 }]);
});
