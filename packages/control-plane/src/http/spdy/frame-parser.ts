// Reads frames of SPDY/3.1 from bytes as they come. Of control frames at most 64 KiB are held, of data nothing.

import type { Step } from '../read-steps.ts';
import { readSteps } from '../read-steps.ts';
import type { ControlFrame, Frame } from './frame.ts';
import { FINAL, HEAD_BYTES, LOW_31, TYPES, VERSION } from './frame.ts';
import { SpdyBroken } from './spdy-broken.ts';

/** kube-apiserver's library takes 16 MiB; the headers of streams of Kubernetes have a hundred bytes. */
const MOST_CONTROL_BYTES = 64 * 1024;
const MOST_SETTINGS = 64;
const SETTING_BYTES = 8;

type OpenData = { readonly stream: number; readonly final: boolean; readonly left: number };

export class FrameParser {
  #pending: Buffer = Buffer.alloc(0);
  #data: OpenData | undefined;

  /** @throws SpdyBroken, after which nothing more can be read */
  *frames(chunk: Uint8Array): Generator<Frame> {
    this.#pending = yield* readSteps({ pending: this.#pending, chunk }, (bytes) => this.#step(bytes));
  }

  /** Reads on as far as the next frame or piece of data; undefined where that is not whole yet; no frame of a type that is not known. @throws SpdyBroken */
  #step(bytes: Buffer): Step<Frame> | undefined {
    if (this.#data !== undefined) {
      const size = Math.min(this.#data.left, bytes.length);
      if (size === 0 && this.#data.left > 0) return undefined;
      return { frame: this.#piece(bytes.subarray(0, size), this.#data), rest: bytes.subarray(size) };
    }
    if (bytes.length < HEAD_BYTES) return undefined;
    if (isData(bytes)) {
      this.#data = dataHead(bytes);
      return { rest: bytes.subarray(HEAD_BYTES) };
    }
    const end = HEAD_BYTES + controlLength(bytes);
    return bytes.length < end ? undefined : { frame: controlFrame(bytes.subarray(0, end)), rest: bytes.subarray(end) };
  }

  #piece(bytes: Buffer, { stream, final, left }: OpenData): Frame {
    const after = left - bytes.length;
    this.#data = after === 0 ? undefined : { stream, final, left: after };
    return { kind: 'data', stream, bytes: Buffer.from(bytes), final: final && after === 0 };
  }
}

function isData(bytes: Buffer): boolean {
  return ((bytes[0] ?? 0) & 0x80) === 0;
}

function lengthOf(bytes: Buffer): number {
  return bytes.readUIntBE(5, 3);
}

function isFinal(bytes: Buffer): boolean {
  return ((bytes[4] ?? 0) & FINAL) !== 0;
}

function dataHead(bytes: Buffer): OpenData {
  return { stream: bytes.readUInt32BE(0) & LOW_31, final: isFinal(bytes), left: lengthOf(bytes) };
}

/** @throws SpdyBroken */
function controlLength(bytes: Buffer): number {
  const version = bytes.readUInt16BE(0) & 0x7fff;
  if (version !== VERSION) throw new SpdyBroken(`version ${version}`);
  const length = lengthOf(bytes);
  if (length > MOST_CONTROL_BYTES) throw new SpdyBroken(`a control frame of ${length} bytes`);
  return length;
}

/** Undefined for a type that is not known, which is passed over. @throws SpdyBroken */
function controlFrame(bytes: Buffer): ControlFrame | undefined {
  const payload = bytes.subarray(HEAD_BYTES);
  const type = bytes.readUInt16BE(2);
  const final = isFinal(bytes);
  switch (type) {
    case TYPES.synStream:
      return { kind: 'syn-stream', stream: wordAt(payload, 0) & LOW_31, final, block: rest(payload, 10) };
    case TYPES.synReply:
      return { kind: 'syn-reply', stream: wordAt(payload, 0) & LOW_31, final, block: rest(payload, 4) };
    case TYPES.headers:
      return { kind: 'headers', stream: wordAt(payload, 0) & LOW_31, final, block: rest(payload, 4) };
    case TYPES.settings:
      return settings(payload);
    default:
      return plainFrame(type, payload);
  }
}

function plainFrame(type: number, payload: Buffer): ControlFrame | undefined {
  switch (type) {
    case TYPES.rstStream:
      return { kind: 'rst-stream', stream: wordAt(payload, 0) & LOW_31, status: wordAt(payload, 4) };
    case TYPES.ping:
      return { kind: 'ping', id: wordAt(payload, 0) };
    case TYPES.goaway:
      return { kind: 'goaway', lastStream: wordAt(payload, 0) & LOW_31, status: wordAt(payload, 4) };
    case TYPES.windowUpdate:
      return { kind: 'window-update', stream: wordAt(payload, 0) & LOW_31, delta: wordAt(payload, 4) & LOW_31 };
    default:
      return undefined;
  }
}

/** @throws SpdyBroken */
function settings(payload: Buffer): ControlFrame {
  const count = wordAt(payload, 0);
  if (count > MOST_SETTINGS || payload.length < 4 + count * SETTING_BYTES) throw new SpdyBroken(`${count} settings`);
  const entries = Array.from({ length: count }, (_, index) => ({
    id: wordAt(payload, 4 + index * SETTING_BYTES) & 0xff_ffff,
    value: wordAt(payload, 8 + index * SETTING_BYTES),
  }));
  return { kind: 'settings', entries };
}

/** @throws SpdyBroken */
function wordAt(payload: Buffer, offset: number): number {
  if (payload.length < offset + 4) throw new SpdyBroken('a control frame that is too short');
  return payload.readUInt32BE(offset);
}

/** @throws SpdyBroken */
function rest(payload: Buffer, offset: number): Uint8Array {
  if (payload.length < offset) throw new SpdyBroken('a control frame that is too short');
  return Buffer.from(payload.subarray(offset));
}
