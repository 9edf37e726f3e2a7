// Frames of a WebSocket as a client writes and reads them.
import { parseHead, renderHead } from '../frame-head.ts';

export type WrittenFrame = {
  readonly opcode: number;
  readonly payload?: string | Uint8Array;
  /** Default true. */
  readonly final?: boolean;
  /** Numbers of the reserved bits that are set. */
  readonly reserved?: readonly number[];
  /** Default true. */
  readonly masked?: boolean;
};

export type ReadFrame = { readonly opcode: number; readonly payload: Buffer };

const MASK = Buffer.from([1, 2, 3, 4]);
const FINAL = 0x80;
const MASKED = 0x80;

export function clientFrame({ opcode, payload = '', final = true, reserved = [], masked = true }: WrittenFrame): Buffer {
  const bytes = typeof payload === 'string' ? Buffer.from(payload) : Buffer.from(payload);
  const head = renderHead(opcode, bytes.length);
  head[0] = (final ? FINAL : 0) | reserved.reduce((bits, bit) => bits | (FINAL >> bit), opcode);
  if (!masked) return Buffer.concat([head, bytes]);
  head[1] = (head[1] ?? 0) | MASKED;
  return Buffer.concat([head, MASK, bytes.map((byte, index) => byte ^ (MASK[index % MASK.length] ?? 0))]);
}

/** Those that are whole. */
export function serverFrames(bytes: Buffer): readonly ReadFrame[] {
  const head = parseHead(bytes);
  if (head === undefined || bytes.length < head.size + head.length) return [];
  const end = head.size + head.length;
  return [{ opcode: head.opcode, payload: bytes.subarray(head.size, end) }, ...serverFrames(bytes.subarray(end))];
}
