// What happens to a history file that is damaged: it is moved aside, never deleted, and what can still be read of it enters a new file. Where
// revisions may be missing a gap says so.

import { existsSync, renameSync } from 'node:fs';
import type { Change } from '@rectrace/trace';
import Database from 'better-sqlite3';
import { UnreadableBlob } from '../body-codec.ts';
import { placeOf } from '../change-identity.ts';
import { historyDamaged } from '../errors.ts';
import type { Commit, RecordedGap, RecordedPosition } from '../history-writer.ts';
import { ChangeRows } from './change-rows.ts';
import { DAMAGE, openForWriting } from './open-file.ts';
import { SqliteReader } from './sqlite-reader.ts';
import { SqliteRetention } from './sqlite-retention.ts';
import { SqliteTables } from './sqlite-tables.ts';
import { onFile, storageFailure } from './storage-failure.ts';

/** message: one line for people. changes: how many were taken over. */
export type Repair = { readonly message: string; readonly movedTo: string; readonly changes: number };

const CACHE_BYTES = 16 * 1024 * 1024;
const CHANGES_PER_COMMIT = 200;
const WIDEST_SKIP = 2 ** 24;
const NOTHING: Commit = { changes: [], members: [], cycles: [], withdrawn: [], gaps: [], positions: [], fence: 0 };

/** Sets a damaged file aside and starts a new one with what can be read. The caller holds the writer's lock. @throws HistoryError where no new file can be made. */
export function repair(path: string, damage: string): { readonly db: Database.Database; readonly repaired: Repair } {
  const movedTo = onFile(path, () => setAside(path));
  const opened = openForWriting(path);
  if (opened.kind === 'damaged') throw historyDamaged(path, opened.reason);
  const changes = salvage(movedTo, opened.db);
  const message = `history ${path} is damaged: ${damage}; moved to ${movedTo}; ${changes} changes of it were taken over; run sqlite3 ${movedTo} .recover to look for more`;
  return { db: opened.db, repaired: { message, movedTo, changes } };
}

function setAside(path: string): string {
  let number = 1;
  while (existsSync(`${path}.damaged-${number}`)) number += 1;
  const target = `${path}.damaged-${number}`;
  for (const suffix of ['-wal', '-shm', '']) if (existsSync(path + suffix)) renameSync(path + suffix, target + suffix);
  return target;
}

/** Copies what can be read; each part by itself, so that one broken page costs no more than what is on it. */
function salvage(from: string, into: Database.Database): number {
  const source = attempt(from, () => new Database(from, { readonly: true }));
  if (source === undefined) return 0;
  try {
    return new Salvage(from, { source, into }).run();
  } finally {
    source.close();
  }
}

class Salvage {
  readonly #from: string;
  readonly #source: Database.Database;
  readonly #into: Database.Database;
  readonly #tables: SqliteTables;
  readonly #retention: SqliteRetention;

  constructor(from: string, { source, into }: { readonly source: Database.Database; readonly into: Database.Database }) {
    this.#from = from;
    this.#source = source;
    this.#into = into;
    this.#tables = new SqliteTables(into, new ChangeRows(into, CACHE_BYTES));
    this.#retention = new SqliteRetention(into, { tables: this.#tables, afterStep: () => this.#into.pragma('wal_checkpoint') });
  }

  run(): number {
    const reader = attempt(this.#from, () => new SqliteReader(this.#source, { path: this.#from }));
    if (reader === undefined) return 0;
    const roots = attempt(this.#from, () => this.#rootRows()) ?? [];
    for (const { name } of roots) this.#take(() => ({ members: reader.members(name) }));
    const { count, newest } = this.#takeChanges();
    for (const { name } of roots) this.#take(() => ({ cycles: reader.cycles(name).map((cycle) => ({ root: name, cycle })) }));
    this.#take(() => ({ gaps: reader.gaps() }));
    this.#take(() => ({ spans: reader.spans() }));
    this.#take(() => {
      const positions = reader.positions();
      return {
        positions,
        gaps: positions.map((position) => damageGap(position, newest)),
      };
    });
    this.#restoreCounts(roots);
    return count;
  }

  #rootRows(): readonly RootRow[] {
    return this.#source.prepare<[], RootRow>("SELECT name, cut, dropped_changes, dropped_cycles FROM root WHERE name <> ''").all();
  }

  #takeChanges(): { readonly count: number; readonly newest: number } {
    const rows = new ChangeRows(this.#source, CACHE_BYTES);
    let batch: Change[] = [];
    let count = 0;
    let newest = 0;
    for (const seq of this.#sequences()) {
      const change = this.#readChange(rows, seq);
      if (change === undefined) continue;
      batch.push(change);
      count += 1;
      newest = Math.max(newest, change.receivedAt);
      if (batch.length < CHANGES_PER_COMMIT) continue;
      this.#put({ changes: batch });
      batch = [];
    }
    this.#put({ changes: batch });
    return { count, newest };
  }

  /** Row numbers, leaping over what cannot be read in ever wider steps. */
  *#sequences(): Iterable<number> {
    const next = this.#source.prepare<[number], number>('SELECT seq FROM change WHERE seq > ? ORDER BY seq LIMIT 500').pluck();
    let at = 0;
    for (let skip = 1; skip < WIDEST_SKIP; ) {
      const found = attempt(this.#from, () => next.all(at));
      if (found?.length === 0) return;
      at = found?.at(-1) ?? at + skip;
      skip = found === undefined ? skip * 2 : 1;
      if (found !== undefined) yield* found;
    }
  }

  /** The change, without its body (and a diff that needs it) where only that is lost. */
  #readChange(rows: ChangeRows, seq: number): Change | undefined {
    return attempt(this.#from, () => rows.read(seq)) ?? attempt(this.#from, () => rows.remains(seq));
  }

  #restoreCounts(roots: readonly RootRow[]): void {
    for (const { name, cut } of roots) if (cut !== '') this.#retention.cut({ root: name, before: cut, whole: false });
    const counts = this.#into.prepare('UPDATE root SET dropped_changes = ?, dropped_cycles = ? WHERE name = ?');
    for (const root of roots) counts.run(root.dropped_changes, root.dropped_cycles, root.name);
    const meta =
      attempt(this.#from, () => this.#source.prepare<[], { key: string; value: string | number }>('SELECT key, value FROM meta').all()) ??
      [];
    for (const { key, value } of meta) if (key !== DAMAGE) this.#tables.putMeta(key, value);
  }

  #take(read: () => Partial<Commit>): void {
    const part = attempt(this.#from, read);
    if (part !== undefined) this.#put(part);
  }

  #put(part: Partial<Commit>): void {
    this.#into.transaction(() => this.#tables.put({ ...NOTHING, ...part }))();
  }
}

type RootRow = { readonly name: string; readonly cut: string; readonly dropped_changes: number; readonly dropped_cycles: number };

function damageGap(position: RecordedPosition, receivedAt: number): RecordedGap {
  const { scope, root, resourceVersion: to } = position;
  return {
    kind: 'gap',
    id: `damaged/${placeOf(position)}/${to}`,
    scope,
    from: '',
    to,
    reason: 'the history file was damaged',
    receivedAt,
    ...(root === undefined ? {} : { root }),
  };
}

/** What a damaged file cannot answer is left out; any other failure goes on. */
function attempt<T>(path: string, read: () => T): T | undefined {
  try {
    return read();
  } catch (error) {
    if (error instanceof UnreadableBlob || storageFailure(path, error) !== undefined) return undefined;
    throw error;
  }
}
