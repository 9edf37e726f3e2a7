// Single values beside the tables: fence, owner and its root, epoch, counts of what was dropped, and whether the last writer closed in good order.

import type { Database } from 'better-sqlite3';

/** Undefined where it was never set. */
export function readMeta(db: Database, key: string): string | number | undefined {
  return db.prepare<[string], string | number>('SELECT value FROM meta WHERE key = ?').pluck().get(key);
}
