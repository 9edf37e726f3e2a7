// Reads a history file. Every query first takes the rows it is about, then reads them one by one, so no read keeps the writer's log from shrinking.

import { type Json, type ObjectRef, parseJson } from '@rectrace/kube';
import { type Change, type Cycle, type Membership, parsePosition, readCycle } from '@rectrace/trace';
import type { Database } from 'better-sqlite3';
import { UnreadableBlob } from '../body-codec.ts';
import { isNamedBy } from '../change-identity.ts';
import type { ChangeQuery, CycleQuery, Dropped, HistoryReader, KnownRoot, LatestQuery, RootEntry } from '../history-reader.ts';
import type { RecordedGap, RecordedPosition, RecordedSpan } from '../history-writer.ts';
import { ChangeRows } from './change-rows.ts';
import { readMeta } from './meta.ts';
import { selectChanges, selectLatest } from './select-changes.ts';
import { onFile } from './storage-failure.ts';

const CACHE_BYTES = 8 * 1024 * 1024;
/** Damaged changes that are named one by one. */
const NAMED = 1_000;

export type SqliteReaderOptions = {
  /**
   * Told once for each change whose body cannot be read, up to a thousand, then once of all others; it is then given without, and without a large
   * diff. Absent: such a change makes a query fail.
   */
  readonly onDamage?: (line: string) => void;
};

export class SqliteReader implements HistoryReader {
  readonly #db: Database;
  readonly #path: string;
  readonly #rows: ChangeRows;
  readonly #onDamage: ((line: string) => void) | undefined;
  readonly #saidOf = new Set<number>();

  constructor(db: Database, options: SqliteReaderOptions & { readonly path: string; readonly rows?: ChangeRows }) {
    this.#db = db;
    this.#path = options.path;
    this.#rows = options.rows ?? new ChangeRows(db, CACHE_BYTES);
    this.#onDamage = options.onDamage;
  }

  *changes(query: ChangeQuery): Iterable<Change> {
    const { sql, parameters } = selectChanges(query);
    yield* this.#readAll(this.#all<number>(sql, parameters), { withoutBody: query.withoutBodies === true });
  }

  cycles(root: string, { newest = -1 }: CycleQuery = {}): readonly Cycle[] {
    const sql = 'SELECT data FROM cycle WHERE root = (SELECT id FROM root WHERE name = ?) ORDER BY number DESC LIMIT ?';
    const newestFirst = this.#all<string>(sql, [root, newest]);
    return newestFirst.toReversed().map((data) => readCycle(this.#parse<Json>(data)));
  }

  members(root: string): readonly Membership[] {
    const sql = `SELECT member.object, member.since FROM member JOIN object ON object.id = member.object
      WHERE member.root = (SELECT id FROM root WHERE name = ?) ORDER BY member.since, object.identity`;
    const rows = this.#rowsOf<{ object: number; since: string }>(sql, [root]);
    return rows.map(({ object, since }) => ({ kind: 'membership', root, ref: this.#rows.ref(object), since: parsePosition(since) }));
  }

  roots(): readonly RootEntry[] {
    return this.#rowsOf<RootRow>(ROOTS, []).map((row) => ({
      id: row.name,
      ...this.#refOfRoot(row),
      cycles: row.cycles,
      ...(row.number === null || row.state === null ? {} : { latest: { number: row.number, state: row.state } }),
      changes: row.changes,
      ...(row.first_time === null ? {} : { firstTime: row.first_time }),
      ...(row.last_time === null ? {} : { lastTime: row.last_time }),
    }));
  }

  root(id: string): KnownRoot | undefined {
    const [row] = this.#rowsOf<KnownRootRow>(KNOWN_ROOT, [id]);
    return row === undefined ? undefined : { id, ...this.#refOfRoot(row) };
  }

  gaps(root?: string): readonly RecordedGap[] {
    const ofRoot = `identity IS NULL AND root IN ('', ?) OR identity IN (SELECT object.identity FROM member
      JOIN object ON object.id = member.object WHERE member.root = (SELECT id FROM root WHERE name = ?))`;
    const sql = `SELECT data, root FROM gap ${root === undefined ? '' : `WHERE ${ofRoot}`} ORDER BY received_at, id`;
    const rows = this.#rowsOf<{ data: string; root: string }>(sql, root === undefined ? [] : [root, root]);
    return rows.map((row) => ({ ...this.#parse<RecordedGap>(row.data), ...(row.root === '' ? {} : { root: row.root }) }));
  }

  positions(): readonly RecordedPosition[] {
    const sql =
      "SELECT scope, root, resource_version AS resourceVersion, epoch FROM position ORDER BY scope || iif(root = '', '', ' ' || root)";
    const rows = this.#rowsOf<Required<RecordedPosition>>(sql, []);
    return rows.map(({ root, ...position }) => (root === '' ? position : { ...position, root }));
  }

  spans(root?: string): readonly RecordedSpan[] {
    const ofRoot = root === undefined ? '' : 'WHERE root = ?';
    return this.#rowsOf(`SELECT root, since AS "from", until FROM span ${ofRoot} ORDER BY since, root`, root === undefined ? [] : [root]);
  }

  revision(uid: string, resourceVersion: string): Change | undefined {
    const newest = this.#meta('epoch');
    for (let epoch = newest; epoch >= 0; epoch -= 1) {
      for (const id of [`${epoch}/${uid}/${resourceVersion}`, `${epoch}/${uid}/deleted`]) {
        const found = this.#readById(id);
        if (found?.resourceVersion === resourceVersion) return found;
      }
    }
    return undefined;
  }

  *latest(query: LatestQuery): Iterable<Change> {
    const { sql, parameters } = selectLatest(query);
    yield* this.#readAll(this.#all<number>(sql, parameters), { withoutBody: query.withoutBodies === true });
  }

  dropped(): Dropped {
    const roots = this.#rowsOf<{ root: string; changes: number; cycles: number; cut: string }>(
      "SELECT name AS root, dropped_changes AS changes, dropped_cycles AS cycles, cut FROM root WHERE name <> '' AND cut <> '' ORDER BY name",
      [],
    );
    return {
      changes: this.#meta('dropped_changes'),
      cycles: this.#meta('dropped_cycles'),
      gaps: this.#meta('dropped_gaps'),
      baselines: this.#meta('dropped_baselines'),
      roots: roots.map(({ cut, ...root }) => ({ ...root, before: parsePosition(cut) })),
    };
  }

  /** Releases the file; a second call does nothing. */
  close(): void {
    this.#db.close();
  }

  /** Everything that touches the file. @throws HistoryError */
  protected guarded<T>(step: () => T): T {
    return onFile(this.#path, step);
  }

  *#readAll(seqs: readonly number[], options: { readonly withoutBody?: boolean }): Iterable<Change> {
    for (const seq of seqs) {
      const change = this.#read(seq, options);
      if (change !== undefined) yield change;
    }
  }

  #read(seq: number, options: { readonly withoutBody?: boolean }): Change | undefined {
    return this.guarded(() => {
      try {
        return this.#rows.read(seq, options);
      } catch (error) {
        if (this.#onDamage === undefined || !(error instanceof UnreadableBlob)) throw error;
        return this.#readWithoutBody(seq, { error, tell: this.#onDamage });
      }
    });
  }

  #readWithoutBody(
    seq: number,
    { error, tell }: { readonly error: UnreadableBlob; readonly tell: (line: string) => void },
  ): Change | undefined {
    const change = this.#rows.remains(seq);
    if (change === undefined || this.#saidOf.has(seq)) return change;
    if (this.#saidOf.size > NAMED) return change;
    this.#saidOf.add(seq);
    const what =
      this.#saidOf.size > NAMED
        ? 'bodies of more changes cannot be read; they are told without, and no more of them are named'
        : `the body of change ${change.id} cannot be read (${error.message}); the change is told without it`;
    tell(`history ${this.#path} is damaged: ${what}`);
    return change;
  }

  #readById(id: string): Change | undefined {
    const [seq] = this.#all<number>('SELECT seq FROM change WHERE id = ?', [id]);
    return seq === undefined ? undefined : this.#read(seq, {});
  }

  #refOfRoot({ name, data }: KnownRootRow): { readonly ref?: ObjectRef } {
    if (data !== null) return { ref: this.#parse<Cycle>(data).root };
    const members = this.members(name).map((member) => member.ref);
    const ref = members.findLast((candidate) => isNamedBy(candidate, name));
    return ref === undefined ? {} : { ref };
  }

  #meta(key: string): number {
    return this.guarded(() => Number(readMeta(this.#db, key) ?? 0));
  }

  #parse<T>(data: string): T {
    return this.guarded(() => parseJson(data) as unknown as T);
  }

  #all<T>(sql: string, parameters: readonly (string | number)[]): readonly T[] {
    return this.guarded(() =>
      this.#db
        .prepare<unknown[], T>(sql)
        .pluck()
        .all(...parameters),
    );
  }

  #rowsOf<T>(sql: string, parameters: readonly (string | number)[]): readonly T[] {
    return this.guarded(() => this.#db.prepare<unknown[], T>(sql).all(...parameters));
  }
}

/** data: of the latest cycle. */
type KnownRootRow = { readonly name: string; readonly data: string | null };

type RootRow = KnownRootRow & {
  readonly changes: number;
  readonly cycles: number;
  readonly number: number | null;
  readonly state: 'open' | 'reached' | 'closed' | null;
  readonly first_time: number | null;
  readonly last_time: number | null;
};

const TIME_OF = (order: 'ASC' | 'DESC') =>
  `(SELECT time FROM line JOIN change ON change.seq = line.change WHERE line.root = root.id AND line.position >= root.cut
    ORDER BY line.position ${order}, line.change ${order} LIMIT 1)`;

const LATEST_CYCLE =
  'LEFT JOIN cycle AS latest ON latest.root = root.id AND latest.number = (SELECT max(number) FROM cycle WHERE cycle.root = root.id)';

const KNOWN_ROOT = `SELECT root.name, latest.data FROM root ${LATEST_CYCLE} WHERE root.name = ? AND root.name <> ''`;

const ROOTS = `
  SELECT root.name, (SELECT count(*) FROM line WHERE line.root = root.id AND line.position >= root.cut) AS changes,
    (SELECT count(*) FROM cycle WHERE cycle.root = root.id) AS cycles, latest.number, latest.state, latest.data,
    ${TIME_OF('ASC')} AS first_time, ${TIME_OF('DESC')} AS last_time
  FROM root ${LATEST_CYCLE}
  WHERE root.name <> '' ORDER BY root.name`;
