// What a reader says of bodies that cannot be read is bounded, however many they are.

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { expect, test } from 'vitest';
import { commitOf, memberOf, sampleChange } from '../testing/sample-changes.ts';
import { openSqliteHistory, readSqliteHistory } from './sqlite-history.ts';

const ROOT = 'Deployment.apps/plain/web';

test('a thousand damaged changes are named, all others in one line', () => {
  const folder = mkdtempSync(join(tmpdir(), 'rectrace-reader-'));
  const path = join(folder, 'history.db');
  const changes = Array.from({ length: 1_200 }, (_, index) => sampleChange({ uid: `pod-${index}`, version: index + 1 }));
  const history = openSqliteHistory(path);
  history.commit(commitOf({ changes, members: changes.map(({ ref }) => memberOf(ROOT, ref.uid)) }));
  history.close();
  const db = new Database(path);
  db.exec("UPDATE change SET body = x'00' WHERE body IS NOT NULL");
  db.close();
  const lines: string[] = [];
  const reader = readSqliteHistory(path, { onDamage: (line) => lines.push(line) });
  for (const _ of [1, 2]) expect([...reader.changes({})].filter(({ body }) => body === undefined)).toHaveLength(1_200);
  reader.close();
  rmSync(folder, { recursive: true });
  expect(lines).toHaveLength(1_001);
  expect(lines[999]).toMatch(/the body of change \S+ cannot be read/);
  expect(lines[1_000]).toMatch(/is damaged: bodies of more changes cannot be read; they are told without, and no more of them are named$/);
});
