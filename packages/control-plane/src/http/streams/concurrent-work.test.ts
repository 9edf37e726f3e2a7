import { expect, test } from 'vitest';
import { ConcurrentWork } from './concurrent-work.ts';

test('all is waited for, and the first failure is told at the end', async () => {
  const work = new ConcurrentWork();
  const [slow, failing] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  work.start(slow.promise);
  work.start(failing.promise);
  work.start(Promise.reject(new Error('first')));
  const outcome = expect(work.ended()).rejects.toThrow('first');
  failing.reject(new Error('second'));
  slow.resolve();
  await outcome;
});

test('work that fails before anybody waits for it disturbs nobody', async () => {
  const work = new ConcurrentWork();
  work.start(Promise.reject(new Error('early')));
  await new Promise((resolve) => setImmediate(resolve));
  await expect(work.ended()).rejects.toThrow('early');
});
