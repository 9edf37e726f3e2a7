import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { moveUnlessThere } from './move-unless-there.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'rectrace-move-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const noLinks = (): void => {
  throw Object.assign(new Error('EPERM: operation not permitted, link'), { code: 'EPERM' });
};

test.each([
  ['with links', undefined],
  ['on a file system without links', noLinks],
])('a file is moved once, and not over another, %s', (_title, link) => {
  const [from, to] = [join(folder, 'from'), join(folder, 'to')];
  writeFileSync(from, 'first');
  expect(moveUnlessThere({ from, to }, link)).toBe(true);
  writeFileSync(from, 'second');
  expect(moveUnlessThere({ from, to }, link)).toBe(false);
  expect([readFileSync(to, 'utf8'), readFileSync(from, 'utf8')]).toEqual(['first', 'second']);
});

test('what cannot be moved is an error', () => {
  expect(() => moveUnlessThere({ from: join(folder, 'none'), to: join(folder, 'to') })).toThrow('ENOENT');
});
