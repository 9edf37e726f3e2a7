import { SteppedClock } from '@rectrace/testing';
import { expect, test } from 'vitest';
import { ExpiringCache } from './expiring-cache.ts';

function counted(clock: SteppedClock) {
  const cache = new ExpiringCache<number>(clock, { entries: 2, keepFor: 1_000 });
  let asked = 0;
  return (key: string): Promise<number> => cache.get(key, async () => (asked += 1));
}

test('an answer is kept for its time, and no longer where the wall clock is set back', async () => {
  const clock = new SteppedClock(0);
  const answer = counted(clock);
  expect([await answer('a'), await answer('a')]).toEqual([1, 1]);
  clock.set(-3_600_000);
  await clock.advance(1_000);
  expect(await answer('a')).toBe(2);
});

test('the oldest of too many goes', async () => {
  const answer = counted(new SteppedClock(0));
  expect([await answer('a'), await answer('b'), await answer('c'), await answer('c'), await answer('a')]).toEqual([1, 2, 3, 3, 4]);
});
