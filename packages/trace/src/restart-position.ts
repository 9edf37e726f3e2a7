// Where a fold has to start again after a restart, so that every cycle it makes is whole.

import { previousResourceVersion } from '@rectrace/kube';
import type { Cycle } from './cycle.ts';
import type { Position } from './position.ts';
import { comparePositions } from './position.ts';

const LAST_OFFSET = 0xffff_ffff;

/**
 * The latest position at which no root was inside a cycle and after which all unfinished cycles lie; undefined = all cycles are finished.
 * Changes up to it, inclusive, are a baseline; those after it have to be folded again.
 */
export function restartPosition(cyclesByRoot: ReadonlyMap<string, readonly Cycle[]>): Position | undefined {
  const all = [...cyclesByRoot.values()].flat();
  const starts = all.filter((cycle) => cycle.state !== 'closed').map((cycle) => cycle.start.position);
  let cut = starts.sort(comparePositions)[0];
  if (cut === undefined) return undefined;
  for (let moved = true; moved; ) {
    const around = all.find((cycle) => isAround(cycle, cut as Position));
    moved = around !== undefined;
    cut = around?.start.position ?? cut;
  }
  return positionBefore(cut as Position);
}

function isAround(cycle: Cycle, cut: Position): boolean {
  return comparePositions(cycle.start.position, cut) < 0 && cycle.end !== undefined && comparePositions(cycle.end.position, cut) >= 0;
}

function positionBefore({ epoch, version, offset }: Position): Position {
  if (offset > 0) return { epoch, version, offset: offset - 1 };
  return { epoch, version: previousResourceVersion(version) ?? '0', offset: LAST_OFFSET };
}
