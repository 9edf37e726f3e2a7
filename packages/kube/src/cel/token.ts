// The words of an expression. `text` is how a token is written; texts and bytes also have the value they stand for.

export type Token =
  | { readonly kind: 'name' | 'symbol' | 'int' | 'uint' | 'double'; readonly text: string; readonly at: number }
  | { readonly kind: 'string'; readonly text: string; readonly at: number; readonly value: string }
  | { readonly kind: 'bytes'; readonly text: string; readonly at: number; readonly value: Uint8Array }
  | { readonly kind: 'end'; readonly text: string; readonly at: number };
