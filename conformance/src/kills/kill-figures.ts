// What a kill test says of itself.

import type { Comparison } from './compare-recorded.ts';
import type { KillTally } from './kill-rounds.ts';

/** writesPerSecond: as measured, over the whole time of the kills. */
export type KillFigures = KillTally & Comparison & { readonly writesPerSecond: number };

/** The line that is printed. */
export function formatFigures({ kills, inWrite, acked, recorded, inGaps, writesPerSecond, ...faults }: KillFigures): string {
  const { missing, doubled, invented } = faults;
  return `kills=${kills} in_write=${inWrite} acked=${acked} recorded=${recorded} in_gaps=${inGaps} missing=${missing} doubled=${doubled} invented=${invented} writes_per_second=${writesPerSecond}`;
}
