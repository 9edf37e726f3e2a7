import { SteppedClock } from '@rectrace/testing';
import { expect, test } from 'vitest';
import { LONG_AGO, momentOf, mostSince } from './moment.ts';

test('what has passed since a moment is what one of the clocks counted, also while the machine slept or the wall clock was set back', async () => {
  const clock = new SteppedClock(1_000_000);
  const moment = momentOf(clock);
  await clock.advance(2_000);
  expect(mostSince(moment, clock)).toBe(2_000);
  clock.set(-3_600_000);
  expect(mostSince(moment, clock)).toBe(2_000);
  clock.set(7_200_000);
  expect(mostSince(moment, clock)).toBe(3_602_000);
  expect(mostSince(LONG_AGO, clock)).toBe(Number.POSITIVE_INFINITY);
});
