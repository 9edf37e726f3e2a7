// A token bucket: so many requests a second on average, so many at once. Waiters are served in order.

import type { Cancellation, SteadyClock } from '@rectrace/kube';

export type RateLimit = { readonly perSecond: number; readonly burst: number };

/** kubectl's own: generous, and still no flood. */
export const DEFAULT_RATE_LIMIT: RateLimit = { perSecond: 50, burst: 100 };

export class TokenBucket {
  readonly #limit: RateLimit;
  readonly #clock: SteadyClock;
  #tokens: number;
  #filledAt: number;

  constructor(limit: RateLimit, clock: SteadyClock) {
    this.#limit = limit;
    this.#clock = clock;
    this.#tokens = limit.burst;
    this.#filledAt = clock.elapsed();
  }

  /** Takes one token, waiting for it where none is left. Rejects with the signal's reason; the token is given back then. */
  async take(signal?: Cancellation): Promise<void> {
    this.#fill();
    this.#tokens -= 1;
    if (this.#tokens >= 0) return;
    const waitMs = (-this.#tokens / this.#limit.perSecond) * 1000;
    try {
      await this.#clock.after(waitMs, { purpose: 'progress', ...(signal === undefined ? {} : { signal }) });
    } catch (error) {
      this.#tokens += 1;
      throw error;
    }
  }

  #fill(): void {
    const now = this.#clock.elapsed();
    const gained = ((now - this.#filledAt) / 1000) * this.#limit.perSecond;
    this.#tokens = Math.min(this.#limit.burst, this.#tokens + gained);
    this.#filledAt = now;
  }
}
