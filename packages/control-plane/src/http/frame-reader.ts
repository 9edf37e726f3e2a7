// What comes from a WebSocket's client, read frame by frame. Own code and no library: what is taken differs with the route (lax-frames.ts,
// strict-frames.ts), and none can be told to be as lax as kube-apiserver's.
import { GatheredBytes } from '../api/gathered-bytes.ts';
import type { FrameHead } from './frame-head.ts';
import { FIRST_CONTROL, parseHead } from './frame-head.ts';
import type { ClientFrame, FrameEnd, FrameRules, FrameUse } from './frame-rules.ts';
import type { Step } from './read-steps.ts';
import { readSteps } from './read-steps.ts';

/** A frame whose head has come. `read`: how much of its payload has. */
type OpenFrame = { readonly head: FrameHead; readonly use: Exclude<FrameUse, FrameEnd>; readonly read: number };

const NOTHING = Buffer.alloc(0);

export class FrameReader {
  readonly #rules: FrameRules;
  readonly #kept = new GatheredBytes();
  #pending: Buffer = NOTHING;
  #open: OpenFrame | undefined;
  /** Opcode of the message that is not over yet. */
  #message: number | undefined;
  #isOver = false;

  constructor(rules: FrameRules) {
    this.#rules = rules;
  }

  /** After an end there are none. */
  *frames(chunk: Uint8Array): Generator<ClientFrame> {
    if (this.#isOver) return;
    this.#pending = yield* readSteps({ pending: this.#pending, chunk }, (bytes) => this.#step(bytes));
  }

  /** Reads on as far as the payload of a frame, or a part of it; undefined where the head is not whole yet. */
  #step(bytes: Buffer): Step<ClientFrame> | undefined {
    if (this.#isOver) return undefined;
    if (this.#open !== undefined) return this.#readPayload(bytes, this.#open);
    const head = parseHead(bytes);
    if (head === undefined) return undefined;
    const use = this.#rules(head, this.#message);
    if (use.kind === 'end') return this.#told(use, NOTHING);
    if (head.opcode < FIRST_CONTROL) this.#message = head.final ? undefined : (this.#message ?? head.opcode);
    this.#open = { head, use, read: 0 };
    return { rest: bytes.subarray(head.size) };
  }

  #readPayload(bytes: Buffer, { head, use, read }: OpenFrame): Step<ClientFrame> | undefined {
    const size = Math.min(head.length - read, bytes.length);
    const isWhole = read + size === head.length;
    if (size === 0 && !isWhole) return undefined;
    this.#open = isWhole ? undefined : { head, use, read: read + size };
    const most = use.kind === 'pieces' ? size : Math.min(size, Math.max(0, use.most - read));
    this.#kept.add(unmasked(bytes.subarray(0, most), head.mask, read));
    return this.#told(use.kind === 'pieces' || isWhole ? this.#tell(use) : undefined, bytes.subarray(size));
  }

  #tell(use: OpenFrame['use']): ClientFrame | undefined {
    const payload = bufferOver(this.#kept.take());
    if (use.kind === 'whole') return use.tell(payload);
    return payload.length === 0 ? undefined : { kind: 'message', payload };
  }

  #told(frame: ClientFrame | undefined, rest: Buffer): Step<ClientFrame> {
    if (frame?.kind !== 'end') return { frame, rest };
    this.#isOver = true;
    return { frame, rest: NOTHING };
  }
}

/** `offset`: how much of the payload came before. */
function unmasked(payload: Buffer, mask: Uint8Array | undefined, offset: number): Uint8Array {
  if (mask === undefined) return payload;
  return payload.map((byte, index) => byte ^ (mask[(offset + index) % mask.length] ?? 0));
}

function bufferOver({ buffer, byteOffset, length }: Uint8Array<ArrayBuffer>): Buffer {
  return Buffer.from(buffer, byteOffset, length);
}
