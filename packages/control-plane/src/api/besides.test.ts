import { expect, test } from 'vitest';
import { besides } from './besides.ts';

test('the work decides, whenever what is beside it ends', async () => {
  const [work, beside] = [Promise.withResolvers<string>(), Promise.withResolvers<void>()];
  const both = besides(work.promise, beside.promise);
  beside.resolve();
  work.resolve('done');
  expect(await both).toBe('done');
  expect(await besides(Promise.resolve('done'), new Promise<void>(() => undefined))).toBe('done');
});

test('a failure of either is one of both, and what fails later disturbs nobody', async () => {
  const [work, beside] = [Promise.withResolvers<string>(), Promise.withResolvers<void>()];
  const both = besides(work.promise, beside.promise);
  beside.reject(new Error('beside'));
  await expect(both).rejects.toThrow('beside');
  work.reject(new Error('work'));
  await new Promise((resolve) => setImmediate(resolve));
  await expect(besides(Promise.reject(new Error('work')), Promise.reject(new Error('beside')))).rejects.toThrow('work');
});
