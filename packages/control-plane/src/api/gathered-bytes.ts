/** Bytes that come in pieces, put together as they come: however small the pieces are, at most twice their bytes are held. */
export class GatheredBytes {
  #bytes = new Uint8Array();
  #length = 0;

  get length(): number {
    return this.#length;
  }

  add(piece: Uint8Array): void {
    const length = this.#length + piece.length;
    if (length > this.#bytes.length) this.#growTo(length);
    this.#bytes.set(piece, this.#length);
    this.#length = length;
  }

  /** All of them; then there are none. */
  take(): Uint8Array<ArrayBuffer> {
    const taken = this.#bytes.subarray(0, this.#length);
    this.#bytes = new Uint8Array();
    this.#length = 0;
    return taken;
  }

  #growTo(length: number): void {
    const grown = new Uint8Array(Math.max(length, this.#length * 2));
    grown.set(this.#bytes.subarray(0, this.#length));
    this.#bytes = grown;
  }
}
