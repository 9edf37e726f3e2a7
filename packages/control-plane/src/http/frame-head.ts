// How a frame of a WebSocket begins (RFC 6455, 5.2).

export const OPCODES = { continuation: 0, text: 1, binary: 2, close: 8, ping: 9, pong: 10 } as const;

/** From here on opcodes are of control frames. */
export const FIRST_CONTROL = 8;

/** Of a control frame. */
export const MOST_CONTROL_BYTES = 125;

export type FrameHead = {
  readonly final: boolean;
  /** Numbers of the reserved bits that are set. */
  readonly reserved: readonly number[];
  readonly opcode: number;
  /** Of the payload. */
  readonly length: number;
  /** Whether the length takes more than the bits that the short one has. */
  readonly isLong: boolean;
  /** Absent where the payload is not masked. */
  readonly mask: Uint8Array | undefined;
  /** Of the head itself. */
  readonly size: number;
};

const FINAL = 0x80;
const RESERVED = [0x40, 0x20, 0x10] as const;
const MASKED = 0x80;
const MASK_BYTES = 4;
/** How many bytes hold the length, where the short one is a mark. */
const LENGTH_BYTES: ReadonlyMap<number, number> = new Map([
  [126, 2],
  [127, 8],
]);

/** Of one whole, unmasked frame. */
export function renderHead(opcode: number, length: number): Buffer {
  const first = FINAL | opcode;
  if (length < 126) return Buffer.from([first, length]);
  if (length < 65_536) return Buffer.from([first, 126, length >> 8, length & 0xff]);
  const head = Buffer.alloc(10);
  head.set([first, 127]);
  head.writeBigUInt64BE(BigInt(length), 2);
  return head;
}

/** Undefined where it is not whole yet. */
export function parseHead(bytes: Buffer): FrameHead | undefined {
  if (bytes.length < 2) return undefined;
  const [first = 0, second = 0] = bytes;
  const short = second & 0x7f;
  const lengthBytes = LENGTH_BYTES.get(short) ?? 0;
  const isMasked = (second & MASKED) !== 0;
  const size = 2 + lengthBytes + (isMasked ? MASK_BYTES : 0);
  if (bytes.length < size) return undefined;
  return {
    final: (first & FINAL) !== 0,
    reserved: RESERVED.flatMap((bit, index) => ((first & bit) === 0 ? [] : [index + 1])),
    opcode: first & 0x0f,
    length: lengthAt(bytes, short, lengthBytes),
    isLong: lengthBytes > 0,
    mask: isMasked ? Uint8Array.from(bytes.subarray(size - MASK_BYTES, size)) : undefined,
    size,
  };
}

/** The first bit of a long one counts for nothing. */
function lengthAt(bytes: Buffer, short: number, lengthBytes: number): number {
  if (lengthBytes === 0) return short;
  return lengthBytes === 2 ? bytes.readUInt16BE(2) : Number(BigInt.asUintN(63, bytes.readBigUInt64BE(2)));
}
