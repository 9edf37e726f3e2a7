// Where the fold of one root has to start again after a restart, so that every cycle it makes is whole.

import type { Cycle } from '../cycle.ts';
import type { Position } from '../position.ts';
import { comparePositions } from '../position.ts';

/**
 * The latest position at which the root was inside no cycle, with its newest cycle behind it, which is the one that is shown, and the idle
 * interval before that, which holds what led to it. Changes up to it, inclusive, are a baseline; those after it are folded again.
 * undefined = all of them are.
 */
export function restartPosition(cycles: readonly Cycle[]): Position | undefined {
  let cut = cycles.at(-2)?.end?.position;
  while (cut !== undefined && cuts(cycles, cut)) cut = lastEndBefore(cycles, cut);
  return cut;
}

/** The newest cycle begins behind the cut, also where it begins with what ended the one before. */
function cuts(cycles: readonly Cycle[], cut: Position): boolean {
  const newest = cycles.at(-1);
  return cycles.some((cycle) => (cycle === newest ? comparePositions(cycle.start.position, cut) <= 0 : isAround(cycle, cut)));
}

function isAround(cycle: Cycle, cut: Position): boolean {
  return comparePositions(cycle.start.position, cut) <= 0 && (cycle.end === undefined || comparePositions(cycle.end.position, cut) > 0);
}

function lastEndBefore(cycles: readonly Cycle[], cut: Position): Position | undefined {
  return cycles.filter((cycle) => cycle.end !== undefined && comparePositions(cycle.end.position, cut) < 0).at(-1)?.end?.position;
}
