// A watch that can be found dead: waits for the next message no longer than allowed. Time in which nobody waits does not count.

import type { Cancellation, ListWatch, ListWatchQuery, SteadyClock, WatchMessage } from '@rectrace/kube';

export type NextMessage =
  | { readonly kind: 'message'; readonly message: WatchMessage }
  | { readonly kind: 'closed' }
  | { readonly kind: 'silent' };

export type GuardedWatchOptions = {
  readonly source: ListWatch;
  readonly query: ListWatchQuery;
  readonly from: string;
  readonly timeoutSeconds: number;
  readonly clock: SteadyClock;
  readonly signal: Cancellation;
};

type Waiter = { readonly since: number; readonly allowedMs: number; silent(): void };

export class GuardedWatch implements AsyncDisposable {
  readonly #clock: SteadyClock;
  readonly #cut = new AbortController();
  readonly #life: Cancellation;
  readonly #messages: AsyncIterator<WatchMessage>;
  #pending: Promise<NextMessage> | undefined;
  #waiter: Waiter | undefined;
  #timed = false;

  constructor({ source, query, from, timeoutSeconds, clock, signal }: GuardedWatchOptions) {
    this.#clock = clock;
    this.#life = AbortSignal.any([signal, this.#cut.signal]);
    this.#messages = source.watch(query, { from, timeoutSeconds, signal: this.#life })[Symbol.asyncIterator]();
  }

  /** The next message, or silent after so many milliseconds; a message that comes later is not lost then. */
  async next(silenceMs: number): Promise<NextMessage> {
    this.#pending ??= this.#messages
      .next()
      .then((result): NextMessage => (result.done === true ? { kind: 'closed' } : { kind: 'message', message: result.value }));
    const pending = this.#pending;
    try {
      const next = await new Promise<NextMessage>((resolve, reject) => {
        pending.then(resolve, reject);
        this.#waiter = { since: this.#clock.elapsed(), allowedMs: silenceMs, silent: () => resolve({ kind: 'silent' }) };
        if (!this.#timed) void this.#guard();
      });
      if (next.kind !== 'silent') this.#pending = undefined;
      return next;
    } finally {
      this.#waiter = undefined;
    }
  }

  /** Cuts the connection. @throws what the watch failed with before that, while nobody waited for it */
  async [Symbol.asyncDispose](): Promise<void> {
    this.#cut.abort();
    try {
      await this.#pending;
    } catch (error) {
      if (error !== this.#life.reason) throw error;
    } finally {
      await this.#messages.return?.();
    }
  }

  /** One timer for many messages: it runs on until a waiter has waited too long, or nobody waits when it fires. */
  async #guard(): Promise<void> {
    this.#timed = true;
    try {
      for (let waiter = this.#waiter; waiter !== undefined; waiter = this.#waiter) {
        const leftMs = waiter.since + waiter.allowedMs - this.#clock.elapsed();
        if (leftMs <= 0) {
          waiter.silent();
          return;
        }
        await this.#clock.after(leftMs, { purpose: 'heartbeat', signal: this.#cut.signal });
      }
    } catch (error) {
      if (!this.#cut.signal.aborted) throw error;
    } finally {
      this.#timed = false;
    }
  }
}
