// When a cycle began, ended or was asked for more, for those who would rather not say than say it wrongly.

import type { ToldTime } from '../change.ts';

/** Milliseconds since the epoch; undefined where there is no such instant, or nobody saw when it was. */
export function knownTime(instant: ToldTime | undefined): number | undefined {
  return instant?.noLater === true || instant?.noEarlier === true ? undefined : instant?.time;
}

/** The time alone of what has one, and how it is known. */
export function toldTimeOf({ time, noLater, noEarlier }: ToldTime): ToldTime {
  return { time, ...(noLater === undefined ? {} : { noLater }), ...(noEarlier === undefined ? {} : { noEarlier }) };
}
