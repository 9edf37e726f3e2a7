// What retention asks a history file for, and a cut that is ended between two of its transactions, as by a kill: what a reader finds, and what the next one makes of it.

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { dropOlderThan } from '../retention.ts';
import { commitOf, memberOf, refTo, sampleChange, sampleCycle } from '../testing/sample-changes.ts';
import { ChangeRows } from './change-rows.ts';
import { openSqliteHistory, readSqliteHistory } from './sqlite-history.ts';
import { SqliteRetention } from './sqlite-retention.ts';
import { SqliteTables } from './sqlite-tables.ts';

const ROOT = 'Deployment.apps/plain/n-web';
const LAST = 600;
const LONG_AFTER = (LAST + 1) * 1_000;

let folder: string;
let path: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'rectrace-retention-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

/** A root with one cycle and more changes than one transaction drops; it is deleted at the end. */
function recordEndedRoot(): void {
  const history = openSqliteHistory(path);
  const pods = Array.from({ length: LAST - 1 }, (_, index) => sampleChange({ uid: `pod-${index % 7}`, version: index + 1 }));
  const gone = sampleChange({ uid: 'web', kind: 'Deployment', version: LAST, type: 'Deletion' });
  history.commit(
    commitOf({
      changes: [...pods, gone],
      members: [...new Set(pods.map(({ ref }) => ref.uid))]
        .map((uid) => memberOf(ROOT, uid))
        .concat({ ...memberOf(ROOT, 'web'), ref: gone.ref }),
      cycles: [{ root: ROOT, cycle: sampleCycle(refTo('web', 'Deployment'), { number: 1, from: 1, to: LAST }) }],
    }),
  );
  history.close();
}

/** Drops what is old; ends as killed after so many transactions. Returns how many there were. */
function dropOld(steps: number): number {
  const db = new Database(path);
  let done = 0;
  const afterStep = (): void => {
    done += 1;
    if (done === steps) throw new Error('killed');
  };
  try {
    dropOlderThan(new SqliteRetention(db, { tables: new SqliteTables(db, new ChangeRows(db, 1_000_000)), afterStep }), LONG_AFTER);
  } catch (error) {
    if (done < steps) throw error;
  } finally {
    db.close();
  }
  return done;
}

function rootsNow() {
  const reader = readSqliteHistory(path);
  try {
    return reader.roots();
  } finally {
    reader.close();
  }
}

test('a root that is forgotten is there with its cycles or not at all, wherever it is ended; the next time it goes', () => {
  const states: string[] = [];
  for (let steps = 1; ; steps += 1) {
    path = join(folder, `${steps}.db`);
    recordEndedRoot();
    const done = dropOld(steps);
    states.push(
      rootsNow()
        .map(({ ref, cycles }) => `${ref?.name} ${cycles}`)
        .join(),
    );
    dropOld(Number.POSITIVE_INFINITY);
    expect(rootsNow()).toEqual([]);
    if (done < steps) break;
  }
  expect(states.length).toBeGreaterThan(3);
  expect(new Set(states)).toEqual(new Set(['n-web 1', '']));
});

test('what is too old is found without counting what is kept', () => {
  path = join(folder, 'kept.db');
  recordEndedRoot();
  const asked: string[] = [];
  const db = new Database(path, { verbose: (sql) => asked.push(String(sql)) });
  const retention = new SqliteRetention(db, { tables: new SqliteTables(db, new ChangeRows(db, 1_000_000)), afterStep: () => undefined });
  const counts = (): readonly string[] => asked.splice(0).filter((sql) => sql.includes('count('));
  try {
    dropOlderThan(retention, 1_000 * (LAST / 2));
    expect(retention.changes(ROOT)).toBe(LAST / 2 + 1);
    expect(counts()).toHaveLength(1);
    dropOlderThan(retention, 1_000 * (LAST / 2));
    expect(counts()).toEqual([]);
  } finally {
    db.close();
  }
});
