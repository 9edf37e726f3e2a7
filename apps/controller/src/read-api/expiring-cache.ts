// Answers kept for a short while, at most so many; the oldest go first. Calls for one key at the same time share one question.

import type { SteadyClock } from '@rectrace/kube';

export type CacheLimits = { readonly entries: number /** Milliseconds. */; readonly keepFor: number };

export class ExpiringCache<T> {
  readonly #clock: SteadyClock;
  readonly #limits: CacheLimits;
  readonly #entries = new Map<string, { readonly until: number; readonly answer: Promise<T> }>();

  constructor(clock: SteadyClock, limits: CacheLimits) {
    this.#clock = clock;
    this.#limits = limits;
  }

  /** The answer known for the key, else that of `ask`. A question that failed is not kept. */
  async get(key: string, ask: () => Promise<T>): Promise<T> {
    const now = this.#clock.elapsed();
    const known = this.#entries.get(key);
    if (known !== undefined && known.until > now) return known.answer;
    const answer = ask();
    this.#entries.delete(key);
    this.#entries.set(key, { until: now + this.#limits.keepFor, answer });
    this.#dropOldest();
    try {
      return await answer;
    } catch (error) {
      if (this.#entries.get(key)?.answer === answer) this.#entries.delete(key);
      throw error;
    }
  }

  #dropOldest(): void {
    for (const key of this.#entries.keys()) {
      if (this.#entries.size <= this.#limits.entries) return;
      this.#entries.delete(key);
    }
  }
}
