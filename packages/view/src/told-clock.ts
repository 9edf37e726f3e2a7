// The time of a change or a cycle's turn on the clock, no more exact than it is known.

import type { TimeFormat } from './time-format.ts';

/** '12:00:05.433'; '12:00:05    ' where it may be known to the second only, and so can be any moment of it. */
export function toldClock(time: TimeFormat, { at, toTheSecond }: { readonly at: number; readonly toTheSecond: boolean }): string {
  const clock = time.clock(at);
  return toTheSecond && at % 1_000 === 0 ? clock.slice(0, 8).padEnd(clock.length) : clock;
}
