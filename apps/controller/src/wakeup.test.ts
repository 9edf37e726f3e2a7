import { SteppedClock } from '@rectrace/testing';
import { expect, test } from 'vitest';
import { Wakeup } from './wakeup.ts';

async function isOver(wait: Promise<void>, clock: SteppedClock): Promise<boolean> {
  let over = false;
  void wait.then(() => (over = true));
  await clock.advance(0);
  return over;
}

test('a wait ends when its time has passed', async () => {
  const clock = new SteppedClock();
  const wait = new Wakeup(clock).wait(1_000, new AbortController().signal);
  await clock.advance(990);
  expect(await isOver(wait, clock)).toBe(false);
  await clock.advance(10);
  expect(await isOver(wait, clock)).toBe(true);
});

test('a wait ends when woken, also one that begins afterwards, and only one', async () => {
  const clock = new SteppedClock();
  const wakeup = new Wakeup(clock);
  const { signal } = new AbortController();
  const first = wakeup.wait(Number.POSITIVE_INFINITY, signal);
  expect(await isOver(first, clock)).toBe(false);
  wakeup.wake();
  expect(await isOver(first, clock)).toBe(true);
  wakeup.wake();
  expect(await isOver(wakeup.wait(1_000, signal), clock)).toBe(true);
  expect(await isOver(wakeup.wait(1_000, signal), clock)).toBe(false);
});

test('a wait ends with the signal', async () => {
  const clock = new SteppedClock();
  const stop = new AbortController();
  const wait = new Wakeup(clock).wait(Number.POSITIVE_INFINITY, stop.signal);
  stop.abort();
  expect(await isOver(wait, clock)).toBe(true);
});
