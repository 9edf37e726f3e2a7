// Frames as github.com/gorilla/websocket takes them, which kube-apiserver has for tunnels: by RFC 6455, but for text, which need not be UTF-8
// and is no part of a tunnel anyway. What is wrong is named. Messages have no limit, as nothing of them is held.
import { isUtf8 } from 'node:buffer';
import { CLOSE_CODES, closePayload } from './close-frame.ts';
import type { FrameHead } from './frame-head.ts';
import { MOST_CONTROL_BYTES, OPCODES } from './frame-head.ts';
import type { FrameEnd, FrameUse } from './frame-rules.ts';

const [FIRST_PRIVATE_CODE, LAST_PRIVATE_CODE] = [3000, 4999];
const PUBLIC_CODES = [1000, 1001, 1002, 1003, 1007, 1008, 1009, 1010, 1011, 1012, 1013];

/** Messages of bytes, in pieces. */
export function strictFrames(head: FrameHead, open: number | undefined): FrameUse {
  const faults = faultsOf(head, open);
  if (faults.length > 0) return broken(faults.join(', '));
  switch (head.opcode) {
    case OPCODES.close:
      return { kind: 'whole', most: MOST_CONTROL_BYTES, tell: answerTo };
    case OPCODES.ping:
      return { kind: 'whole', most: MOST_CONTROL_BYTES, tell: (payload) => ({ kind: 'ping', payload }) };
    case OPCODES.pong:
      return { kind: 'whole', most: 0, tell: () => undefined };
    case OPCODES.text:
      return { kind: 'end', closings: [closePayload(CLOSE_CODES.normal)] };
    default:
      return { kind: 'pieces' };
  }
}

function faultsOf({ reserved, mask, ...head }: FrameHead, open: number | undefined): readonly string[] {
  const unmasked = mask === undefined ? ['bad MASK'] : [];
  return [...reserved.map((bit) => `RSV${bit} set`), ...faultsOfKind(head, open), ...unmasked];
}

function faultsOfKind(
  { opcode, isLong, final }: Pick<FrameHead, 'opcode' | 'isLong' | 'final'>,
  open: number | undefined,
): readonly string[] {
  switch (opcode) {
    case OPCODES.close:
    case OPCODES.ping:
    case OPCODES.pong:
      return [...(isLong ? ['len > 125 for control'] : []), ...(final ? [] : ['FIN not set on control'])];
    case OPCODES.text:
    case OPCODES.binary:
      return open === undefined ? [] : ['data before FIN'];
    case OPCODES.continuation:
      return open === undefined ? ['continuation after FIN'] : [];
    default:
      return [`bad opcode ${opcode}`];
  }
}

/** The client's own code comes back, where it gives one. */
function answerTo(payload: Buffer): FrameEnd {
  if (payload.length < 2) return { kind: 'end', closings: [new Uint8Array()] };
  const code = payload.readUInt16BE(0);
  if (!isGiven(code)) return broken(`bad close code ${code}`);
  if (!isUtf8(payload.subarray(2))) return broken('invalid utf8 payload in close frame');
  return { kind: 'end', closings: [closePayload(code)] };
}

function isGiven(code: number): boolean {
  return PUBLIC_CODES.includes(code) || (code >= FIRST_PRIVATE_CODE && code <= LAST_PRIVATE_CODE);
}

function broken(reason: string): FrameEnd {
  return { kind: 'end', closings: [closePayload(CLOSE_CODES.protocolError, reason)] };
}
