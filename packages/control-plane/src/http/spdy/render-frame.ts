// Frames of SPDY/3.1 as bytes.
import type { ControlFrame, DataPiece, Frame } from './frame.ts';
import { FINAL, HEAD_BYTES, LOW_31, TYPES, VERSION } from './frame.ts';

const CONTROL = 0x8000;
/** What the length of a frame has room for. */
const MOST_BYTES = 0xff_ffff;

/** Data of more than 16 MiB in several frames. */
export function renderFrame(frame: Frame): Buffer {
  return frame.kind === 'data' ? renderData(frame) : renderControl(frame);
}

function renderData({ stream, bytes, final }: DataPiece): Buffer {
  const frames: Uint8Array[] = [];
  for (let at = 0; at < bytes.length || at === 0; at += MOST_BYTES) {
    const piece = bytes.subarray(at, at + MOST_BYTES);
    const head = Buffer.alloc(HEAD_BYTES);
    head.writeUInt32BE(stream & LOW_31, 0);
    head.writeUInt32BE(piece.length, 4);
    head[4] = final && at + piece.length === bytes.length ? FINAL : 0;
    frames.push(head, piece);
  }
  return Buffer.concat(frames);
}

function renderControl(frame: ControlFrame): Buffer {
  switch (frame.kind) {
    case 'syn-stream':
      // Neither associated with a stream, nor of any priority.
      return control(TYPES.synStream, [words(frame.stream, 0), Buffer.alloc(2), frame.block], frame.final);
    case 'syn-reply':
      return control(TYPES.synReply, [words(frame.stream), frame.block], frame.final);
    case 'headers':
      return control(TYPES.headers, [words(frame.stream), frame.block], frame.final);
    case 'rst-stream':
      return control(TYPES.rstStream, [words(frame.stream, frame.status)]);
    case 'settings':
      return control(TYPES.settings, [words(frame.entries.length, ...frame.entries.flatMap(({ id, value }) => [id, value]))]);
    case 'ping':
      return control(TYPES.ping, [words(frame.id)]);
    case 'goaway':
      return control(TYPES.goaway, [words(frame.lastStream, frame.status)]);
    case 'window-update':
      return control(TYPES.windowUpdate, [words(frame.stream, frame.delta)]);
  }
}

function control(type: number, parts: readonly Uint8Array[], final = false): Buffer {
  const payload = Buffer.concat(parts);
  const head = Buffer.alloc(HEAD_BYTES);
  head.writeUInt16BE(CONTROL | VERSION, 0);
  head.writeUInt16BE(type, 2);
  head.writeUInt32BE(payload.length, 4);
  head[4] = final ? FINAL : 0;
  return Buffer.concat([head, payload]);
}

function words(...values: readonly number[]): Buffer {
  const bytes = Buffer.alloc(values.length * 4);
  for (const [index, value] of values.entries()) bytes.writeUInt32BE(value >>> 0, index * 4);
  return bytes;
}
