// Compresses the revisions of an object against each other: deflate with the previous revision as dictionary, a body of its own every 16th.
// Above deflate's reach (32 KiB) zstd does the same. A blob is: one byte for the method, the text's CRC-32 (little endian), the packed text.

import { constants, crc32, deflateRawSync, inflateRawSync, zstdCompressSync, zstdDecompressSync } from 'node:zlib';

/** link: how many blobs stand between this one and one that can be read alone; 0 = alone. */
export type EncodedBody = { readonly blob: Buffer; readonly link: number };
/** The revision whose text serves as dictionary. */
export type PreviousBody = { readonly text: Buffer; readonly link: number };

/** Decoding a revision reads at most this many blobs. */
const LONGEST_CHAIN = 16;

const DEFLATE = 1;
const ZSTD = 2;
const PREFIX_BYTES = 5;
const DEFLATE_REACH = 32_768;
const PACK_LARGE = { [constants.ZSTD_c_compressionLevel]: 3, [constants.ZSTD_c_windowLog]: 24 };
const UNPACK_LARGE = { [constants.ZSTD_d_windowLogMax]: 27 };

/** Compresses a text; with a previous one whose chain is not too long, against it. */
export function encodeBody(text: Buffer, previous?: PreviousBody): EncodedBody {
  const usable = previous !== undefined && previous.link + 1 < LONGEST_CHAIN ? previous : undefined;
  return { blob: compress(text, usable?.text), link: usable === undefined ? 0 : usable.link + 1 };
}

/** Compresses with any dictionary. */
export function compress(text: Buffer, dictionary?: Buffer): Buffer {
  const small = Math.max(text.length, dictionary?.length ?? 0) <= DEFLATE_REACH;
  const using = withDictionary(dictionary);
  const packed = small ? deflateRawSync(text, using) : zstdCompressSync(text, { params: PACK_LARGE, ...using });
  const blob = Buffer.allocUnsafe(PREFIX_BYTES + packed.length);
  blob.writeUInt8(small ? DEFLATE : ZSTD, 0);
  blob.writeUInt32LE(crc32(text), 1);
  packed.copy(blob, PREFIX_BYTES);
  return blob;
}

/** The inverse of compress with the same dictionary. @throws UnreadableBlob where the blob is not what was written. */
export function decompress(blob: Buffer, dictionary?: Buffer): Buffer {
  if (blob.length < PREFIX_BYTES) throw new UnreadableBlob(`${blob.length} bytes are no compressed text`);
  const text = unpack(blob, withDictionary(dictionary));
  if (crc32(text) !== blob.readUInt32LE(1)) throw new UnreadableBlob('the checksum of a compressed text does not match');
  // A copy: the text lies in a buffer of at least 16 KiB, which whoever keeps it would keep too.
  return Buffer.from(text);
}

/** A blob that is not what was written. */
export class UnreadableBlob extends Error {
  override readonly name = 'UnreadableBlob';
}

function unpack(blob: Buffer, using: { readonly dictionary?: Buffer }): Buffer {
  const packed = blob.subarray(PREFIX_BYTES);
  const method = blob.readUInt8(0);
  try {
    if (method === DEFLATE) return inflateRawSync(packed, using);
    if (method === ZSTD) return zstdDecompressSync(packed, { params: UNPACK_LARGE, ...using });
  } catch (cause) {
    throw new UnreadableBlob('a compressed text does not unpack', { cause });
  }
  throw new UnreadableBlob(`compression ${method} is not known`);
}

function withDictionary(dictionary: Buffer | undefined): { readonly dictionary?: Buffer } {
  return dictionary === undefined || dictionary.length === 0 ? {} : { dictionary };
}
