import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
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
