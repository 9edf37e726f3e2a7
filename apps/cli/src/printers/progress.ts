// Says on stderr what takes longer than a second. On a terminal the line is renewed and removed at the end.

import type { Clock } from '@rectrace/kube';
import type { Output } from '../surroundings.ts';

const PATIENCE_MS = 1_000;
const RENEWAL_MS = 250;
const CLEAR = '\r\u001b[K';

export class Progress {
  readonly #stderr: Output;
  readonly #clock: Clock;
  #text = '';
  #shown = false;

  constructor(stderr: Output, clock: Clock) {
    this.#stderr = stderr;
    this.#clock = clock;
  }

  /** What is being done now; shown where a line stands already or once a second has passed. */
  set(text: string): void {
    this.#text = text;
  }

  /** Runs the work. Errors pass through; the line is gone in any case. */
  async during<T>(text: string, work: () => Promise<T>): Promise<T> {
    const end = new AbortController();
    this.#text = text;
    const showing = this.#show(end.signal);
    try {
      return await work();
    } finally {
      end.abort();
      await showing;
      if (this.#shown && this.#stderr.isTerminal) this.#stderr.write(CLEAR);
      this.#shown = false;
    }
  }

  async #show(signal: AbortSignal): Promise<void> {
    if (!(await this.#passes(PATIENCE_MS, signal))) return;
    this.#shown = true;
    if (!this.#stderr.isTerminal) {
      this.#stderr.write(`${this.#text} …\n`);
      return;
    }
    do this.#stderr.write(`${CLEAR}${this.#text} …`);
    while (await this.#passes(RENEWAL_MS, signal));
  }

  /** False where the work ended before. */
  async #passes(ms: number, signal: AbortSignal): Promise<boolean> {
    try {
      await this.#clock.after(ms, { signal, purpose: 'periodic' });
      return true;
    } catch (error) {
      if (signal.aborted) return false;
      throw error;
    }
  }
}
