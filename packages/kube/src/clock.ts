// The one seam for time. Apps build the real clock; forks and tests a virtual one.

import type { Cancellation } from './abort-signal.ts';

/** Only progress timers block settling of a virtual control plane. */
export type TimerPurpose = 'progress' | 'heartbeat' | 'periodic';

export interface Clock {
  /** Milliseconds since the epoch. */
  now(): number;
  /** Resolves after ms; rejects with the signal's reason when aborted. */
  after(ms: number, options: { readonly signal?: Cancellation; readonly purpose: TimerPurpose }): Promise<void>;
}

/** A clock that also says how long something takes: the wall clock may be set while that is measured. */
export interface SteadyClock extends Clock {
  /** Milliseconds since a moment that stays the same as long as the process lives; never set back or forward. */
  elapsed(): number;
}

/** The time of a process, as an app's main has it. elapsed: as SteadyClock's. sleep: as Node's; rejects when the signal is aborted. */
export type ClockSource = {
  now(): number;
  elapsed(): number;
  sleep(ms: number, value: undefined, options: { readonly signal?: Cancellation }): Promise<unknown>;
};

/** The longest that a timer of a JavaScript engine can be: a longer one would end at once. */
const LONGEST_MS = 2 ** 31 - 1;

/** The real clock. */
export function createClock({ now, elapsed, sleep }: ClockSource): SteadyClock {
  return {
    now,
    elapsed,
    async after(ms, { signal }) {
      const options = signal === undefined ? {} : { signal };
      try {
        for (let left = Math.max(0, ms); left >= 0; left -= LONGEST_MS) await sleep(Math.min(left, LONGEST_MS), undefined, options);
      } catch (error) {
        signal?.throwIfAborted();
        throw error;
      }
    },
  };
}
