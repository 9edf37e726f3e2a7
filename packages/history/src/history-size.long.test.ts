// A million changes into 50 MB; figures to docs/reference/results/history-size.json.
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openSqliteHistory } from './sqlite/sqlite-history.ts';
import { fillHistory } from './testing/size-run.ts';

const LIMIT = 50 * 1000 * 1000;

test('a million changes never take more than 50 MB; the oldest whole cycles went first', ({ task }) => {
  const folder = mkdtempSync(join(tmpdir(), 'rectrace-size-'));
  const path = join(folder, 'history.db');
  const sizeOf = () =>
    ['', '-wal', '-shm'].reduce((sum, suffix) => sum + (statSync(path + suffix, { throwIfNoEntry: false })?.size ?? 0), 0);
  const history = openSqliteHistory(path, { limits: { maxBytes: LIMIT } });
  const started = performance.now();
  const figures = fillHistory({ history, changes: 1_000_000, sizeOf });
  history.close();
  rmSync(folder, { recursive: true, force: true });
  Object.assign(task.meta, { figures: { ...figures, limit: LIMIT, seconds: Math.round((performance.now() - started) / 1000) } });
  console.log(JSON.stringify(figures));
  expect(figures.largestBytes).toBeLessThanOrEqual(LIMIT);
  expect(figures.wrong).toBe(0);
  expect(figures.kept + figures.droppedChanges).toBe(figures.changes);
  const oldest = Object.values(figures.oldestKept);
  expect(Math.max(...oldest) - Math.min(...oldest)).toBeLessThanOrEqual(1);
}, 3_600_000);
