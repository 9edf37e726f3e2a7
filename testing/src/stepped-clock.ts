// A clock for tests, in the shape of the product's: time passes only when told to, and what waits for it runs in order.

type Timer = { readonly at: number; readonly order: number; fire(): void };

export class SteppedClock {
  #now: number;
  /** What the wall clock is ahead of the time that has passed. */
  #ahead: number;
  #order = 0;
  readonly #timers = new Set<Timer>();

  /** startAt: milliseconds since the epoch. */
  constructor(startAt = 0) {
    this.#now = 0;
    this.#ahead = startAt;
  }

  now(): number {
    return this.#now + this.#ahead;
  }

  elapsed(): number {
    return this.#now;
  }

  /** The wall clock is set by so many milliseconds: no time passes by that. */
  set(byMs: number): void {
    this.#ahead += byMs;
  }

  /** How many timers run. */
  get pending(): number {
    return this.#timers.size;
  }

  after(ms: number, { signal }: { readonly signal?: AbortSignal }): Promise<void> {
    return new Promise((resolve, reject) => {
      if (signal?.aborted === true) {
        reject(signal.reason);
        return;
      }
      const onAbort = (): void => {
        this.#timers.delete(timer);
        reject(signal?.reason);
      };
      const fire = (): void => {
        this.#timers.delete(timer);
        signal?.removeEventListener('abort', onAbort);
        resolve();
      };
      this.#order += 1;
      const timer: Timer = { at: this.#now + Math.max(0, ms), order: this.#order, fire };
      this.#timers.add(timer);
      signal?.addEventListener('abort', onAbort, { once: true });
    });
  }

  /** Lets everything run that waits for no timer. */
  async settle(): Promise<void> {
    for (let turn = 0; turn < 8; turn += 1) await new Promise((resolve) => setImmediate(resolve));
  }

  /** Lets time pass, timer by timer, and everything run in between. */
  async advance(ms: number): Promise<void> {
    const end = this.#now + ms;
    await this.settle();
    for (let timer = this.#next(end); timer !== undefined; timer = this.#next(end)) {
      this.#now = Math.max(this.#now, timer.at);
      timer.fire();
      await this.settle();
    }
    this.#now = end;
  }

  #next(end: number): Timer | undefined {
    const due = [...this.#timers].filter((timer) => timer.at <= end);
    return due.sort((left, right) => left.at - right.at || left.order - right.order)[0];
  }
}
