// A moment of this process by both its clocks: the steady one does not count while the machine sleeps, the wall clock can be set.

import type { SteadyClock } from '@rectrace/kube';

/** now: milliseconds since the epoch. elapsed: as SteadyClock's. */
export type Moment = { readonly now: number; readonly elapsed: number };

/** Before all that this process saw. */
export const LONG_AGO: Moment = { now: Number.NEGATIVE_INFINITY, elapsed: Number.NEGATIVE_INFINITY };

export function momentOf(clock: Pick<SteadyClock, 'now' | 'elapsed'>): Moment {
  return { now: clock.now(), elapsed: clock.elapsed() };
}

/** Milliseconds that may have passed since: what the clock says that counted more. */
export function mostSince(moment: Moment, clock: Pick<SteadyClock, 'now' | 'elapsed'>): number {
  return Math.max(clock.now() - moment.now, clock.elapsed() - moment.elapsed);
}
