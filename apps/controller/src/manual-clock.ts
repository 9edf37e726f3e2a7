// For tests: time that passes only when told to.

import type { Cancellation, Clock } from '@rectrace/kube';

export class ManualClock implements Clock {
  #now: number;
  readonly #timers = new Set<{ readonly at: number; readonly fire: () => void }>();

  constructor(now = 0) {
    this.#now = now;
  }

  now(): number {
    return this.#now;
  }

  after(ms: number, { signal }: { readonly signal?: Cancellation }): Promise<void> {
    return new Promise((resolve, reject) => {
      if (signal?.aborted === true) {
        reject(signal.reason);
        return;
      }
      const timer = { at: this.#now + ms, fire: resolve };
      this.#timers.add(timer);
      signal?.addEventListener('abort', () => {
        this.#timers.delete(timer);
        reject(signal.reason);
      });
    });
  }

  /** Lets time pass in small steps, and everything run that became due. step: milliseconds. */
  async pass(ms: number, step = 10): Promise<void> {
    for (const end = this.#now + ms; ; this.#now = Math.min(end, this.#now + step)) {
      for (const timer of [...this.#timers]) if (timer.at <= this.#now && this.#timers.delete(timer)) timer.fire();
      await settled();
      if (this.#now >= end) return;
    }
  }
}

/** Lets everything run that waits for no timer. */
async function settled(): Promise<void> {
  for (let turn = 0; turn < 6; turn += 1) await new Promise((resolve) => setImmediate(resolve));
}
