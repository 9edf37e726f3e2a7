// Which changes belong to a cycle, and which to the idle time around cycles.

import type { Change, Cycle } from '@rectrace/trace';
import { comparePositions } from '@rectrace/trace';

/** The cycles and changes of one root, both oldest first. */
export type Chronicle = { readonly cycles: readonly Cycle[]; readonly changes: readonly Change[] };

/** From the opening change to the one that reached the end; where no end is known, up to the next cycle. */
export function changesOf(cycle: Cycle, { cycles, changes }: Chronicle): readonly Change[] {
  const next = cycles.find(({ number }) => number > cycle.number);
  return changes.filter(({ position }) => {
    if (comparePositions(position, cycle.start.position) < 0) return false;
    if (cycle.end !== undefined) return comparePositions(position, cycle.end.position) <= 0;
    return next === undefined || comparePositions(position, next.start.position) < 0;
  });
}

/** All before the opening change. */
export function changesBefore({ start }: Cycle, { changes }: Pick<Chronicle, 'changes'>): readonly Change[] {
  return changes.filter(({ position }) => comparePositions(position, start.position) < 0);
}
