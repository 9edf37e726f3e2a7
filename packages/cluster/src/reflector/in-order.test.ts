import { setTimeout as wait } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { allInOrder } from './in-order.ts';

test('results come in the order of the items, so many at a time', async () => {
  let running = 0;
  let most = 0;
  const work = async (item: number): Promise<number> => {
    running += 1;
    most = Math.max(most, running);
    await wait(item % 3);
    running -= 1;
    return item * 2;
  };
  expect(await allInOrder([1, 2, 3, 4, 5, 6, 7], { limit: 3, work })).toEqual([2, 4, 6, 8, 10, 12, 14]);
  expect(most).toBe(3);
  expect(await allInOrder([], { limit: 3, work })).toEqual([]);
});

test('after a failure nothing more is begun, and what runs has ended', async () => {
  const begun: number[] = [];
  const ended: number[] = [];
  const work = async (item: number): Promise<void> => {
    begun.push(item);
    await wait(item * 2);
    if (item === 2) throw new Error('two');
    ended.push(item);
  };
  await expect(allInOrder([1, 2, 3, 4, 5, 6], { limit: 2, work })).rejects.toThrow('two');
  expect(ended).toEqual(begun.filter((item) => item !== 2));
  expect(begun).not.toContain(6);
});
