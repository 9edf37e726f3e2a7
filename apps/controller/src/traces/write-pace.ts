// When the status of which trace may be written: per trace an interval that grows with its size, over all traces a byte rate. Knows no clock:
// every call is told the time, in milliseconds by SteadyClock's elapsed().

const SHORTEST_INTERVAL = 1_000;
const TRACE_BYTES_PER_SECOND = 16 * 1024;
const BYTES_PER_SECOND = 256 * 1024;

/** write: this trace's turn. wait: nothing before that time. idle: nothing to write at all. */
export type NextWrite =
  | { readonly kind: 'write'; readonly key: string }
  | { readonly kind: 'wait'; readonly until: number }
  | { readonly kind: 'idle' };

/** A queue of traces whose status is out of date. A trace that is being written does not come up again before `written` or `failed`. */
export class WritePace {
  readonly #dirtySince = new Map<string, number>();
  readonly #allowedAt = new Map<string, number>();
  /** Being written, with the pause in milliseconds that is to follow. */
  readonly #inFlight = new Map<string, number>();
  #freeAt = Number.NEGATIVE_INFINITY;

  /** The trace has something new to say. */
  mark(key: string, now: number): void {
    if (!this.#dirtySince.has(key)) this.#dirtySince.set(key, now);
  }

  /** The trace is gone. */
  forget(key: string): void {
    this.#dirtySince.delete(key);
    this.#allowedAt.delete(key);
    this.#inFlight.delete(key);
  }

  /** Of the traces whose interval has passed the one that waits longest. The caller that is told to write has taken that trace. */
  next(now: number): NextWrite {
    const turns = [...this.#dirtySince]
      .filter(([key]) => !this.#inFlight.has(key))
      .map(([key, since]) => ({ key, since, at: this.#turnOf(key) }));
    if (turns.length === 0) return { kind: 'idle' };
    const ready = turns.filter(({ at }) => at <= now).sort((a, b) => a.since - b.since)[0];
    if (ready === undefined)
      return { kind: 'wait', until: turns.reduce((soonest, { at }) => Math.min(soonest, at), Number.POSITIVE_INFINITY) };
    this.#dirtySince.delete(ready.key);
    this.#inFlight.set(ready.key, 0);
    return { kind: 'write', key: ready.key };
  }

  /** So many bytes are about to be sent for it. The rate over all counts from here. */
  spend(key: string, { bytes, now }: { readonly bytes: number; readonly now: number }): void {
    this.#inFlight.set(key, Math.max(SHORTEST_INTERVAL, (bytes / TRACE_BYTES_PER_SECOND) * 1_000));
    this.#freeAt = Math.max(this.#freeAt, now) + (bytes / BYTES_PER_SECOND) * 1_000;
  }

  /**
   * The write was answered; retryAfter (milliseconds) where it failed and is to be tried again. The trace's own pause counts from here: a
   * request may be long on its way, and only so two of them never reach the API server closer together than the pause.
   */
  settle(key: string, { now, retryAfter = 0 }: { readonly now: number; readonly retryAfter?: number }): void {
    const pause = this.#inFlight.get(key) ?? 0;
    this.#inFlight.delete(key);
    if (retryAfter > 0) this.mark(key, now);
    if (pause > 0 || retryAfter > 0) this.#allowedAt.set(key, now + Math.max(pause, retryAfter));
  }

  #turnOf(key: string): number {
    return Math.max(this.#allowedAt.get(key) ?? Number.NEGATIVE_INFINITY, this.#freeAt);
  }
}
