// How a frame of a WebSocket begins (RFC 6455, 5.2).

export const OPCODES = { text: 1, binary: 2, close: 8, ping: 9, pong: 10 } as const;

const FINAL = 0x80;

/** Of one whole, unmasked frame. */
export function frameHead(opcode: number, length: number): Buffer {
  const first = FINAL | opcode;
  if (length < 126) return Buffer.from([first, length]);
  if (length < 65_536) return Buffer.from([first, 126, length >> 8, length & 0xff]);
  const head = Buffer.alloc(10);
  head.set([first, 127]);
  head.writeBigUInt64BE(BigInt(length), 2);
  return head;
}
