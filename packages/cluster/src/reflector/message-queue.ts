// A bounded queue with many writers and one reader. A writer that finds it full waits: nothing is dropped.

import type { RecorderMessage } from '@rectrace/trace';

export class MessageQueue {
  readonly #limit: number;
  #messages: RecorderMessage[] = [];
  #head = 0;
  readonly #writers: (() => void)[] = [];
  #reader: (() => void) | undefined;
  #closed = false;
  #defect: { readonly error: unknown } | undefined;

  constructor(limit: number) {
    this.#limit = limit;
  }

  get length(): number {
    return this.#messages.length - this.#head;
  }

  /** Resolves when the message is in. After close() it resolves and the message is lost. */
  async push(message: RecorderMessage): Promise<void> {
    while (this.length >= this.#limit && !this.#closed) {
      await new Promise<void>((resolve) => {
        this.#writers.push(resolve);
      });
    }
    if (this.#closed) return;
    this.#messages.push(message);
    this.#wakeReader();
  }

  /** Ends the reader once the queue is empty. */
  close(): void {
    this.#closed = true;
    this.#wakeReader();
    for (const wake of this.#writers.splice(0)) wake();
  }

  /** Ends the reader with an error, at once. */
  fail(error: unknown): void {
    this.#defect ??= { error };
    this.close();
  }

  /** The next message; undefined when closed and empty. @throws what fail() was given. */
  async take(): Promise<RecorderMessage | undefined> {
    while (this.length === 0 && !this.#closed) {
      await new Promise<void>((resolve) => {
        this.#reader = resolve;
      });
    }
    if (this.#defect !== undefined) throw this.#defect.error;
    const message = this.#messages[this.#head];
    if (message === undefined) return undefined;
    this.#head += 1;
    if (this.#head === this.#messages.length || this.#head >= this.#limit) this.#compact();
    this.#writers.shift()?.();
    return message;
  }

  #compact(): void {
    this.#messages = this.#messages.slice(this.#head);
    this.#head = 0;
  }

  #wakeReader(): void {
    const wake = this.#reader;
    this.#reader = undefined;
    wake?.();
  }
}
