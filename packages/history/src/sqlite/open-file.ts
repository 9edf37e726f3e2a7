// Opens a history file: for writing with everything set up and checked, for reading as it is.

import { existsSync, mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import Database from 'better-sqlite3';
import { type HistoryError, historyDamaged, historyMissing, historyTooNew } from '../errors.ts';
import { FORMAT, formatOf, migrate } from './schema.ts';
import { onFile, storageFailure } from './storage-failure.ts';

/** How long a step waits for a lock of another process, milliseconds. */
export const PATIENCE_MS = 2_000;

/** sound: ready for use. damaged: closed again, nothing was changed. */
export type OpenedFile =
  | { readonly kind: 'sound'; readonly db: Database.Database }
  | { readonly kind: 'damaged'; readonly error: HistoryError };

/** Opens for writing, makes folder and file where they are not there, and checks what is. @throws HistoryError where it cannot be written or is too new. */
export function openForWriting(path: string): OpenedFile {
  onFile(path, () => mkdirSync(dirname(path), { recursive: true }));
  let db: Database.Database | undefined;
  try {
    db = new Database(path, { timeout: PATIENCE_MS });
    refuseNewer(db, path);
    const problem = firstProblem(db);
    if (problem !== undefined) throw historyDamaged(path, problem);
    setUp(db);
    return { kind: 'sound', db };
  } catch (thrown) {
    db?.close();
    const error = storageFailure(path, thrown);
    if (error?.code === 'HistoryDamaged') return { kind: 'damaged', error };
    throw error ?? thrown;
  }
}

/** Opens for reading beside a writer, or from a folder nobody can write to. @throws HistoryError */
export function openForReading(path: string): Database.Database {
  if (!existsSync(path)) throw historyMissing(path);
  return onFile(path, () => {
    const db = openReadOnly(path);
    refuseNewer(db, path);
    if (formatOf(db) > 0) return db;
    db.close();
    throw historyMissing(path);
  });
}

/** Where neither log nor shared memory can be made beside the file, it is taken as it stands. */
function openReadOnly(path: string): Database.Database {
  const db = new Database(path, { readonly: true, fileMustExist: true, timeout: PATIENCE_MS });
  try {
    formatOf(db);
    return db;
  } catch (error) {
    db.close();
    if (!(error instanceof Database.SqliteError) || !/^SQLITE_(CANTOPEN|READONLY)/.test(error.code)) throw error;
    const frozen = new Database(`file:${encodeURI(path)}?immutable=1`, { readonly: true, fileMustExist: true });
    return frozen;
  }
}

function setUp(db: Database.Database): void {
  if (formatOf(db) === 0) db.pragma('auto_vacuum = INCREMENTAL');
  db.pragma('journal_mode = WAL');
  db.pragma('synchronous = NORMAL');
  migrate(db);
}

function refuseNewer(db: Database.Database, path: string): void {
  const format = formatOf(db);
  if (format <= FORMAT) return;
  db.close();
  throw historyTooNew(path, format, FORMAT);
}

function firstProblem(db: Database.Database): string | undefined {
  const found = db.prepare<[], string>('PRAGMA quick_check(1)').pluck().get();
  return found === 'ok' ? undefined : (found ?? 'quick_check says nothing').replaceAll('\n', ' ');
}
