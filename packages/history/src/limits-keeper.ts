// When retention runs: after commits, by bytes as soon as the limit is reached, by cycles of the roots that one was added to, by age once a minute.

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
  #checkedAll = false;

  constructor(store: Retained, { limits, clock }: LimitsKeeperOptions) {
    this.#store = store;
    this.#limits = limits;
    this.#clock = clock;
  }

  /** To be called after each commit. */
  keep({ cycles }: { readonly cycles: readonly { readonly root: string }[] }): void {
    const { maxBytes, maxAgeMs, maxCycles } = this.#limits;
    const now = this.#clock?.now();
    if (maxCycles !== undefined && cycles.length > 0) dropBeyond(this.#store, { roots: this.#grown(cycles), maxCycles });
    if (maxAgeMs !== undefined && now !== undefined && now >= this.#nextByAge) {
      this.#nextByAge = now + AGE_INTERVAL_MS;
      dropOlderThan(this.#store, now - maxAgeMs);
    }
    if (maxBytes !== undefined && this.#store.bytes() > maxBytes) shrinkTo(this.#store, maxBytes * GOAL);
  }

  /** The roots of a commit; the first time all, which another limit may have let grow. */
  #grown(cycles: readonly { readonly root: string }[]): ReadonlySet<string> {
    const others = this.#checkedAll ? [] : this.#store.extents();
    this.#checkedAll = true;
    return new Set([...cycles, ...others].map(({ root }) => root));
  }
}
