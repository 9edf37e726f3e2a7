import { expect, test } from 'vitest';
import { SharedRun } from './shared-run.ts';

test('work that nobody waits for is not begun: its failure would be heard by nobody', async () => {
  let begun = 0;
  const run = new SharedRun(async () => {
    begun += 1;
    throw new Error('no answer');
  });
  await expect(run.join(AbortSignal.abort(new Error('gone')))).rejects.toThrow('gone');
  expect(begun).toBe(0);
  await expect(run.join(undefined)).rejects.toThrow('no answer');
});

test('several share one piece of work; it is called off with the last who leaves', async () => {
  let end: AbortSignal | undefined;
  const run = new SharedRun((signal) => {
    end = signal;
    return new Promise<never>(() => undefined);
  });
  const [first, second] = [new AbortController(), new AbortController()];
  const waiting = [run.join(first.signal), run.join(second.signal)].map((wait) => wait.catch((reason: unknown) => String(reason)));
  first.abort('one');
  expect(await waiting[0]).toBe('one');
  expect([end?.aborted, run.abandoned]).toEqual([false, false]);
  second.abort('two');
  expect(await waiting[1]).toBe('two');
  expect([end?.aborted, run.abandoned]).toEqual([true, true]);
});
