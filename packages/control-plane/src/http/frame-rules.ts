// What a server makes of the frames of a WebSocket's client, frame by frame.
import type { FrameHead } from './frame-head.ts';

export type ClientFrame =
  /** A message, or a piece of one: what the rules tell as one. */
  { readonly kind: 'message'; readonly payload: Buffer } | { readonly kind: 'ping'; readonly payload: Buffer } | FrameEnd;

/** The client closes, or broke the rules: nothing after it is read. `closings`: payloads of the close frames that answer it. */
export type FrameEnd = { readonly kind: 'end'; readonly closings: readonly Uint8Array[] };

export type FrameUse =
  /** The payload is told in pieces, as they come. */
  | { readonly kind: 'pieces' }
  /** It is told once it is whole. `most`: how many bytes of it are kept, from its beginning on. */
  | { readonly kind: 'whole'; readonly most: number; readonly tell: (payload: Buffer) => ClientFrame | undefined }
  | FrameEnd;

/** `open`: opcode of the message that the frames before have not ended. */
export type FrameRules = (head: FrameHead, open: number | undefined) => FrameUse;
