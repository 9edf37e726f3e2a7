// Frames as golang.org/x/net/websocket takes them, which kube-apiserver and kubelets have for everything but tunnels: laxer than RFC 6455.
// A client has to mask, and no message may be too large; every frame is a message of its own, whatever its reserved bits, opcode and end, and
// whatever a close frame says, it is one. A frame that is too large is answered with a normal end.
import { CLOSE_CODES, closePayload } from './close-frame.ts';
import { MOST_CONTROL_BYTES, OPCODES } from './frame-head.ts';
import type { FrameRules } from './frame-rules.ts';

/** Of a message. */
const MOST_BYTES = 32 * 1024 * 1024;
const NORMAL = closePayload(CLOSE_CODES.normal);
/** The library says what was wrong, and then what it says whenever it closes. */
const UNMASKED = [closePayload(CLOSE_CODES.protocolError), NORMAL];

/** `most`: bytes of a message. */
export function laxFrames(most = MOST_BYTES): FrameRules {
  return rules(most, most);
}

/** Messages are passed over. */
export function unreadFrames(): FrameRules {
  return rules(MOST_BYTES, 0);
}

function rules(most: number, kept: number): FrameRules {
  return ({ opcode, mask, length }) => {
    if (mask === undefined) return { kind: 'end', closings: UNMASKED };
    switch (opcode) {
      case OPCODES.close:
        return { kind: 'end', closings: [NORMAL] };
      case OPCODES.ping:
        return { kind: 'whole', most: MOST_CONTROL_BYTES, tell: (payload) => ({ kind: 'ping', payload }) };
      case OPCODES.pong:
        return { kind: 'whole', most: 0, tell: () => undefined };
      default:
        if (length > most) return { kind: 'end', closings: [NORMAL] };
        return { kind: 'whole', most: kept, tell: (payload) => (kept === 0 ? undefined : { kind: 'message', payload }) };
    }
  };
}
