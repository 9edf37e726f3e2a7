import { existsSync, mkdtempSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { ensureFolder } from './ensure-folder.ts';

const folder = mkdtempSync(join(tmpdir(), 'rectrace-folder-'));

afterAll(() => rmSync(folder, { recursive: true }));

test('folders are made with the mode, those that are there stay as they are', () => {
  const before = statSync(folder).mode;
  ensureFolder(join(folder, 'a', 'b'), 0o700);
  ensureFolder(join(folder, 'a', 'b'), 0o755);
  expect(statSync(join(folder, 'a')).mode & 0o777).toBe(0o700);
  expect(statSync(join(folder, 'a', 'b')).mode & 0o777).toBe(0o700);
  expect(statSync(folder).mode).toBe(before);
});

test('a link to a folder is one', () => {
  symlinkSync(folder, join(folder, 'link'));
  ensureFolder(join(folder, 'link', 'c'));
  expect(statSync(join(folder, 'c')).isDirectory()).toBe(true);
});

test('a file in the way is an error', () => {
  writeFileSync(join(folder, 'file'), '');
  expect(() => ensureFolder(join(folder, 'file', 'd'))).toThrow(/EEXIST.*file/);
});

test.skipIf(!existsSync('/proc/self'))('a file system that takes no folders is an error, not an endless loop', () => {
  expect(() => ensureFolder('/proc/rectrace/cluster')).toThrow(/ENOENT.*\/proc\/rectrace/);
});
