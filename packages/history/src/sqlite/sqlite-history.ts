// A history in one SQLite file: one writer, any number of readers in this and other processes. Its size on disk, log included, keeps the limit.

import { statSync } from 'node:fs';
import type { Clock } from '@rectrace/kube';
import type { Database } from 'better-sqlite3';
import { HistoryError, historyClosed, historyFenced, historyInUse, historyLimitTooSmall } from '../errors.ts';
import type { Commit, HistoryWriter } from '../history-writer.ts';
import { LimitsKeeper } from '../limits-keeper.ts';
import type { RetentionLimits } from '../retention.ts';
import { ChangeRows } from './change-rows.ts';
import { lastWriter } from './last-writer.ts';
import { readMeta } from './meta.ts';
import { CLEAN, DAMAGE, makeFolder, openForReading, openForWriting, PATIENCE_MS } from './open-file.ts';
import { type Repair, repair } from './repair.ts';
import { SqliteReader, type SqliteReaderOptions } from './sqlite-reader.ts';
import { SqliteRetention } from './sqlite-retention.ts';
import { SqliteTables } from './sqlite-tables.ts';
import { onFile, storageFailure } from './storage-failure.ts';
import { WriterLock } from './writer-lock.ts';

export type SqliteHistoryOptions = SqliteReaderOptions & {
  /** maxBytes counts the file and its log on disk; the least is 1 MiB. */
  readonly limits?: RetentionLimits;
  /** For a limit by age. */
  readonly clock?: Pick<Clock, 'now'>;
  /** What others are told who find the history in use, e.g. 'pid 4711'. */
  readonly owner?: string;
  /** Id of the only root that is recorded; absent where it may be any. */
  readonly root?: string;
};

const CACHE_BYTES = 16 * 1024 * 1024;
const PAGE_BYTES = 4096;
const LEAST_BYTES = 1024 * 1024;
const SMALLEST_LOG = 192 * 1024;
const LARGEST_LOG = 8 * 1024 * 1024;
const SHARED_MEMORY_BYTES = 64 * 1024;
const PAGES_PER_STEP = 128;

/** Where the history of a cluster lies in a state folder; uid: that of the cluster's kube-system namespace. */
export function historyPath(folder: string, uid: string): string {
  return `${folder}/history-${uid.replaceAll(/[^A-Za-z0-9-]/g, '_')}.db`;
}

/** Opens a history for reading, also while another process writes it. @throws HistoryError: HISTORY_MISSING, HISTORY_TOO_NEW, HISTORY_DAMAGED… */
export function readSqliteHistory(path: string, options: SqliteReaderOptions = {}): SqliteReader {
  const db = openForReading(path);
  return onFile(path, () => new SqliteReader(db, { ...options, path }));
}

/**
 * Opens a history for writing and makes it where there is none. A damaged file is set aside and what can be read of it taken over.
 * @throws HistoryError: HISTORY_IN_USE, HISTORY_READ_ONLY, HISTORY_FULL, HISTORY_TOO_NEW, HISTORY_LIMIT_TOO_SMALL…
 */
export function openSqliteHistory(path: string, options: SqliteHistoryOptions = {}): SqliteHistory {
  const budget = budgetOf(options.limits?.maxBytes);
  makeFolder(path);
  const lock = takeLock(path);
  try {
    const opened = openForWriting(path);
    const { db, repaired } = opened.kind === 'sound' ? { db: opened.db, repaired: undefined } : repair(path, opened.reason);
    return onFile(path, () => new SqliteHistory(db, { ...options, path, budget, lock, repaired }));
  } catch (error) {
    lock.release();
    throw error;
  }
}

/** live: bytes in use at most. log: bytes of the write-ahead log at most. */
type Budget = { readonly live: number; readonly log: number };
type Parts = SqliteHistoryOptions & {
  readonly path: string;
  readonly budget: Budget;
  readonly lock: WriterLock;
  readonly repaired: Repair | undefined;
};

export class SqliteHistory extends SqliteReader implements HistoryWriter {
  /** What had to be done to the file before it could be used; undefined where nothing had to be. */
  readonly repaired: Repair | undefined;
  readonly fence: number;
  readonly #path: string;
  readonly #db: Database;
  readonly #lock: WriterLock;
  readonly #tables: SqliteTables;
  readonly #retention: SqliteRetention;
  readonly #keeper: LimitsKeeper;
  readonly #budget: Budget;
  readonly #put: (commit: Commit) => void;
  #suspect = false;

  constructor(db: Database, { path, budget, lock, repaired, limits = {}, clock, owner = '', root = '', ...reading }: Parts) {
    const rows = new ChangeRows(db, CACHE_BYTES);
    super(db, { ...reading, path, rows });
    this.#path = path;
    this.#db = db;
    this.#lock = lock;
    this.#budget = budget;
    this.repaired = repaired;
    this.#tables = new SqliteTables(db, rows);
    this.#retention = new SqliteRetention(db, { tables: this.#tables, afterStep: () => this.#shortenLog() });
    const within = limits.maxBytes === undefined ? limits : { ...limits, maxBytes: budget.live };
    this.#keeper = new LimitsKeeper(this.#retention, { limits: within, clock });
    this.#put = db.transaction((commit: Commit) => this.#putAll(commit));
    db.pragma(`wal_autocheckpoint = ${Math.ceil(budget.log / PAGE_BYTES)}`);
    db.pragma(`journal_size_limit = ${budget.log}`);
    this.fence = this.#storedFence() + 1;
    this.#tables.putMeta('owner', owner);
    this.#tables.putMeta('recorded_root', root);
    this.#tables.putMeta(CLEAN, 0);
  }

  commit(commit: Commit): void {
    if (!this.#db.open) throw historyClosed(this.#path);
    this.guarded(() => {
      this.#atomically(commit);
      this.#shortenLog();
      this.#keeper.keep(commit);
      this.#shortenFile();
    });
  }

  /** Empties the log into the file, so that it can be read from a folder nobody can write to. */
  override close(): void {
    if (!this.#db.open) return;
    try {
      onFile(this.#path, () => {
        if (!this.#suspect) this.#tables.putMeta(CLEAN, 1);
        this.#db.pragma('wal_checkpoint(TRUNCATE)');
      });
    } finally {
      super.close();
      this.#lock.release();
    }
  }

  /** What turns out damaged is set aside the next time the file is opened. */
  protected override guarded<T>(step: () => T): T {
    try {
      return super.guarded(step);
    } catch (error) {
      if (error instanceof HistoryError && error.code === 'HISTORY_DAMAGED') this.#markDamage(error);
      throw error;
    }
  }

  /** Where even that cannot be written the whole is checked anyway: the file was not closed in good order. */
  #markDamage({ message }: HistoryError): void {
    if (this.#suspect) return;
    this.#suspect = true;
    try {
      this.#tables.putMeta(DAMAGE, message);
    } catch (error) {
      if (storageFailure(this.#path, error) === undefined) throw error;
    }
  }

  #atomically(commit: Commit): void {
    try {
      this.#put(commit);
    } catch (error) {
      this.#tables.forget();
      throw error;
    }
  }

  #putAll(commit: Commit): void {
    const newest = this.#storedFence();
    if (commit.fence < newest) throw historyFenced(commit.fence, newest);
    this.#tables.put(commit);
    if (commit.fence !== newest) this.#tables.putMeta('fence', commit.fence);
    const untold = this.#tables.takeUntold();
    if (untold.size === 0) return;
    this.#tables.addMeta('dropped_changes', untold.size);
    this.#retention.settle(new Set(untold.values()));
    this.#tables.forget();
  }

  /** Read within each commit: where the lock of the file is not kept to, another writer shows here. */
  #storedFence(): number {
    return Number(readMeta(this.#db, 'fence') ?? 0);
  }

  /** Without waiting for readers: they are done the next time. */
  #shortenLog(): void {
    const bytes = statSync(`${this.#path}-wal`, { throwIfNoEntry: false })?.size ?? 0;
    if (bytes <= this.#budget.log) return;
    this.#db.pragma('busy_timeout = 0');
    this.#db.pragma('wal_checkpoint(TRUNCATE)');
    this.#db.pragma(`busy_timeout = ${PATIENCE_MS}`);
  }

  /** Gives pages back that were in use before the limit was lowered or a large commit went. */
  #shortenFile(): void {
    if (this.#budget.live === Number.POSITIVE_INFINITY) return;
    const before = this.#retention.fileBytes();
    for (let bytes = before; bytes > this.#budget.live; ) {
      this.#db.pragma(`incremental_vacuum(${PAGES_PER_STEP})`);
      this.#shortenLog();
      const left = this.#retention.fileBytes();
      if (left === bytes) break;
      bytes = left;
    }
    if (this.#retention.fileBytes() < before) this.#db.pragma('wal_checkpoint(PASSIVE)');
  }
}

function budgetOf(maxBytes: number | undefined): Budget {
  if (maxBytes === undefined) return { live: Number.POSITIVE_INFINITY, log: LARGEST_LOG };
  if (maxBytes < LEAST_BYTES) throw historyLimitTooSmall(maxBytes, LEAST_BYTES);
  const log = Math.min(LARGEST_LOG, Math.max(SMALLEST_LOG, Math.floor(maxBytes / 12)));
  return { live: maxBytes - 2 * log - SHARED_MEMORY_BYTES, log };
}

function takeLock(path: string): WriterLock {
  const lock = onFile(path, () => WriterLock.take(path));
  if (lock === undefined) throw historyInUse(path, writerOf(path));
  return lock;
}

/** What the present writer said of itself, and what it records; '' where that cannot be read either. */
function writerOf(path: string): string {
  try {
    const { owner = '', root } = lastWriter(path) ?? {};
    return root === undefined ? owner : `${owner}, follows ${root}`;
  } catch (error) {
    if (storageFailure(path, error) === undefined) throw error;
    return '';
  }
}
