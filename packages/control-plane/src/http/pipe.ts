/** Bytes from those who write to one who reads, no faster than they are read. */
export class Pipe {
  /** What was written and not yet read. */
  readonly #waiting: { readonly bytes: Uint8Array; readonly taken: () => void }[] = [];
  #isOver = false;
  #wake: (() => void) | undefined;

  /** Read by one reader; one that stops reading abandons it. */
  readonly chunks: AsyncIterable<Uint8Array> = this.#read();

  /** Resolves once it is read, or nobody reads any more. After the end nothing is taken. */
  write(bytes: Uint8Array): Promise<void> {
    if (this.#isOver) return Promise.resolve();
    return new Promise((taken) => {
      this.#waiting.push({ bytes, taken });
      this.#wake?.();
    });
  }

  /** The reader comes to an end after what was written. */
  end(): void {
    this.#isOver = true;
    this.#wake?.();
  }

  /** Nobody reads any more. */
  abandon(): void {
    for (const { taken } of this.#waiting.splice(0)) taken();
    this.end();
  }

  async *#read(): AsyncGenerator<Uint8Array> {
    try {
      for (;;) {
        const next = this.#waiting.shift();
        if (next === undefined && this.#isOver) return;
        if (next === undefined) {
          await this.#more();
          continue;
        }
        try {
          yield next.bytes;
        } finally {
          next.taken();
        }
      }
    } finally {
      this.abandon();
    }
  }

  #more(): Promise<void> {
    return new Promise((resolve) => {
      this.#wake = resolve;
    });
  }
}
