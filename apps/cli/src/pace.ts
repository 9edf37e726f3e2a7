// Lets recorded time pass at a chosen speed.

import type { Cancellation, SteadyClock } from '@rectrace/kube';

export class Pace {
  readonly #clock: SteadyClock;
  readonly #signal: Cancellation;
  readonly #speed: number;
  #begun: { readonly recorded: number; readonly real: number } | undefined;

  constructor({ clock, signal, speed }: { readonly clock: SteadyClock; readonly signal: Cancellation; readonly speed: number }) {
    this.#clock = clock;
    this.#signal = signal;
    this.#speed = speed;
  }

  /** Waits until the moment of a recorded time has come; the first call begins. @throws the signal's reason when it is aborted */
  async until(recorded: number): Promise<void> {
    this.#begun ??= { recorded, real: this.#clock.elapsed() };
    const due = this.#begun.real + (recorded - this.#begun.recorded) / this.#speed;
    const wait = due - this.#clock.elapsed();
    this.#signal.throwIfAborted();
    if (wait > 0) await this.#clock.after(wait, { signal: this.#signal, purpose: 'progress' });
  }
}
