// Waiting that can be cut short: until a time has passed or somebody has something to do.

import type { Clock } from '@rectrace/kube';
import { untilAborted } from './until-aborted.ts';

export class Wakeup {
  readonly #clock: Clock;
  #awake = false;
  #ring: (() => void) | undefined;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Ends the wait that is going on, or the next one. */
  wake(): void {
    this.#awake = true;
    this.#ring?.();
  }

  /** Returns after ms (Infinity = only when woken), when woken, or when the signal is aborted. */
  async wait(ms: number, signal: AbortSignal): Promise<void> {
    if (!this.#awake && !signal.aborted) await this.#rest(ms, signal);
    this.#awake = false;
  }

  async #rest(ms: number, signal: AbortSignal): Promise<void> {
    const ended = new AbortController();
    const woken = new Promise<void>((resolve) => {
      this.#ring = resolve;
    });
    const stopped = AbortSignal.any([signal, ended.signal]);
    const passed = ms === Number.POSITIVE_INFINITY ? untilAborted(stopped) : this.#passed(ms, stopped);
    await Promise.race([woken, passed]);
    this.#ring = undefined;
    ended.abort();
    await passed;
  }

  async #passed(ms: number, signal: AbortSignal): Promise<void> {
    try {
      await this.#clock.after(ms, { signal, purpose: 'progress' });
    } catch (error) {
      if (!signal.aborted) throw error;
    }
  }
}
