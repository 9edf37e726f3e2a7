// Opens a history file: for writing with everything set up and checked, for reading as it is.

import { existsSync, readFileSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import Database from 'better-sqlite3';
import { ensureFolder } from '../ensure-folder.ts';
import { historyMissing, historyTooNew, historyUnavailable } from '../errors.ts';
import { readMeta } from './meta.ts';
import { FORMAT, formatOf, migrate, readAsNewest } from './schema.ts';
import { onFile, storageFailure } from './storage-failure.ts';

/** How long a step waits for a lock of another process, milliseconds. */
export const PATIENCE_MS = 2_000;

/** The mark of a writer that closed in good order. */
export const CLEAN = 'clean';

/** What a writer found damaged that no check of the whole finds: the content of a row. */
export const DAMAGE = 'damage';

/** 64 MiB. */
const LARGE_PAGES = 16_384;
const VITAL: readonly string[] = ['meta', 'root', 'member', 'cycle', 'position'];

/** sound: ready for use. damaged: closed again, nothing was changed. */
export type OpenedFile = { readonly kind: 'sound'; readonly db: Database.Database } | { readonly kind: 'damaged'; readonly reason: string };

/** Makes the folder a history lies in. @throws HistoryError where that cannot be. */
export function makeFolder(path: string): void {
  onFile(path, () => ensureFolder(dirname(path)));
}

/** Opens for writing, makes the file where there is none, and checks what is there. @throws HistoryError where it cannot be written or is too new. */
export function openForWriting(path: string): OpenedFile {
  let db: Database.Database | undefined;
  try {
    db = new Database(path, { timeout: PATIENCE_MS });
    refuseNewer(db, path);
    const problem = firstProblem(db);
    if (problem === undefined) {
      setUp(db);
      return { kind: 'sound', db };
    }
    db.close();
    return { kind: 'damaged', reason: problem };
  } catch (thrown) {
    db?.close();
    const error = storageFailure(path, thrown);
    if (error?.code === 'HISTORY_DAMAGED') return { kind: 'damaged', reason: thrown instanceof Error ? thrown.message : String(thrown) };
    throw error ?? thrown;
  }
}

/** Opens for reading beside a writer, or from a folder nobody can write to. @throws HistoryError */
export function openForReading(path: string): Database.Database {
  if (!existsSync(path)) throw historyMissing(path);
  try {
    const db = openReadOnly(path);
    refuseNewer(db, path);
    if (formatOf(db) > 0) {
      readAsNewest(db);
      return db;
    }
    db.close();
  } catch (thrown) {
    const error = storageFailure(path, thrown);
    throw error?.code === 'HISTORY_READ_ONLY' ? historyUnavailable(path, thrown) : (error ?? thrown);
  }
  throw historyMissing(path);
}

/** SQLite wants to make files beside the one it reads. Where it cannot, and no log is left to be read with it, the file is read as a whole. */
function openReadOnly(path: string): Database.Database {
  let db: Database.Database | undefined;
  try {
    db = new Database(path, { readonly: true, fileMustExist: true, timeout: PATIENCE_MS });
    formatOf(db);
    return db;
  } catch (error) {
    db?.close();
    const refused = error instanceof Database.SqliteError && /^SQLITE_(CANTOPEN|READONLY)/.test(error.code);
    if (!refused || (statSync(`${path}-wal`, { throwIfNoEntry: false })?.size ?? 0) > 0) throw error;
    return new Database(withoutLog(readFileSync(path)), { readonly: true });
  }
}

/** The image of a file as one that has no write-ahead log: bytes 18 and 19 of its header say which. */
function withoutLog(image: Buffer): Buffer {
  image.fill(1, 18, 20);
  return image;
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

/** A file that is large and was closed in good order is not read as a whole: only the tables that everything hangs on. */
function firstProblem(db: Database.Database): string | undefined {
  const met = formatOf(db) > 0 ? readMeta(db, DAMAGE) : undefined;
  if (met !== undefined) return String(met);
  const large = Number(db.pragma('page_count', { simple: true })) > LARGE_PAGES;
  const checks =
    large && formatOf(db) > 0 && readMeta(db, CLEAN) === 1 ? VITAL.map((table) => `quick_check('${table}')`) : ['quick_check(1)'];
  const found = checks.map((check) => db.prepare<[], string>(`PRAGMA ${check}`).pluck().get());
  const problem = found.find((line) => line !== 'ok');
  return found.every((line) => line === 'ok') ? undefined : (problem ?? 'quick_check says nothing').replaceAll('\n', ' ');
}
