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

test('a key waits for the time that was said last, and for none once it was looked at', () => {
  const queue = new WorkQueue();
  queue.addAt('late', { at: 2_000, purpose: 'progress' });
  queue.addAt('a', { at: 1_000, purpose: 'progress' });
  queue.addAt('a', { at: 900, purpose: 'progress' });
  queue.addAt('late', { at: 1_000, purpose: 'progress' });
  expect(queue.nextDue()?.at).toBe(900);
  expect(takeAll(queue, 899)).toEqual([]);
  expect(takeAll(queue, 1_000)).toEqual(['a', 'late']);
  queue.addAt('a', { at: 5_000, purpose: 'progress' });
  queue.add('a');
  expect(takeAll(queue, 1_000)).toEqual(['a']);
  expect([queue.nextDue(), queue.inProgress]).toEqual([undefined, false]);
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
