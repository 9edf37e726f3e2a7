// The tables of a history file, as migrations from one format to the next.

import type { Database } from 'better-sqlite3';

/** A position of the first format as one of later formats. */
const PLACE = `iif(instr(scope, ' of ') = 0, scope, substr(scope, 1, instr(scope, ' of ') - 1)) AS scope,
    iif(instr(scope, ' of ') = 0, '', substr(scope, instr(scope, ' of ') + 4)) AS root, resource_version, epoch`;

/** One entry per format; the file's user_version says how many have been applied. */
const MIGRATIONS: readonly string[] = [
  `
  CREATE TABLE meta (key TEXT PRIMARY KEY, value NOT NULL) WITHOUT ROWID;

  -- identity: the uid, or group, kind, namespace and name where an Event names no uid.
  CREATE TABLE object (
    id INTEGER PRIMARY KEY, identity TEXT NOT NULL UNIQUE, uid TEXT NOT NULL,
    grp TEXT NOT NULL, version TEXT NOT NULL, kind TEXT NOT NULL, namespace TEXT NOT NULL, name TEXT NOT NULL);

  -- lines: how many roots tell it; 0 = only the last known state of its object. event: 1 where it is an Event about the object.
  -- base: the change whose body is the dictionary of this one's; link: length of that chain.
  CREATE TABLE change (
    seq INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, object INTEGER NOT NULL, position TEXT NOT NULL, type TEXT NOT NULL, event INTEGER NOT NULL,
    time INTEGER NOT NULL, lines INTEGER NOT NULL, base INTEGER, link INTEGER NOT NULL, head BLOB NOT NULL, body BLOB);
  CREATE INDEX change_of_object ON change (object, event, position);
  CREATE INDEX change_on_base ON change (base) WHERE base IS NOT NULL;
  CREATE INDEX change_untold ON change (object) WHERE lines = 0;

  -- name '' holds changes that hang on no root (yet). What stands before cut is dropped.
  CREATE TABLE root (
    id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE, cut TEXT NOT NULL DEFAULT '',
    dropped_changes INTEGER NOT NULL DEFAULT 0, dropped_cycles INTEGER NOT NULL DEFAULT 0);
  CREATE TABLE line (root INTEGER NOT NULL, position TEXT NOT NULL, change INTEGER NOT NULL, PRIMARY KEY (root, position, change)) WITHOUT ROWID;
  CREATE TABLE member (root INTEGER NOT NULL, object INTEGER NOT NULL, since TEXT NOT NULL, PRIMARY KEY (root, object)) WITHOUT ROWID;
  CREATE INDEX member_object ON member (object);

  CREATE TABLE cycle (
    root INTEGER NOT NULL, number INTEGER NOT NULL, start TEXT NOT NULL, state TEXT NOT NULL, uid TEXT NOT NULL, data TEXT NOT NULL,
    PRIMARY KEY (root, number)) WITHOUT ROWID;
  CREATE TABLE gap (id TEXT PRIMARY KEY, identity TEXT, received_at INTEGER NOT NULL, data TEXT NOT NULL) WITHOUT ROWID;
  CREATE TABLE position (scope TEXT PRIMARY KEY, resource_version TEXT NOT NULL, epoch INTEGER NOT NULL) WITHOUT ROWID;
  INSERT INTO root (id, name) VALUES (0, '');
  `,
  `
  -- root: name of the one for whom it was recorded; '' where for all. Before, it stood behind the scope.
  CREATE TABLE place (
    scope TEXT NOT NULL, root TEXT NOT NULL, resource_version TEXT NOT NULL, epoch INTEGER NOT NULL, PRIMARY KEY (scope, root)) WITHOUT ROWID;
  INSERT INTO place SELECT ${PLACE} FROM position;
  DROP TABLE position;
  ALTER TABLE place RENAME TO position;
  `,
  `
  -- root: as of a position. A gap of one object concerns whoever has it.
  ALTER TABLE gap ADD COLUMN root TEXT NOT NULL DEFAULT '';
  -- When each root was recorded, milliseconds since the epoch.
  CREATE TABLE span (root TEXT NOT NULL, since INTEGER NOT NULL, until INTEGER NOT NULL, PRIMARY KEY (root, since)) WITHOUT ROWID;
  `,
];

/** The newest format this code reads and writes. */
export const FORMAT = MIGRATIONS.length;

/** The format of an open file; 0 = empty. */
export function formatOf(db: Database): number {
  return Number(db.pragma('user_version', { simple: true }));
}

/** For who reads a file of an older format that no writer has brought to the newest yet: what is in its place, beside the file. By format. */
const STAND_INS: readonly string[] = [
  '',
  `CREATE TEMP VIEW position AS SELECT ${PLACE} FROM main.position;`,
  `CREATE TEMP VIEW gap AS SELECT id, identity, received_at, data, '' AS root FROM main.gap;
   CREATE TEMP TABLE span (root TEXT NOT NULL, since INTEGER NOT NULL, until INTEGER NOT NULL);`,
];

/** Makes an open file of an older format readable as one of the newest; the file stays as it is. */
export function readAsNewest(db: Database): void {
  for (const standIn of STAND_INS.slice(formatOf(db))) db.exec(standIn);
}

/** Brings a file to the newest format, in one transaction. */
export function migrate(db: Database): void {
  const from = formatOf(db);
  if (from >= FORMAT) return;
  db.transaction(() => {
    for (const migration of MIGRATIONS.slice(from)) db.exec(migration);
    db.pragma(`user_version = ${FORMAT}`);
  })();
}
