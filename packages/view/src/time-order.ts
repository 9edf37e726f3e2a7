// Lines stand in the order of versions. Times come from several streams and clocks, so that one may be before that of a line above: it is marked.

import type { Change } from '@rectrace/trace';
import { isToTheSecond, shownTime } from './change-row.ts';

/** Stands behind a time that is before that of a line above. */
export const RUNS_BACK = '‹';

/** latest: the latest time shown so far, milliseconds since the epoch. What is known to the second may have been at its end. */
export function runsBack(change: Change, latest: number): boolean {
  const at = shownTime(change);
  return (isToTheSecond(change) ? at + 999 : at) < latest;
}

/** The latest time shown, with that of the change. */
export function latestShown(change: Change, latest: number): number {
  return Math.max(latest, shownTime(change));
}
