// Closed cycles as a list that shares its past: one more costs the same however many there were, and two lists are compared only from where
// they part.

import type { Cycle } from './cycle.ts';

/** The newest first; undefined = none. */
export type ClosedCycles = { readonly cycle: Cycle; readonly before: ClosedCycles | undefined; readonly count: number };

/** The cycles of a root at one moment; the same value while nothing of them has changed. */
export type StandingCycles = { readonly closed: ClosedCycles | undefined; readonly open: Cycle | undefined };

export function withClosed(before: ClosedCycles | undefined, cycle: Cycle): ClosedCycles {
  return { cycle, before, count: (before?.count ?? 0) + 1 };
}

/** Oldest first. */
export function cyclesOf({ closed, open }: StandingCycles): readonly Cycle[] {
  return newerOf({ closed, open }, 0);
}

/** What each of two has and the other has not, oldest first. */
export function partedCycles(
  left: StandingCycles,
  right: StandingCycles,
): { readonly left: readonly Cycle[]; readonly right: readonly Cycle[] } {
  let [one, other] = [left.closed, right.closed];
  while (one !== other) {
    const [held, against] = [one?.count ?? 0, other?.count ?? 0];
    if (held >= against) one = one?.before;
    if (against >= held) other = other?.before;
  }
  const shared = one?.count ?? 0;
  return { left: newerOf(left, shared), right: newerOf(right, shared) };
}

function newerOf({ closed, open }: StandingCycles, count: number): readonly Cycle[] {
  const newest: Cycle[] = open === undefined ? [] : [open];
  for (let at = closed; at !== undefined && at.count > count; at = at.before) newest.push(at.cycle);
  return newest.reverse();
}
