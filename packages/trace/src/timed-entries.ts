// Where in a line of entries one belongs: by its position, and by the time that has passed.

import type { Entry } from './entry.ts';
import type { Position } from './position.ts';
import { comparePositions } from './position.ts';

/** at: the time that has passed by then for sure, which never falls from one entry to the next: what stands later was received before. */
export type Timed = { readonly entry: Entry; readonly at: number };

/** Index of the first entry whose time is after the given one; times never fall. */
export function firstAfter(time: number, entries: readonly Timed[]): number {
  let index = entries.length;
  while ((entries[index - 1]?.at ?? Number.NEGATIVE_INFINITY) > time) index -= 1;
  return index;
}

/** Index at which an entry of this position belongs: behind those of the same. */
export function placeOf(position: Position, entries: readonly Timed[]): number {
  const last = entries.at(-1)?.entry.position;
  if (last === undefined || comparePositions(last, position) <= 0) return entries.length;
  let low = 0;
  let high = entries.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    const other = entries[middle]?.entry.position;
    if (other !== undefined && comparePositions(other, position) <= 0) low = middle + 1;
    else high = middle;
  }
  return low;
}
