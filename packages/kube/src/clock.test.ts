import { expect, test } from 'vitest';
import type { Cancellation } from './abort-signal.ts';
import { createClock } from './clock.ts';

type Slept = { readonly ms: number; readonly signal: Cancellation | undefined };

function recorded(): { readonly slept: Slept[]; readonly clock: ReturnType<typeof createClock> } {
  const slept: Slept[] = [];
  const sleep = async (ms: number, _: undefined, { signal }: { readonly signal?: Cancellation }): Promise<void> => {
    slept.push({ ms, signal });
    if (signal?.aborted === true) throw new Error("the timer's own");
  };
  return { slept, clock: createClock({ now: () => 7, elapsed: () => 3, sleep }) };
}

test.each([
  [-5, [0]],
  [0, [0]],
  [1_500, [1_500]],
  [2 ** 31 + 9, [2 ** 31 - 1, 10]],
])('a wait of %i ms is told to timers as %j', async (ms, timers) => {
  const { slept, clock } = recorded();
  await clock.after(ms, { purpose: 'periodic' });
  expect(slept.map((one) => one.ms)).toEqual(timers);
  expect(clock.now()).toBe(7);
});

test('a wait that is given up rejects with the reason of its signal', async () => {
  const reason = new Error('given up');
  await expect(recorded().clock.after(1, { signal: aborted(reason), purpose: 'progress' })).rejects.toBe(reason);
});

test('a timer that fails is told as it fails', async () => {
  const clock = createClock({ now: () => 0, elapsed: () => 0, sleep: () => Promise.reject(new Error('no timers')) });
  await expect(clock.after(1, { purpose: 'progress' })).rejects.toThrow('no timers');
});

function aborted(reason: Error): Cancellation {
  const throwIfAborted = (): void => {
    throw reason;
  };
  return { aborted: true, throwIfAborted } as Cancellation;
}
