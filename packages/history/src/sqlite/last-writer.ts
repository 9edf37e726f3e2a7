// Who wrote a history last, and whether it still does.

import { HistoryError } from '../errors.ts';
import { readMeta } from './meta.ts';
import { openForReading } from './open-file.ts';
import { onFile } from './storage-failure.ts';
import { WriterLock } from './writer-lock.ts';

/** owner: what it said of itself. root: id of the only one it recorded; absent where it may be any. */
export type LastWriter = { readonly owner: string; readonly root?: string; readonly isRunning: boolean };

/** undefined where there is no history. @throws HistoryError for one that can not be read */
export function lastWriter(path: string): LastWriter | undefined {
  try {
    const db = openForReading(path);
    try {
      return onFile(path, () => {
        const isRunning = WriterLock.isHeld(path);
        const root = String(readMeta(db, 'recorded_root') ?? '');
        return {
          owner: String(readMeta(db, 'owner') ?? ''),
          ...(root === '' ? {} : { root }),
          isRunning,
        };
      });
    } finally {
      db.close();
    }
  } catch (error) {
    if (error instanceof HistoryError && error.code === 'HISTORY_MISSING') return undefined;
    throw error;
  }
}
