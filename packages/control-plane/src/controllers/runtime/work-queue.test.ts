import { expect, test } from 'vitest';
import { WorkQueue } from './work-queue.ts';

function takeAll(queue: WorkQueue, now: number): string[] {
  const items: string[] = [];
  for (let item = queue.take(now); item !== undefined; item = queue.take(now)) items.push(item);
  return items;
}

test('keys come in the order in which they were woken, each once', () => {
  const queue = new WorkQueue();
  for (const item of ['b', 'a', 'b']) queue.add(item);
  expect(takeAll(queue, 0)).toEqual(['b', 'a']);
});

test('a key that waits comes at the earliest of its times, in the order of times', () => {
  const queue = new WorkQueue();
  queue.addAt('late', { at: 2_000, purpose: 'progress' });
  queue.addAt('a', { at: 900, purpose: 'progress' });
  queue.addAt('a', { at: 1_000, purpose: 'progress' });
  queue.addAt('late', { at: 1_000, purpose: 'progress' });
  expect(queue.nextDue()?.at).toBe(900);
  expect(takeAll(queue, 899)).toEqual([]);
  expect(takeAll(queue, 1_000)).toEqual(['a', 'late']);
  expect(queue.nextDue()).toBeUndefined();
});

test('each failure doubles the wait, up to its bound, until a success', () => {
  const queue = new WorkQueue();
  const delays = Array.from({ length: 20 }, () => {
    queue.addAfterFailure('a', 0);
    const { at = 0 } = queue.nextDue() ?? {};
    takeAll(queue, at);
    return at;
  });
  expect(delays.slice(0, 4)).toEqual([5, 10, 20, 40]);
  expect(delays.at(-1)).toBe(1_000_000);
  queue.succeeded('a');
  queue.addAfterFailure('a', 0);
  expect(queue.nextDue()?.at).toBe(5);
});

test('only keys that are to be looked at, or wait for progress, hold a cluster open', () => {
  const queue = new WorkQueue();
  queue.addAt('lease', { at: 1_000, purpose: 'periodic' });
  expect(queue.inProgress).toBe(false);
  queue.addAt('rollout', { at: 2_000, purpose: 'progress' });
  expect(queue.inProgress).toBe(true);
});
