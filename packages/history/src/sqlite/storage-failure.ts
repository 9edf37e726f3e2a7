// Turns what SQLite, zlib and the file system throw into errors of the history.

import { UnreadableBlob } from '../body-codec.ts';
import { HistoryError, historyDamaged, historyFull, historyReadOnly, historyUnavailable } from '../errors.ts';

/** Runs a step on a file; what the storage throws arrives as a HistoryError, anything else as it is. */
export function onFile<T>(path: string, step: () => T): T {
  try {
    return step();
  } catch (error) {
    throw storageFailure(path, error) ?? error;
  }
}

/** The HistoryError for what was thrown while the file at path was used; undefined where that has nothing to do with storage. */
export function storageFailure(path: string, error: unknown): HistoryError | undefined {
  if (error instanceof HistoryError) return error;
  if (error instanceof UnreadableBlob || error instanceof SyntaxError) return historyDamaged(path, error.message, error);
  const code = errorCode(error);
  if (FULL.test(code)) return historyFull(path, error);
  if (READ_ONLY.test(code)) return historyReadOnly(path, error);
  if (DAMAGED.test(code)) return historyDamaged(path, error instanceof Error ? error.message : code, error);
  return STORAGE.test(code) ? historyUnavailable(path, error) : undefined;
}

const STORAGE = /^(SQLITE_|ERR_FS_|E[A-Z]+$)/;
const FULL = /^(SQLITE_FULL|ENOSPC|EDQUOT)/;
const READ_ONLY = /^(SQLITE_READONLY|SQLITE_CANTOPEN|SQLITE_PERM|EROFS|EACCES|EPERM)/;
const DAMAGED = /^(SQLITE_CORRUPT|SQLITE_NOTADB)/;

function errorCode(error: unknown): string {
  return typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : '';
}
