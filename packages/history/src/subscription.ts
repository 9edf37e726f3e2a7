// A bounded queue from the recording to one reader of it. A full queue holds the recording up rather than losing anything.

export class Subscription<T> implements AsyncIterableIterator<T> {
  #limit: number;
  readonly #onReturn: () => void;
  readonly #items: T[] = [];
  #state: { readonly kind: 'open' } | { readonly kind: 'ended' } | { readonly kind: 'failed'; readonly error: unknown } = { kind: 'open' };
  #wakeReader: (() => void) | undefined;
  #wakeWriter: (() => void) | undefined;

  /** limit: items held at most. onReturn: the reader wants no more. */
  constructor({ limit, onReturn }: { readonly limit: number; readonly onReturn: () => void }) {
    this.#limit = limit;
    this.#onReturn = onReturn;
  }

  [Symbol.asyncIterator](): this {
    return this;
  }

  /** Adds an item; waits while the queue is full. */
  async push(item: T): Promise<void> {
    while (this.#state.kind === 'open' && this.#items.length >= this.#limit) {
      await new Promise<void>((resolve) => {
        this.#wakeWriter = resolve;
      });
    }
    if (this.#state.kind !== 'open') return;
    this.#items.push(item);
    this.#wake();
  }

  /** From now on nobody waits for the reader. */
  unbind(): void {
    this.#limit = Number.POSITIVE_INFINITY;
    this.#wake();
  }

  /** No more items; those waiting can still be read. */
  end(): void {
    if (this.#state.kind === 'open') this.#state = { kind: 'ended' };
    this.#wake();
  }

  /** The reader gets the items waiting, then the error. */
  fail(error: unknown): void {
    if (this.#state.kind === 'open') this.#state = { kind: 'failed', error };
    this.#wake();
  }

  async next(): Promise<IteratorResult<T>> {
    for (;;) {
      const item = this.#items.shift();
      if (item !== undefined) {
        this.#wake();
        return { value: item, done: false };
      }
      if (this.#state.kind === 'failed') throw this.#state.error;
      if (this.#state.kind === 'ended') return { value: undefined, done: true };
      await new Promise<void>((resolve) => {
        this.#wakeReader = resolve;
      });
    }
  }

  async return(): Promise<IteratorResult<T>> {
    this.#items.length = 0;
    this.end();
    this.#onReturn();
    return { value: undefined, done: true };
  }

  #wake(): void {
    this.#wakeReader?.();
    this.#wakeWriter?.();
    this.#wakeReader = undefined;
    this.#wakeWriter = undefined;
  }
}
