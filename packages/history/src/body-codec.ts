// Compresses the revisions of an object against each other: deflate with the previous revision as dictionary, a body of its own every 24th.
// Above deflate's reach (32 KiB) zstd does the same. The first byte of a blob names the method.

import { constants, deflateRawSync, inflateRawSync, zstdCompressSync, zstdDecompressSync } from 'node:zlib';

/** link: how many blobs stand between this one and one that can be read alone; 0 = alone. */
export type EncodedBody = { readonly blob: Buffer; readonly link: number };
/** The revision whose text serves as dictionary. */
export type PreviousBody = { readonly text: Buffer; readonly link: number };

/** Decoding a revision reads at most this many blobs. */
export const LONGEST_CHAIN = 24;

const DEFLATE = 1;
const ZSTD = 2;
const DEFLATE_REACH = 32_768;
const ZSTD_WINDOW = { [constants.ZSTD_c_compressionLevel]: 3, [constants.ZSTD_c_windowLog]: 24 };

/** Compresses a text; with a previous one whose chain is not too long, against it. */
export function encodeBody(text: Buffer, previous?: PreviousBody): EncodedBody {
  const usable = previous !== undefined && previous.link + 1 < LONGEST_CHAIN ? previous : undefined;
  return { blob: compress(text, usable?.text), link: usable === undefined ? 0 : usable.link + 1 };
}

/** The text of a blob; dictionary: that of the previous revision where link > 0. @throws an error of zlib where the blob is damaged. */
export function decodeBody(blob: Uint8Array, dictionary?: Buffer): Buffer {
  return decompress(blob, dictionary);
}

/** Compresses with any dictionary. */
export function compress(text: Buffer, dictionary?: Buffer): Buffer {
  const reach = Math.max(text.length, dictionary?.length ?? 0) <= DEFLATE_REACH;
  const packed = reach
    ? deflateRawSync(text, withDictionary(dictionary))
    : zstdCompressSync(text, { params: ZSTD_WINDOW, ...withDictionary(dictionary) });
  return Buffer.concat([Buffer.of(reach ? DEFLATE : ZSTD), packed]);
}

/** The inverse of compress with the same dictionary. */
export function decompress(blob: Uint8Array, dictionary?: Buffer): Buffer {
  const packed = blob.subarray(1);
  if (blob[0] === DEFLATE) return inflateRawSync(packed, withDictionary(dictionary));
  if (blob[0] === ZSTD)
    return zstdDecompressSync(packed, { params: { [constants.ZSTD_d_windowLogMax]: 27 }, ...withDictionary(dictionary) });
  throw new RangeError(`unknown compression ${blob[0] ?? 'of nothing'}`);
}

function withDictionary(dictionary: Buffer | undefined): { readonly dictionary?: Buffer } {
  return dictionary === undefined || dictionary.length === 0 ? {} : { dictionary };
}
