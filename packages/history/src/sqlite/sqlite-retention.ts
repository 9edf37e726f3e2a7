// Carries out on a history file what retention.ts decides: small transactions, so that neither readers nor the log file notice.

import { formatJson } from '@rectrace/kube';
import type { Database, Statement } from 'better-sqlite3';
import type { Cut, Retained, RootExtent } from '../retention.ts';
import type { SqliteTables } from './sqlite-tables.ts';

const ROWS_PER_STEP = 250;
const PAGE_BYTES = 4096;

type RootRow = { readonly id: number; readonly name: string; readonly cut: string };
type ExtentRow = RootRow & {
  readonly oldest: string | null;
  readonly newest: string | null;
  readonly starts: string;
  readonly state: string | null;
  readonly living: number;
};
type UntoldRow = { readonly seq: number; readonly event: number; readonly type: string };

export class SqliteRetention implements Retained {
  readonly #db: Database;
  readonly #tables: SqliteTables;
  readonly #afterStep: () => void;
  readonly #sql: ReturnType<typeof prepareAll>;

  /** afterStep: called after every transaction, to keep the log file small. */
  constructor(db: Database, options: { readonly tables: SqliteTables; readonly afterStep: () => void }) {
    this.#db = db;
    this.#tables = options.tables;
    this.#afterStep = options.afterStep;
    this.#sql = prepareAll(db);
  }

  /** Bytes of the file, free pages included. */
  fileBytes(): number {
    return (this.#sql.pages.get() ?? 0) * PAGE_BYTES;
  }

  bytes(): number {
    return ((this.#sql.pages.get() ?? 0) - (this.#sql.freePages.get() ?? 0)) * PAGE_BYTES;
  }

  extents(): readonly RootExtent[] {
    return this.#sql.extents.all().map((row) => ({
      root: row.name,
      starts: JSON.parse(row.starts) as readonly string[],
      ...(row.oldest === null ? {} : { oldest: row.oldest }),
      ...(row.newest === null ? {} : { newest: row.newest }),
      ended: row.state === 'closed' && row.living === 0,
    }));
  }

  changes(root: string): number {
    return this.#sql.changes.get(root) ?? 0;
  }

  starts(root: string): readonly string[] {
    return this.#sql.starts.all(root);
  }

  positionAt(root: string, rank: number): string | undefined {
    return this.#sql.positionAt.get(root, rank);
  }

  firstSince(root: string, time: number): string | undefined {
    return this.#sql.firstSince.get(root, time);
  }

  cut({ root: name, before, whole }: Cut): void {
    const root = this.#sql.rootByName.get(name);
    if (root === undefined || (before <= root.cut && !whole)) return;
    const cut = { before: before > root.cut ? before : root.cut, whole };
    const objects = whole ? this.#sql.membersOf.all(root.id) : [];
    while (this.#step(() => this.#cutPart(root.id, cut)) === ROWS_PER_STEP);
    for (let index = 0; index < objects.length; index += ROWS_PER_STEP) {
      this.#step(() => this.settle(objects.slice(index, index + ROWS_PER_STEP)));
    }
  }

  dropBaselines(atMost: number): number {
    return this.#step(() => {
      const seqs = this.#sql.baselines.all(Math.min(atMost, ROWS_PER_STEP));
      this.#delete(seqs);
      this.#tables.addMeta('dropped_baselines', seqs.length);
      return seqs.length;
    });
  }

  dropGaps({ keep, since }: { readonly keep: number; readonly since: number }): void {
    if (this.#sql.gapsBeyond.get(since, keep) === undefined) return;
    this.#step(() => this.#tables.addMeta('dropped_gaps', this.#sql.dropGaps.run(since, keep).changes));
  }

  /** Of an object's changes that no root tells any more only its newest state stays, while it lives and belongs to a root. Within a transaction. */
  settle(objects: Iterable<number>): void {
    for (const object of objects) {
      const rows = this.#sql.untold.all(object);
      const rooted = this.#sql.rooted.get(object) !== undefined;
      const newest = rooted ? rows.find((row) => row.event === 0) : undefined;
      this.#delete(rows.filter((row) => row !== newest || row.type === 'Deletion').map((row) => row.seq));
      if (this.#sql.anyChange.get(object) === undefined) this.#forgetObject(object);
    }
  }

  /** Returns how many lines went. A root that goes as a whole keeps its cycles until the last part: cut short, it is ended still, and goes the next time. */
  #cutPart(root: number, { before, whole }: { readonly before: string; readonly whole: boolean }): number {
    this.#sql.setCut.run(before, root);
    const dropped = this.#dropLines(root, before);
    const last = dropped < ROWS_PER_STEP;
    if (!whole || last) this.#cutCycles(root, { before, whole });
    if (whole && last) this.#forgetRoot(root);
    return dropped;
  }

  #cutCycles(root: number, { before, whole }: { readonly before: string; readonly whole: boolean }): void {
    const cycles = this.#sql.cutCycles.run({ root, before, whole: whole ? 1 : 0 }).changes;
    this.#sql.countCycles.run(cycles, root);
    this.#tables.addMeta('dropped_cycles', cycles);
  }

  #dropLines(root: number, before: string): number {
    const changes = this.#sql.linesBefore.all(root, before, ROWS_PER_STEP);
    const untold = new Map<number, number>();
    for (const { position, change } of changes) {
      this.#sql.deleteLine.run(root, position, change);
      const row = this.#sql.lessLines.get(change);
      if (row?.lines === 0) untold.set(change, row.object);
    }
    this.#sql.countChanges.run(changes.length, root);
    this.#tables.addMeta('dropped_changes', untold.size);
    this.settle(new Set(untold.values()));
    return changes.length;
  }

  #forgetRoot(root: number): void {
    this.#sql.deleteMembers.run(root);
    this.#sql.deleteCycles.run(root);
    this.#sql.deletePositions.run(root);
    this.#sql.deleteRoot.run(root);
  }

  #forgetObject(object: number): void {
    this.#sql.leave.run(object);
    this.#sql.deleteObject.run(object);
  }

  /** Deletes rows of changes; what is compressed against them and stays is compressed anew first. */
  #delete(seqs: readonly number[]): void {
    const list = formatJson([...seqs]);
    for (const dependent of this.#sql.dependents.all(list, list)) this.#tables.detach(dependent);
    this.#sql.deleteChanges.run(list);
  }

  #step<T>(work: () => T): T {
    const result = this.#db.transaction(work)();
    this.#tables.forget();
    this.#afterStep();
    return result;
  }
}

function prepareAll(db: Database) {
  const one = <T>(sql: string): Statement<unknown[], T> => db.prepare<unknown[], T>(sql).pluck();
  const end = (order: 'ASC' | 'DESC') =>
    `(SELECT position FROM line WHERE line.root = root.id AND line.position >= root.cut ORDER BY position ${order} LIMIT 1)`;
  return {
    pages: one<number>('PRAGMA page_count'),
    freePages: one<number>('PRAGMA freelist_count'),
    extents: db.prepare<[], ExtentRow>(`
      SELECT root.id, root.name, root.cut, ${end('ASC')} AS oldest, ${end('DESC')} AS newest,
        (SELECT json_group_array(start) FROM (SELECT start FROM cycle WHERE cycle.root = root.id ORDER BY start)) AS starts, latest.state,
        coalesce((SELECT type <> 'Deletion' FROM change JOIN object ON object.id = change.object
          WHERE object.identity = latest.uid AND event = 0 ORDER BY position DESC, seq DESC LIMIT 1), 0) AS living
      FROM root LEFT JOIN cycle AS latest ON latest.root = root.id AND latest.number = (SELECT max(number) FROM cycle WHERE cycle.root = root.id)`),
    changes: one<number>('SELECT count(*) FROM line JOIN root ON root.id = line.root WHERE root.name = ? AND line.position >= root.cut'),
    rootByName: db.prepare<[string], RootRow>('SELECT id, name, cut FROM root WHERE name = ?'),
    starts: one<string>('SELECT start FROM cycle WHERE root = (SELECT id FROM root WHERE name = ?) ORDER BY start'),
    positionAt: one<string>(
      'SELECT position FROM line JOIN root ON root.id = line.root WHERE root.name = ? AND position >= root.cut ORDER BY position LIMIT 1 OFFSET ?',
    ),
    firstSince: one<string>(
      `SELECT line.position FROM line JOIN root ON root.id = line.root JOIN change ON change.seq = line.change
       WHERE root.name = ? AND line.position >= root.cut AND change.time >= ? ORDER BY line.position LIMIT 1`,
    ),
    setCut: db.prepare<[string, number]>('UPDATE root SET cut = ? WHERE id = ?'),
    cutCycles: db.prepare<[{ root: number; before: string; whole: number }]>(
      `DELETE FROM cycle WHERE root = @root AND start < @before
       AND (@whole = 1 OR number < (SELECT max(number) FROM cycle AS other WHERE other.root = @root))`,
    ),
    countCycles: db.prepare<[number, number]>('UPDATE root SET dropped_cycles = dropped_cycles + ? WHERE id = ?'),
    countChanges: db.prepare<[number, number]>('UPDATE root SET dropped_changes = dropped_changes + ? WHERE id = ?'),
    linesBefore: db.prepare<[number, string, number], { position: string; change: number }>(
      'SELECT position, change FROM line WHERE root = ? AND position < ? ORDER BY position, change LIMIT ?',
    ),
    deleteLine: db.prepare<[number, string, number]>('DELETE FROM line WHERE root = ? AND position = ? AND change = ?'),
    lessLines: db.prepare<[number], { lines: number; object: number }>(
      'UPDATE change SET lines = lines - 1 WHERE seq = ? RETURNING lines, object',
    ),
    untold: db.prepare<[number], UntoldRow>(
      'SELECT seq, event, type FROM change WHERE object = ? AND lines = 0 ORDER BY position DESC, seq DESC',
    ),
    rooted: one<number>('SELECT root FROM member WHERE object = ? LIMIT 1'),
    anyChange: one<number>('SELECT seq FROM change WHERE object = ? LIMIT 1'),
    dependents: one<number>(
      `SELECT seq FROM change WHERE base IN (SELECT value FROM json_each(?)) AND seq NOT IN (SELECT value FROM json_each(?))`,
    ),
    deleteChanges: db.prepare<[string]>('DELETE FROM change WHERE seq IN (SELECT value FROM json_each(?))'),
    baselines: one<number>('SELECT seq FROM change WHERE lines = 0 ORDER BY position LIMIT ?'),
    gapsBeyond: one<string>(
      'SELECT id FROM gap WHERE received_at < ? UNION ALL SELECT id FROM (SELECT id FROM gap LIMIT 1 OFFSET ?) LIMIT 1',
    ),
    dropGaps: db.prepare<[number, number]>(
      'DELETE FROM gap WHERE received_at < ? OR id NOT IN (SELECT id FROM gap ORDER BY received_at DESC, id DESC LIMIT ?)',
    ),
    membersOf: one<number>('SELECT object FROM member WHERE root = ?'),
    deleteMembers: db.prepare<[number]>('DELETE FROM member WHERE root = ?'),
    deleteCycles: db.prepare<[number]>('DELETE FROM cycle WHERE root = ?'),
    deletePositions: db.prepare<[number]>("DELETE FROM position WHERE root <> '' AND root = (SELECT name FROM root WHERE id = ?)"),
    deleteRoot: db.prepare<[number]>('DELETE FROM root WHERE id = ?'),
    leave: db.prepare<[number]>('DELETE FROM member WHERE object = ?'),
    deleteObject: db.prepare<[number]>('DELETE FROM object WHERE id = ?'),
  };
}
