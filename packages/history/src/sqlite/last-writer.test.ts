import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { lastWriter } from './last-writer.ts';
import { openSqliteHistory } from './sqlite-history.ts';

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'rectrace-writer-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

test('a writer is seen while it runs, and known afterwards', () => {
  const path = join(folder, 'history.db');
  expect(lastWriter(path)).toBeUndefined();
  const history = openSqliteHistory(path, { owner: 'pid 1' });
  expect(lastWriter(path)).toEqual({ owner: 'pid 1', isRunning: true });
  history.close();
  expect(lastWriter(path)).toEqual({ owner: 'pid 1', isRunning: false });
  const other = openSqliteHistory(path, { owner: 'pid 2', root: 'Pod/plain/web' });
  expect(() => openSqliteHistory(path)).toThrow('in use by another rectrace process (pid 2, follows Pod/plain/web)');
  other.close();
  expect(lastWriter(path)).toEqual({ owner: 'pid 2', root: 'Pod/plain/web', isRunning: false });
});
