// When retention runs: after commits, by bytes as soon as the limit is reached, by cycles when one was added, by age once a minute.

import type { Clock } from '@rectrace/kube';
import { dropBeyond, dropOlderThan, type Retained, type RetentionLimits, shrinkTo } from './retention.ts';

const AGE_INTERVAL_MS = 60_000;
const GOAL = 0.85;

export type LimitsKeeperOptions = { readonly limits: RetentionLimits; readonly clock: Pick<Clock, 'now'> | undefined };

export class LimitsKeeper {
  readonly #store: Retained;
  readonly #limits: RetentionLimits;
  readonly #clock: Pick<Clock, 'now'> | undefined;
  #nextByAge = Number.NEGATIVE_INFINITY;

  constructor(store: Retained, { limits, clock }: LimitsKeeperOptions) {
    this.#store = store;
    this.#limits = limits;
    this.#clock = clock;
  }

  /** To be called after each commit. */
  keep(commit: { readonly cycles: readonly unknown[] }): void {
    const { maxBytes, maxAgeMs, maxCycles } = this.#limits;
    const now = this.#clock?.now();
    if (maxCycles !== undefined && commit.cycles.length > 0) dropBeyond(this.#store, maxCycles);
    if (maxAgeMs !== undefined && now !== undefined && now >= this.#nextByAge) {
      this.#nextByAge = now + AGE_INTERVAL_MS;
      dropOlderThan(this.#store, now - maxAgeMs);
    }
    if (maxBytes !== undefined && this.#store.bytes() > maxBytes) shrinkTo(this.#store, maxBytes * GOAL);
  }
}
