// The life of one request: ends with the caller's signal or with its time limit, whichever comes first.

import type { Cancellation, Clock } from '@rectrace/kube';

export type RequestScopeOptions = {
  readonly signal: Cancellation | undefined;
  readonly timeoutMs: number;
  readonly clock: Clock;
  timeoutError(): Error;
};

export class RequestScope {
  readonly #life = new AbortController();
  readonly #timer = new AbortController();
  readonly #outer: Cancellation | undefined;
  readonly #onOuterAbort = (): void => this.#life.abort(this.#outer?.reason);

  /** timeoutMs 0 = unbounded. */
  constructor({ signal, timeoutMs, clock, timeoutError }: RequestScopeOptions) {
    this.#outer = signal;
    if (signal?.aborted === true) this.#life.abort(signal.reason);
    signal?.addEventListener('abort', this.#onOuterAbort, { once: true });
    if (timeoutMs > 0) {
      clock.after(timeoutMs, { signal: this.#timer.signal, purpose: 'progress' }).then(
        () => this.#life.abort(timeoutError()),
        () => undefined,
      );
    }
  }

  get signal(): AbortSignal {
    return this.#life.signal;
  }

  /** The time limit no longer counts: a stream's head has come. */
  stopTimer(): void {
    this.#timer.abort();
  }

  /** Releases timer and listener. */
  close(): void {
    this.#timer.abort();
    this.#outer?.removeEventListener('abort', this.#onOuterAbort);
  }

  /** Why the request ended: the abort's reason where there was one, else the error itself. */
  explain(error: unknown): unknown {
    return this.#life.signal.aborted ? this.#life.signal.reason : error;
  }
}
