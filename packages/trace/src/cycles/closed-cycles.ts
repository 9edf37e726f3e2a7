// Closed cycles as a list that shares its past: one more costs the same however many there were, and two lists are compared only from where
// they part. What can no longer change is let go but for the newest few; the history has it.

import type { Cycle } from '../cycle.ts';

/**
 * The newest first; undefined = none. count: cycles up to this one. step: that of the journal in which it was closed. before is absent where there
 * was none before, and where it was let go.
 */
export type ClosedCycles = { readonly cycle: Cycle; before: ClosedCycles | undefined; readonly count: number; readonly step: number };

/** The cycles of a root at one moment; the same value while nothing of them has changed. */
export type StandingCycles = { readonly closed: ClosedCycles | undefined; readonly open: Cycle | undefined };

export function withClosed(before: ClosedCycles | undefined, { cycle, step }: Pick<ClosedCycles, 'cycle' | 'step'>): ClosedCycles {
  return { cycle, before, count: countOf(before) + 1, step };
}

/** Lets go of what was closed before a step, but for so many of the newest of it. */
export function letGoOfClosed(closed: ClosedCycles | undefined, { step, keep }: { readonly step: number; readonly keep: number }): void {
  let final = 0;
  for (let at = closed; at !== undefined; at = at.before) {
    if (at.step < step) final += 1;
    if (final >= keep) at.before = undefined;
  }
}

/** The newest, at most so many, oldest first. */
export function newestCycles({ closed, open }: StandingCycles, most: number): readonly Cycle[] {
  const newest: Cycle[] = open === undefined ? [] : [open];
  for (let at = closed; at !== undefined && newest.length < most; at = at.before) newest.push(at.cycle);
  return newest.reverse();
}

/** What each of two has and the other has not, oldest first. */
export function partedCycles(
  left: StandingCycles,
  right: StandingCycles,
): { readonly left: readonly Cycle[]; readonly right: readonly Cycle[] } {
  const shared = sharedCount(left.closed, right.closed);
  return { left: newerOf(left, shared), right: newerOf(right, shared) };
}

/** How many of the oldest two lists have in common. What is let go was final, and so the same in both. */
function sharedCount(left: ClosedCycles | undefined, right: ClosedCycles | undefined): number {
  let [longer, shorter] = [left, right];
  while (longer !== shorter) {
    if (countOf(longer) < countOf(shorter)) [longer, shorter] = [shorter, longer];
    if (longer?.before === undefined) return Math.min(countOf(longer) - 1, countOf(shorter));
    longer = longer.before;
  }
  return countOf(longer);
}

function countOf(closed: ClosedCycles | undefined): number {
  return closed?.count ?? 0;
}

function newerOf({ closed, open }: StandingCycles, count: number): readonly Cycle[] {
  const newest: Cycle[] = open === undefined ? [] : [open];
  for (let at = closed; at !== undefined && at.count > count; at = at.before) newest.push(at.cycle);
  return newest.reverse();
}
