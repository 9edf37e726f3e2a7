import { SteppedClock } from '@rectrace/testing';
import { expect, test } from 'vitest';
import { TokenBucket } from './token-bucket.ts';

async function takenBy(clock: SteppedClock, bucket: TokenBucket, wanted: number): Promise<() => number> {
  let taken = 0;
  for (let count = 0; count < wanted; count += 1) void bucket.take().then(() => (taken += 1));
  await clock.settle();
  return () => taken;
}

test('the burst at once, the rest at the rate, in order', async () => {
  const clock = new SteppedClock(0);
  const taken = await takenBy(clock, new TokenBucket({ perSecond: 50, burst: 100 }, clock), 200);
  expect(taken()).toBe(100);
  await clock.advance(1_000);
  expect(taken()).toBe(150);
  await clock.advance(1_000);
  expect(taken()).toBe(200);
});

test('an idle bucket fills up to its burst only', async () => {
  const clock = new SteppedClock(0);
  const bucket = new TokenBucket({ perSecond: 50, burst: 10 }, clock);
  await takenBy(clock, bucket, 10);
  await clock.advance(60_000);
  const taken = await takenBy(clock, bucket, 20);
  expect(taken()).toBe(10);
});

test('a wall clock that is set fills no bucket', async () => {
  const clock = new SteppedClock(0);
  const bucket = new TokenBucket({ perSecond: 50, burst: 10 }, clock);
  await takenBy(clock, bucket, 10);
  clock.set(3_600_000);
  const taken = await takenBy(clock, bucket, 20);
  expect(taken()).toBe(0);
});

test('who gives up waiting gives the token back', async () => {
  const clock = new SteppedClock(0);
  const bucket = new TokenBucket({ perSecond: 1, burst: 1 }, clock);
  await bucket.take();
  const stop = new AbortController();
  const waiting = bucket.take(stop.signal);
  stop.abort(new Error('enough'));
  await expect(waiting).rejects.toThrow('enough');
  const taken = await takenBy(clock, bucket, 1);
  await clock.advance(1_000);
  expect(taken()).toBe(1);
});
