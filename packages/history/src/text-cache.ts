// Texts by key, bounded by bytes: what was used least recently goes first.

import { ownBuffer } from './own-buffer.ts';

export class TextCache<Key> {
  readonly #limit: number;
  readonly #texts = new Map<Key, Buffer>();
  #bytes = 0;

  /** limit: bytes of text held at most. */
  constructor(limit: number) {
    this.#limit = limit;
  }

  get(key: Key): Buffer | undefined {
    const text = this.#texts.get(key);
    if (text === undefined) return undefined;
    this.#texts.delete(key);
    this.#texts.set(key, text);
    return text;
  }

  set(key: Key, text: Buffer): void {
    const known = this.get(key);
    if (known === text) return;
    this.delete(key);
    if (text.length > this.#limit / 4) return;
    this.#texts.set(key, ownBuffer(text));
    this.#bytes += text.length;
    for (const oldest of this.#texts.keys()) {
      if (this.#bytes <= this.#limit) break;
      this.delete(oldest);
    }
  }

  delete(key: Key): void {
    this.#bytes -= this.#texts.get(key)?.length ?? 0;
    this.#texts.delete(key);
  }

  clear(): void {
    this.#texts.clear();
    this.#bytes = 0;
  }
}
