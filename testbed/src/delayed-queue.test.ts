import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { DelayedQueue } from './delayed-queue.ts';

let ran: string[];
const run = (name: string) => (): void => void ran.push(name);

beforeEach(() => {
  ran = [];
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
});
afterEach(() => {
  vi.useRealTimers();
});

test('without a delay it runs at once', () => {
  new DelayedQueue().put(0, run('a'));
  expect(ran).toEqual(['a']);
});

test('what has a shorter delay still waits for what came before', () => {
  const queue = new DelayedQueue();
  queue.put(100, run('a'));
  queue.put(0, run('b'));
  queue.put(50, run('c'));
  vi.advanceTimersByTime(99);
  expect(ran).toEqual([]);
  vi.advanceTimersByTime(1);
  expect(ran).toEqual(['a', 'b', 'c']);
});

test('delays do not add up', () => {
  const queue = new DelayedQueue();
  for (const name of ['a', 'b', 'c']) queue.put(100, run(name));
  vi.advanceTimersByTime(100);
  expect(ran).toEqual(['a', 'b', 'c']);
});

test('what is cleared never runs', () => {
  const queue = new DelayedQueue();
  queue.put(100, run('a'));
  queue.clear();
  vi.advanceTimersByTime(1_000);
  expect(ran).toEqual([]);
  queue.put(0, run('b'));
  expect(ran).toEqual(['b']);
});
