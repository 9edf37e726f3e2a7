// What comes from a WebSocket's client: control frames and whole messages, put together from their fragments (RFC 6455, section 5).

import type { Step } from './read-steps.ts';
import { readSteps } from './read-steps.ts';

export type ClientFrame =
  | { readonly kind: 'control'; readonly opcode: number; readonly payload: Buffer }
  | { readonly kind: 'message'; readonly payload: Buffer }
  /** The client broke the rules, or a message is too large: nothing after it is read. */
  | { readonly kind: 'broken' };

const FINAL = 0x80;
const FIRST_CONTROL = 8;
const MASKED = 0x80;
const MASK_BYTES = 4;
/** Control frames are short. */
const MOST_CONTROL_BYTES = 125;
/** How many bytes hold the length, where the short one is a mark. */
const LENGTH_BYTES: ReadonlyMap<number, number> = new Map([
  [126, 2],
  [127, 8],
]);

type Head = {
  readonly opcode: number;
  readonly final: boolean;
  readonly length: number;
  readonly mask: Buffer | undefined;
  readonly size: number;
};

export class FrameReader {
  readonly #mostBytes: number;
  #pending: Buffer = Buffer.alloc(0);
  /** The frame of a message that is being read, and how much of it has been. */
  #open: { readonly head: Head; readonly read: number } | undefined;
  #pieces: Buffer[] = [];
  #kept = 0;
  #broken = false;

  /** `mostBytes`: of a message. 0: messages are passed over. */
  constructor(mostBytes = 0) {
    this.#mostBytes = mostBytes;
  }

  *frames(chunk: Uint8Array): Generator<ClientFrame> {
    if (this.#broken) return;
    this.#pending = yield* readSteps({ pending: this.#pending, chunk }, (bytes) => this.#step(bytes));
  }

  /** Reads on as far as the next frame, or the next part of a message; undefined where that is not whole yet. */
  #step(bytes: Buffer): Step<ClientFrame> | undefined {
    if (this.#open !== undefined) return this.#readMessage(bytes, this.#open);
    const head = headOf(bytes);
    if (head === undefined || this.#broken || isPartialControl(head, bytes)) return undefined;
    if (this.#breaks(head)) return { frame: this.#break(), rest: Buffer.alloc(0) };
    if (head.opcode >= FIRST_CONTROL) return { frame: controlFrame(head, bytes), rest: bytes.subarray(head.size + head.length) };
    this.#open = { head, read: 0 };
    return { rest: bytes.subarray(head.size) };
  }

  #breaks({ opcode, length }: Head): boolean {
    if (opcode >= FIRST_CONTROL) return length > MOST_CONTROL_BYTES;
    return this.#mostBytes > 0 && this.#kept + length > this.#mostBytes;
  }

  #readMessage(bytes: Buffer, { head, read }: { readonly head: Head; readonly read: number }): Step<ClientFrame> | undefined {
    const size = Math.min(head.length - read, bytes.length);
    const isDone = read + size === head.length;
    if (size === 0 && !isDone) return undefined;
    if (this.#mostBytes > 0) this.#keep(unmasked(bytes.subarray(0, size), head.mask, read));
    this.#open = isDone ? undefined : { head, read: read + size };
    const rest = bytes.subarray(size);
    return isDone && head.final && this.#mostBytes > 0 ? { frame: this.#taken(), rest } : { rest };
  }

  #keep(piece: Buffer): void {
    if (piece.length === 0) return;
    this.#pieces.push(piece);
    this.#kept += piece.length;
  }

  #taken(): ClientFrame {
    const payload = Buffer.concat(this.#pieces);
    this.#pieces = [];
    this.#kept = 0;
    return { kind: 'message', payload };
  }

  #break(): ClientFrame {
    this.#broken = true;
    this.#pieces = [];
    return { kind: 'broken' };
  }
}

function isPartialControl({ opcode, size, length }: Head, bytes: Buffer): boolean {
  return opcode >= FIRST_CONTROL && length <= MOST_CONTROL_BYTES && bytes.length < size + length;
}

function controlFrame({ opcode, size, length, mask }: Head, bytes: Buffer): ClientFrame {
  return { kind: 'control', opcode, payload: unmasked(bytes.subarray(size, size + length), mask, 0) };
}

/** Undefined where it is not whole yet. */
function headOf(bytes: Buffer): Head | undefined {
  if (bytes.length < 2) return undefined;
  const [first = 0, second = 0] = bytes;
  const short = second & 0x7f;
  const lengthBytes = LENGTH_BYTES.get(short) ?? 0;
  const maskBytes = (second & MASKED) === 0 ? 0 : MASK_BYTES;
  const size = 2 + lengthBytes + maskBytes;
  if (bytes.length < size) return undefined;
  const mask = maskBytes === 0 ? undefined : Buffer.from(bytes.subarray(size - maskBytes, size));
  return { opcode: first & 0x0f, final: (first & FINAL) !== 0, length: lengthAt(bytes, short, lengthBytes), mask, size };
}

function lengthAt(bytes: Buffer, short: number, lengthBytes: number): number {
  if (lengthBytes === 0) return short;
  return lengthBytes === 2 ? bytes.readUInt16BE(2) : Number(bytes.readBigUInt64BE(2));
}

/** `offset`: how much of the payload came before. */
function unmasked(payload: Buffer, mask: Buffer | undefined, offset: number): Buffer {
  const bytes = Buffer.from(payload);
  if (mask === undefined) return bytes;
  for (let at = 0; at < bytes.length; at += 1) bytes[at] = (bytes[at] ?? 0) ^ (mask[(offset + at) % MASK_BYTES] ?? 0);
  return bytes;
}
