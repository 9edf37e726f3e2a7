import { expect, test } from 'vitest';
import { waitFor } from './wait-for.ts';

test('resolves with the first value that is one, zero and empty text included', async () => {
  const values = [undefined, null, false, 0];
  expect(await waitFor(() => values.shift(), { timeoutMs: 1_000, everyMs: 1 })).toBe(0);
  expect(await waitFor(() => '', { timeoutMs: 0 })).toBe('');
});

test('names what it waited for when time is up', async () => {
  await expect(waitFor(() => false, { timeoutMs: 5, everyMs: 1, what: 'godot' })).rejects.toMatchObject({
    code: 'TIMED_OUT',
    message: 'waited 5 ms for godot',
  });
});

test('asks again after an error, and tells the last one', async () => {
  let tries = 0;
  const once = (): boolean => {
    tries += 1;
    if (tries === 1) throw new Error('not yet');
    return true;
  };
  expect(await waitFor(once, { timeoutMs: 1_000, everyMs: 1 })).toBe(true);
  const never = (): never => {
    throw new Error('refused');
  };
  await expect(waitFor(never, { timeoutMs: 5, everyMs: 1, what: 'a door' })).rejects.toThrow('waited 5 ms for a door: refused');
});
