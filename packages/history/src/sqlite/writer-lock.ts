// One writer per history: an exclusive lock of the operating system on a file beside it, which ends with the process, however that ends.
// The history itself stays readable for others meanwhile.

import { existsSync } from 'node:fs';
import Database from 'better-sqlite3';

export class WriterLock {
  readonly #db: Database.Database;

  private constructor(db: Database.Database) {
    this.#db = db;
  }

  /** The lock, or undefined where another process (or another handle of this one) holds it. @throws what SQLite throws where the file cannot be made. */
  static take(path: string): WriterLock | undefined {
    const db = new Database(`${path}.lock`, { timeout: 0 });
    try {
      db.pragma('journal_mode = MEMORY');
      db.exec('BEGIN EXCLUSIVE');
      return new WriterLock(db);
    } catch (error) {
      db.close();
      if (error instanceof Database.SqliteError && error.code.startsWith('SQLITE_BUSY')) return undefined;
      throw error;
    }
  }

  /** Whether somebody holds it. Looks without taking it, so that a writer that begins meanwhile is hardly ever in the way. */
  static isHeld(path: string): boolean {
    if (!existsSync(`${path}.lock`)) return false;
    const db = new Database(`${path}.lock`, { timeout: 0, readonly: true });
    try {
      db.prepare('SELECT count(*) FROM sqlite_master').get();
      return false;
    } catch (error) {
      if (error instanceof Database.SqliteError && error.code.startsWith('SQLITE_BUSY')) return true;
      throw error;
    } finally {
      db.close();
    }
  }

  release(): void {
    if (this.#db.open) this.#db.close();
  }
}
