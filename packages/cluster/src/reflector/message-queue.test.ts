import type { RecorderMessage } from '@rectrace/trace';
import { expect, test } from 'vitest';
import { MessageQueue } from './message-queue.ts';

const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
const tick = (receivedAt: number): RecorderMessage => ({ kind: 'Tick', receivedAt });

test('a writer waits while it is full and nothing is lost or reordered', async () => {
  const queue = new MessageQueue(3);
  const written: number[] = [];
  const write = async (from: number): Promise<void> => {
    for (let number = from; number < from + 10; number += 1) {
      await queue.push(tick(number));
      written.push(number);
    }
  };
  const writers = Promise.all([write(0), write(100)]);
  await turn();
  expect(queue.length).toBeLessThanOrEqual(4);
  expect(written.length).toBeLessThanOrEqual(4);
  const taken: number[] = [];
  while (taken.length < 20) taken.push((await queue.take())?.receivedAt ?? -1);
  await writers;
  expect(taken.filter((number) => number < 100)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
  expect(taken.filter((number) => number >= 100)).toEqual([100, 101, 102, 103, 104, 105, 106, 107, 108, 109]);
});

test('closing lets the reader empty it and frees waiting writers', async () => {
  const queue = new MessageQueue(1);
  await queue.push(tick(1));
  const waiting = queue.push(tick(2));
  queue.close();
  await waiting;
  expect(await queue.take()).toEqual(tick(1));
  expect(await queue.take()).toBeUndefined();
});

test('a reader that waits is woken by a message and by the end', async () => {
  const queue = new MessageQueue(1);
  const first = queue.take();
  await queue.push(tick(1));
  expect(await first).toEqual(tick(1));
  const end = queue.take();
  queue.close();
  expect(await end).toBeUndefined();
});

test('a failure reaches the reader', async () => {
  const queue = new MessageQueue(1);
  const waiting = queue.take();
  queue.fail(new TypeError('defect'));
  await expect(waiting).rejects.toThrow('defect');
});
