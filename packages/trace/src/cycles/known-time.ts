// When a cycle began, ended or was asked for more, for those who would rather not say than say it wrongly.

import type { CycleInstant } from '../cycle.ts';

/** Milliseconds since the epoch; undefined where there is no such instant, or nobody saw when it was. */
export function knownTime(instant: Pick<CycleInstant, 'time' | 'noLater'> | undefined): number | undefined {
  return instant?.noLater === true ? undefined : instant?.time;
}
