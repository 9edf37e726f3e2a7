// Frames of SPDY/3.1 as values, those that streams of Kubernetes need.

export type Headers = ReadonlyMap<string, string>;

/** Each with the header block still packed: it can be unpacked only in the order in which frames come. */
export type ControlFrame =
  | { readonly kind: 'syn-stream'; readonly stream: number; readonly final: boolean; readonly block: Uint8Array }
  | { readonly kind: 'syn-reply'; readonly stream: number; readonly final: boolean; readonly block: Uint8Array }
  | { readonly kind: 'headers'; readonly stream: number; readonly final: boolean; readonly block: Uint8Array }
  | { readonly kind: 'rst-stream'; readonly stream: number; readonly status: number }
  | { readonly kind: 'settings'; readonly entries: readonly { readonly id: number; readonly value: number }[] }
  | { readonly kind: 'ping'; readonly id: number }
  | { readonly kind: 'goaway'; readonly lastStream: number; readonly status: number }
  | { readonly kind: 'window-update'; readonly stream: number; readonly delta: number };

/** A frame of data comes in pieces, as its bytes do; the last says whether the stream ends with it. */
export type DataPiece = { readonly kind: 'data'; readonly stream: number; readonly bytes: Uint8Array; readonly final: boolean };

export type Frame = ControlFrame | DataPiece;

/** Of RST_STREAM. */
export const STREAM_STATUS = { refused: 3, cancel: 5 } as const;

export const TYPES = { synStream: 1, synReply: 2, rstStream: 3, settings: 4, ping: 6, goaway: 7, headers: 8, windowUpdate: 9 } as const;

export const VERSION = 3;
export const FINAL = 1;
/** Before the payload of every frame. */
export const HEAD_BYTES = 8;
/** Of stream numbers and window sizes, whose first bit is unused. */
export const LOW_31 = 0x7fff_ffff;
