// The cycles of a root in a history: how many, and how many of them begin before the one before has ended, which none may.

import type { HistoryReader } from '@rectrace/history';
import { comparePositions } from '@rectrace/trace';

export type CycleCount = { readonly cycles: number; readonly overlapping: number };

export function countCycles(reader: HistoryReader, root: string): CycleCount {
  const cycles = reader.cycles(root);
  const overlapping = cycles.filter((cycle, index) => {
    const before = cycles[index - 1];
    return before !== undefined && (before.end === undefined || comparePositions(cycle.start.position, before.end.position) < 0);
  });
  return { cycles: cycles.length, overlapping: overlapping.length };
}
