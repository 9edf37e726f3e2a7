import { expect, test } from 'vitest';
import { TaskGroup } from './task-group.ts';

function untilAborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }));
}

test('the first failure ends the others and is what join tells', async () => {
  const group = new TaskGroup(new AbortController().signal);
  const ended: string[] = [];
  group.add(untilAborted(group.signal).then(() => void ended.push('other')));
  group.add(Promise.reject(new Error('first')));
  await expect(group.join()).rejects.toThrow('first');
  expect(ended).toEqual(['other']);
});

test('a wait beside the tasks ends with what they fail with', async () => {
  const group = new TaskGroup(new AbortController().signal);
  const waiting = group.until(new Promise(() => undefined));
  group.add(Promise.reject(new Error('lost')));
  await expect(waiting).rejects.toThrow('lost');
});

test('the outer signal ends tasks and waits, without a failure', async () => {
  const outer = new AbortController();
  const group = new TaskGroup(outer.signal);
  group.add(untilAborted(group.signal));
  const waiting = group.until(new Promise(() => undefined));
  outer.abort(new Error('stopping'));
  await expect(waiting).rejects.toThrow('stopping');
  await group.join();
});

test('a failure while ending is no news', async () => {
  const group = new TaskGroup(new AbortController().signal);
  group.add(untilAborted(group.signal).then(() => Promise.reject(new Error('late'))));
  await group.end();
  await group.join();
});

test('work that opens something is waited for, although the group has ended', async () => {
  const outer = new AbortController();
  const group = new TaskGroup(outer.signal);
  const opening = Promise.withResolvers<string>();
  const finished = group.finish(opening.promise);
  outer.abort();
  opening.resolve('opened');
  await expect(finished).resolves.toBe('opened');
});

test('work that ends because a task has failed tells what the task failed with', async () => {
  const group = new TaskGroup(new AbortController().signal);
  const finished = group.finish(untilAborted(group.signal).then(() => group.signal.throwIfAborted()));
  group.add(Promise.reject(new Error('lost')));
  await expect(finished).rejects.toThrow('lost');
});
