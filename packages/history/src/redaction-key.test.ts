import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { openRedactionKey } from './redaction-key.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'rectrace-key-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const filled = (value: number) => (count: number) => new Uint8Array(count).fill(value);

test('the key of an installation is made once, for its owner alone, and stays', () => {
  const inside = join(folder, 'state');
  const first = openRedactionKey(inside, filled(7));
  expect(first).toEqual({ key: new Uint8Array(32).fill(7) });
  const second = openRedactionKey(inside, filled(8));
  expect([...second.key]).toEqual([...first.key]);
  expect(second.problem).toBeUndefined();
  expect(statSync(join(inside, 'redaction.key')).mode & 0o777).toBe(0o600);
  expect(statSync(inside).mode & 0o777).toBe(0o700);
});

test.each([
  ['too short', 'short', 5],
  ['empty', '', 0],
  ['too long', 'x'.repeat(40), 40],
])('a key that is %s is set aside, not lost, and a new one is made and kept', (_what, content, bytes) => {
  const path = join(folder, 'redaction.key');
  writeFileSync(`${path}.damaged-1`, 'an earlier one');
  writeFileSync(path, content);
  const { key, problem } = openRedactionKey(folder, filled(9));
  expect(problem).toMatch(new RegExp(`redaction.key is no key: it has ${bytes} bytes, not 32; moved to .*damaged-2, a new one was made`));
  expect(problem).not.toContain('\n');
  expect(readFileSync(`${path}.damaged-2`, 'utf8')).toBe(content);
  expect(readFileSync(`${path}.damaged-1`, 'utf8')).toBe('an earlier one');
  expect([...openRedactionKey(folder, filled(1)).key]).toEqual([...key]);
});

test('a folder in its place is set aside with what is in it', () => {
  mkdirSync(join(folder, 'redaction.key', 'inner'), { recursive: true });
  expect(openRedactionKey(folder, filled(9)).problem).toContain('moved to');
  expect(readdirSync(join(folder, 'redaction.key.damaged-1'))).toEqual(['inner']);
});

test('where no key can be kept one lasts as long as the process, and that is said', () => {
  const file = join(folder, 'file');
  writeFileSync(file, 'in the way');
  const { key, problem } = openRedactionKey(file, filled(3));
  expect(key).toEqual(new Uint8Array(32).fill(3));
  expect(problem).toMatch(/the redaction key .* cannot be used: ENOTDIR.*; a key for this run takes its place/);
});

test('of two that make the first key at once the first one’s stands for both', () => {
  let others: Uint8Array | undefined;
  const { key, problem } = openRedactionKey(folder, (count) => {
    others ??= openRedactionKey(folder, filled(5)).key;
    return filled(6)(count);
  });
  expect([...key]).toEqual([...filled(5)(32)]);
  expect(others).toEqual(key);
  expect(problem).toBeUndefined();
  expect(readdirSync(folder)).toEqual(['redaction.key']);
});

test('what another process has begun to write there is no key, and is never used as one', () => {
  const { key, problem } = openRedactionKey(folder, (count) => {
    if (readdirSync(folder).every((name) => !name.startsWith('redaction.key.damaged'))) writeFileSync(join(folder, 'redaction.key'), '');
    return filled(6)(count);
  });
  expect([...key]).toEqual([...filled(6)(32)]);
  expect(problem).toContain('it has 0 bytes, not 32; moved to');
});

test('where others put there what is no key again and again one lasts as long as the process', () => {
  const { key, problem } = openRedactionKey(folder, (count) => {
    writeFileSync(join(folder, 'redaction.key'), 'short');
    return filled(6)(count);
  });
  expect([...key]).toEqual([...filled(6)(32)]);
  expect(problem).toContain('others put there what is no key; a key for this run takes its place');
});

describe('threads that start at once', () => {
  const THREADS = 4;
  const ROUNDS = 40;

  /** The keys that each thread used, as hex, by folder. before: what stands in the place of the key. */
  async function race(before?: string): Promise<ReadonlyMap<string, readonly string[]>> {
    const folders = Array.from({ length: ROUNDS }, (_, round) => join(folder, `state-${round}`));
    for (const state of folders) mkdirSync(state);
    if (before !== undefined) for (const state of folders) writeFileSync(join(state, 'redaction.key'), before);
    const arrivals = new SharedArrayBuffer(4 * ROUNDS);
    const runs = Array.from({ length: THREADS }, async (_, own) => {
      const workerData = { folders, arrivals, threads: THREADS, own };
      const worker = new Worker(new URL('testing/key-racer.ts', import.meta.url), { workerData });
      const [keys] = (await once(worker, 'message')) as [readonly string[]];
      await worker.terminate();
      return keys;
    });
    const keys = await Promise.all(runs);
    return new Map(folders.map((state, round) => [state, keys.map((used) => used[round] ?? '')]));
  }

  test('use one key', async () => {
    for (const [state, keys] of await race()) {
      expect(keys[0]).toMatch(/^[0-9a-f]{64}$/);
      expect(new Set(keys).size).toBe(1);
      expect(readdirSync(state)).toEqual(['redaction.key']);
    }
  });

  test('use whole keys where a broken one is there, and what was broken is kept', async () => {
    for (const [state, keys] of await race('broken')) {
      for (const key of keys) expect(key).toMatch(/^[0-9a-f]{64}$/);
      const kept = readdirSync(state).map((name) => readFileSync(join(state, name), 'utf8'));
      expect(kept.filter((content) => content === 'broken')).toEqual(['broken']);
    }
  });
});
