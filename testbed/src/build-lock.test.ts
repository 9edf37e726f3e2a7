import { mkdtemp, rm, utimes, writeFile } from 'node:fs/promises';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { withBuildLock } from './build-lock.ts';

let folder: string;
let lock: string;
const nobodyWaits = (): void => expect.unreachable('had to wait');

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'build-lock-'));
  lock = join(folder, 'lock');
});
afterEach(() => rm(folder, { recursive: true, force: true }));

test('two never work at the same time', async () => {
  const events: string[] = [];
  const work = (name: string) => async (): Promise<void> => {
    events.push(`${name} begins`);
    await sleep(100);
    events.push(`${name} ends`);
  };
  const waits: string[] = [];
  await Promise.all(['a', 'b'].map((name) => withBuildLock(lock, work(name), () => void waits.push(name))));
  expect(events.map((event) => event.split(' ')[1])).toEqual(['begins', 'ends', 'begins', 'ends']);
  expect(waits).toHaveLength(1);
});

test('work that fails gives the lock back', async () => {
  await expect(withBuildLock(lock, () => Promise.reject(new Error('no')), nobodyWaits)).rejects.toThrow('no');
  expect(await withBuildLock(lock, () => Promise.resolve('done'), nobodyWaits)).toBe('done');
});

test('the lock of a process that is dead is taken', async () => {
  await writeFile(lock, JSON.stringify({ host: hostname(), pid: 2 ** 22 + 1, id: 'dead' }));
  expect(await withBuildLock(lock, () => Promise.resolve('done'), nobodyWaits)).toBe('done');
});

test('the lock of another machine is taken when nobody touches it any more, and not before', async () => {
  await writeFile(lock, JSON.stringify({ host: `not-${hostname()}`, pid: 1, id: 'elsewhere' }));
  let waited = false;
  const waiting = withBuildLock(
    lock,
    () => Promise.resolve('done'),
    () => {
      waited = true;
    },
  );
  expect(await Promise.race([waiting, sleep(100, 'still waiting')])).toBe('still waiting');
  expect(waited).toBe(true);
  const longAgo = new Date(Date.now() - 3_600_000);
  await utimes(lock, longAgo, longAgo);
  expect(await waiting).toBe('done');
});
