// Bytes that look like chance and follow from a key and a value: equal values get equal ones, and nobody without the key can tell of which.

import { createCipheriv, createHmac } from 'node:crypto';

const CHUNK = 4_096;

export class KeyedBytes {
  readonly #cipher: ReturnType<typeof createCipheriv>;
  #ready = Buffer.alloc(0);

  /** key: of the snapshot. purpose: keeps the bytes of different uses apart. */
  constructor(key: Uint8Array, purpose: string, value: Uint8Array) {
    const seed = createHmac('sha256', key).update(`${purpose}\0`).update(value).digest();
    this.#cipher = createCipheriv('aes-256-ctr', seed, Buffer.alloc(16));
  }

  take(count: number): Buffer {
    if (this.#ready.length < count) {
      const more = this.#cipher.update(Buffer.alloc(Math.max(CHUNK, count)));
      this.#ready = Buffer.concat([this.#ready, more]);
    }
    const taken = this.#ready.subarray(0, count);
    this.#ready = this.#ready.subarray(count);
    return taken;
  }

  /** A whole number from 0, below `limit` (at most 65,536). */
  below(limit: number): number {
    return this.take(4).readUInt32BE() % limit;
  }

  /** One of the letters. */
  letterOf(letters: string): string {
    return letters[this.below(letters.length)] ?? '';
  }
}
