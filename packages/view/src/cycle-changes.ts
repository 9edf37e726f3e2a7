// Which changes belong to a cycle, and which to the idle time around cycles.

import type { Change, Cycle } from '@rectrace/trace';
import { comparePositions } from '@rectrace/trace';

/** True from the opening change to the one that reached the end. */
export function isWithin(cycle: Cycle, change: Change): boolean {
  if (comparePositions(change.position, cycle.start.position) < 0) return false;
  return cycle.end === undefined || comparePositions(change.position, cycle.end.position) <= 0;
}

/** The changes of a cycle, in their order. */
export function changesOf(cycle: Cycle, changes: readonly Change[]): readonly Change[] {
  return changes.filter((change) => isWithin(cycle, change));
}

/** The cycle a change belongs to, undefined in idle time. */
export function cycleOf(change: Change, cycles: readonly Cycle[]): Cycle | undefined {
  return cycles.findLast((cycle) => isWithin(cycle, change));
}
