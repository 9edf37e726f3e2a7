// What comes from a WebSocket's client: of its frames the control frames are read, messages are passed over.

export type ControlFrame = { readonly opcode: number; readonly payload: Buffer };

const FIRST_CONTROL = 8;
const MASKED = 0x80;
/** How many bytes hold the length, where the short one is a mark. */
const LENGTH_BYTES: ReadonlyMap<number, number> = new Map([
  [126, 2],
  [127, 8],
]);

type Head = { readonly opcode: number; readonly length: number; readonly mask: Buffer | undefined; readonly size: number };

export class FrameReader {
  #pending = Buffer.alloc(0);
  /** Bytes of a message that are still to come. */
  #skip = 0;

  *controlFrames(chunk: Buffer): Generator<ControlFrame> {
    let rest = this.#pending.length === 0 ? chunk : Buffer.concat([this.#pending, chunk]);
    for (;;) {
      rest = this.#passOver(rest);
      const head = headOf(rest);
      const isControl = head !== undefined && head.opcode >= FIRST_CONTROL;
      if (head === undefined || (isControl && rest.length < head.size + head.length)) break;
      if (isControl) yield { opcode: head.opcode, payload: unmasked(rest.subarray(head.size, head.size + head.length), head.mask) };
      this.#skip = head.size + head.length;
    }
    this.#pending = Buffer.from(rest);
  }

  #passOver(bytes: Buffer): Buffer {
    const passed = Math.min(this.#skip, bytes.length);
    this.#skip -= passed;
    return bytes.subarray(passed);
  }
}

/** Undefined where it is not whole yet. */
function headOf(bytes: Buffer): Head | undefined {
  if (bytes.length < 2) return undefined;
  const [first = 0, second = 0] = bytes;
  const short = second & 0x7f;
  const lengthBytes = LENGTH_BYTES.get(short) ?? 0;
  const maskBytes = (second & MASKED) === 0 ? 0 : 4;
  const size = 2 + lengthBytes + maskBytes;
  if (bytes.length < size) return undefined;
  const mask = maskBytes === 0 ? undefined : bytes.subarray(size - maskBytes, size);
  return { opcode: first & 0x0f, length: lengthAt(bytes, short, lengthBytes), mask, size };
}

function lengthAt(bytes: Buffer, short: number, lengthBytes: number): number {
  if (lengthBytes === 0) return short;
  return lengthBytes === 2 ? bytes.readUInt16BE(2) : Number(bytes.readBigUInt64BE(2));
}

function unmasked(payload: Buffer, mask: Buffer | undefined): Buffer {
  if (mask === undefined) return Buffer.from(payload);
  return Buffer.from(payload.map((byte, index) => byte ^ (mask[index % 4] ?? 0)));
}
