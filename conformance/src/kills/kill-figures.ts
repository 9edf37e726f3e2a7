// What a kill test says of itself.

import type { Comparison } from './compare-recorded.ts';
import type { CycleCount } from './count-cycles.ts';
import type { KillTally } from './kill-rounds.ts';

/** writesPerSecond: as measured, over the whole time of the kills. */
export type KillFigures = KillTally & Comparison & CycleCount & { readonly writesPerSecond: number };

/** The line that is printed. */
export function formatFigures({ kills, inWrite, acked, recorded, inGaps, writesPerSecond, ...faults }: KillFigures): string {
  const { missing, doubled, invented, cycles, overlapping } = faults;
  const reckoning = `kills=${kills} in_write=${inWrite} acked=${acked} missing=${missing} doubled=${doubled}`;
  return `${reckoning} recorded=${recorded} in_gaps=${inGaps} invented=${invented} cycles=${cycles} overlapping=${overlapping} writes_per_second=${writesPerSecond}`;
}
