// What a close frame says (RFC 6455, 5.5.1).
import { MOST_CONTROL_BYTES } from './frame-head.ts';

export const CLOSE_CODES = { normal: 1000, protocolError: 1002, internalError: 1011 } as const;

/** Payload of a close frame; of a reason that is too long the beginning. */
export function closePayload(code: number, reason = ''): Buffer {
  const head = Buffer.alloc(2);
  head.writeUInt16BE(code);
  return Buffer.concat([head, Buffer.from(reason)]).subarray(0, MOST_CONTROL_BYTES);
}
