import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { MemoryHistory } from './memory-history.ts';
import { openSqliteHistory } from './sqlite/sqlite-history.ts';
import { fillHistory } from './testing/size-run.ts';

const LIMIT = 2 * 1024 * 1024;
const CHANGES = 12_000;

let folder = '';
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'rectrace-size-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test('a file filled several times over stays within its limit and keeps the newest cycles whole', () => {
  const path = join(folder, 'history.db');
  const sizeOf = () =>
    ['', '-wal', '-shm'].reduce((sum, suffix) => sum + (statSync(path + suffix, { throwIfNoEntry: false })?.size ?? 0), 0);
  const history = openSqliteHistory(path, { limits: { maxBytes: LIMIT } });
  const figures = fillHistory({ history, changes: CHANGES, sizeOf });
  history.close();
  expect(figures.largestBytes).toBeLessThanOrEqual(LIMIT);
  expect(figures.wrong).toBe(0);
  expect(figures.kept + figures.droppedChanges).toBe(figures.changes);
  const oldest = Object.values(figures.oldestKept);
  expect(Math.max(...oldest) - Math.min(...oldest)).toBeLessThanOrEqual(1);
  expect(figures.kept).toBeGreaterThan(1_000);
}, 120_000);

test('so does memory', () => {
  const history = new MemoryHistory({ limits: { maxBytes: LIMIT } });
  const figures = fillHistory({ history, changes: CHANGES, sizeOf: () => history.bytes });
  expect(figures.largestBytes).toBeLessThanOrEqual(LIMIT);
  expect(figures.wrong).toBe(0);
  expect(figures.kept + figures.droppedChanges).toBe(figures.changes);
}, 120_000);
