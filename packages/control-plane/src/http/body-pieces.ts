// The body of an answer in pieces: how long it is, compressed, and in portions of which none keeps others waiting for long.
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import type { Steps } from '../api/steps.ts';

/** Smaller answers are not worth it; kube-apiserver has the same limit. */
export const LEAST_COMPRESSED = 128 * 1024;
const LEVEL = 4;
const MOST_PORTION = 256 * 1024;
const MOST_LETTERS = 128 * 1024;

export function lengthOf(pieces: readonly Uint8Array[]): number {
  return pieces.reduce((sum, { length }) => sum + length, 0);
}

/** A text as UTF-8. No letter is cut in two. */
export function* textPieces(text: string): Steps<readonly Uint8Array[]> {
  const pieces: Uint8Array[] = [];
  let start = 0;
  while (text.length - start > MOST_LETTERS) {
    const end = start + MOST_LETTERS;
    const next = isFirstHalf(text.charCodeAt(end - 1)) ? end + 1 : end;
    pieces.push(Buffer.from(text.slice(start, next)));
    start = next;
    yield;
  }
  return [...pieces, Buffer.from(text.slice(start))];
}

function isFirstHalf(code: number): boolean {
  return code >= 0xd800 && code < 0xdc00;
}

/** By gzip, in threads of their own. */
export async function compressed(pieces: readonly Uint8Array[]): Promise<readonly Uint8Array[]> {
  const found: Uint8Array[] = [];
  await pipeline(portionsOf(pieces), createGzip({ level: LEVEL, chunkSize: MOST_PORTION }), async (chunks: AsyncIterable<Uint8Array>) => {
    for await (const chunk of chunks) found.push(chunk);
  });
  return found;
}

/** The same bytes, no portion of more than 256 KiB. */
export function portionsOf(pieces: readonly Uint8Array[]): readonly Uint8Array[] {
  if (pieces.every(({ length }) => length <= MOST_PORTION)) return pieces;
  return pieces.flatMap((piece) => {
    const count = Math.max(1, Math.ceil(piece.length / MOST_PORTION));
    return Array.from({ length: count }, (_, index) => piece.subarray(index * MOST_PORTION, (index + 1) * MOST_PORTION));
  });
}
