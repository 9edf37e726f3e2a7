// A gzip file that grows: each piece is packed at once, against the 32 KiB before it, and ends on a byte boundary, so that everything handed out
// so far can be unpacked whether or not the end ever comes. One member, as any gunzip reads it.

import { constants, crc32, deflateRawSync } from 'node:zlib';

/** Magic, deflate, no flags, no time, no extra flags, Unix (RFC 1952). */
const HEADER = Uint8Array.of(0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 3);
/** An empty last block with fixed codes. */
const LAST_BLOCK = Uint8Array.of(3, 0);
const WINDOW = 32 * 1024;
const WRAP = 2 ** 32;

export class GzipAppender {
  #window = Buffer.alloc(0);
  #crc = 0;
  #length = 0;
  #begun = false;

  /** The bytes to append for this piece. */
  add(piece: Buffer): Buffer {
    const { Z_SYNC_FLUSH: finishFlush } = constants;
    const packed = deflateRawSync(piece, this.#window.length === 0 ? { finishFlush } : { finishFlush, dictionary: this.#window });
    this.#window = Buffer.concat([this.#window, piece]).subarray(-WINDOW);
    this.#crc = crc32(piece, this.#crc);
    this.#length = (this.#length + piece.length) % WRAP;
    return Buffer.concat([this.#head(), packed]);
  }

  /** The bytes that end the file. */
  end(): Buffer {
    const sums = Buffer.alloc(8);
    sums.writeUInt32LE(this.#crc, 0);
    sums.writeUInt32LE(this.#length, 4);
    return Buffer.concat([this.#head(), LAST_BLOCK, sums]);
  }

  #head(): Uint8Array {
    const head = this.#begun ? HEADER.subarray(0, 0) : HEADER;
    this.#begun = true;
    return head;
  }
}
