// The time of a change or a cycle's turn on the clock, no more exact than it is known.

import type { TimeFormat } from './time-format.ts';

/** '12:00:05.433'; '12:00:05    ' of what was reconstructed from a time in whole seconds, which can be any moment of that second. */
export function toldClock(time: TimeFormat, { at, reconstructed }: { readonly at: number; readonly reconstructed: boolean }): string {
  const clock = time.clock(at);
  return reconstructed && at % 1_000 === 0 ? clock.slice(0, 8).padEnd(clock.length) : clock;
}
