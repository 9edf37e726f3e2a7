// One writer per history: an exclusive lock of the operating system on a file beside it, which ends with the process, however that ends.
// The history itself stays readable for others meanwhile.

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

  release(): void {
    if (this.#db.open) this.#db.close();
  }
}
