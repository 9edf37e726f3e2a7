// How a commit enters the tables of a history file: objects, memberships, changes, cycles, gaps and positions. Called inside one transaction.

import { formatJson, identityOf, type ObjectRef } from '@rectrace/kube';
import { type Change, type Cycle, formatPosition, type Membership } from '@rectrace/trace';
import type { Database, Statement } from 'better-sqlite3';
import { compress, encodeBody, type PreviousBody, UnreadableBlob } from '../body-codec.ts';
import { revised } from '../change-identity.ts';
import { encodeHead } from '../head-codec.ts';
import type { Commit, RecordedGap, RecordedSpan } from '../history-writer.ts';
import { MOST_SPANS } from '../retention.ts';
import type { ChangeRows } from './change-rows.ts';

type RootRow = { readonly id: number; readonly cut: string };
type Newest = { readonly seq: number; readonly link: number };
type Inserted = {
  readonly id: string;
  readonly object: number;
  readonly position: string;
  readonly type: string;
  readonly event: number;
  readonly time: number;
  readonly lines: number;
  readonly base: number | null;
  readonly link: number;
  readonly head: Buffer;
  readonly body: Buffer | null;
};

const MOST_KEPT_IDS = 50_000;

export class SqliteTables {
  readonly #rows: ChangeRows;
  readonly #objects = new Map<string, number>();
  readonly #rootsOf = new Map<number, readonly RootRow[]>();
  readonly #newest = new Map<string, Newest>();
  readonly #sql: ReturnType<typeof prepareAll>;
  readonly #untold = new Map<string, number>();
  #epoch = -1;

  constructor(db: Database, rows: ChangeRows) {
    this.#rows = rows;
    this.#sql = prepareAll(db);
  }

  /** Changes (by id, with their object) that are older than all that is kept of their roots; asking empties the list. */
  takeUntold(): ReadonlyMap<string, number> {
    const untold = new Map(this.#untold);
    this.#untold.clear();
    return untold;
  }

  /** Everything of a commit but its fence. */
  put(commit: Commit): void {
    for (const member of commit.members) this.#join(member);
    for (const change of commit.changes) this.#keep(change);
    for (const { root, number } of commit.withdrawn) this.#sql.withdraw.run(root, number);
    for (const { root, cycle } of commit.cycles) this.#putCycle(root, cycle);
    for (const gap of commit.gaps) this.#putGap(gap);
    for (const { scope, root = '', resourceVersion, epoch } of commit.positions)
      this.#sql.putPosition.run(scope, root, resourceVersion, epoch);
    for (const span of commit.spans ?? []) this.#putSpan(span);
  }

  putMeta(key: string, value: string | number): void {
    this.#sql.putMeta.run(key, value);
  }

  addMeta(key: string, amount: number): void {
    this.#sql.addMeta.run(key, amount);
  }

  /** Forgets everything kept beside the file: after a failed transaction, and after retention. */
  forget(): void {
    this.#objects.clear();
    this.#rootsOf.clear();
    this.#newest.clear();
    this.#rows.forget();
    this.#untold.clear();
    this.#epoch = -1;
  }

  /** Compresses a body that depends on another one anew, alone. */
  detach(seq: number): void {
    this.#sql.detach.run(compress(this.#rows.text(seq)), seq);
  }

  #join({ root, ref, since }: Membership): void {
    const { id, cut } = this.#rootOf(root);
    const object = this.#objectOf(ref);
    if (this.#sql.putMember.run(id, object, formatPosition(since)).changes === 0) return;
    this.#rootsOf.delete(object);
    const unrooted = this.#sql.unlink.run(object).changes;
    if (unrooted > 0) this.#sql.lessLines.run(object);
    if (this.#sql.link.run(id, object, cut).changes > 0) this.#sql.moreLines.run(object, cut);
  }

  #keep(change: Change): void {
    const known = this.#sql.changeById.get(change.id);
    const kept = known === undefined ? change : this.#revised(change, known);
    if (kept === undefined) return;
    if (known !== undefined) this.#remove(known);
    const object = this.#objectOf(kept.ref);
    const position = formatPosition(kept.position);
    const tellers = this.#tellersOf(object).filter(({ cut }) => position >= cut);
    const seq = this.#insert(kept, { object, position, lines: tellers.length });
    if (tellers.length === 0) this.#untold.set(kept.id, object);
    for (const { id } of tellers) this.#sql.insertLine.run(id, position, seq);
    if (kept.position.epoch > this.#epoch) this.#raiseEpoch(kept.position.epoch);
  }

  /** What cannot be read any more stays as it is; the reader says so, recording goes on. */
  #revised(change: Change, known: number): Change | undefined {
    try {
      const stored = this.#rows.read(known);
      return stored === undefined ? change : revised(change, stored);
    } catch (error) {
      if (error instanceof UnreadableBlob) return undefined;
      throw error;
    }
  }

  #remove(seq: number): void {
    for (const dependent of this.#sql.dependents.all(seq)) this.detach(dependent);
    this.#sql.deleteLines.run(seq);
    this.#sql.deleteChange.run(seq);
    this.#rows.forget(seq);
    this.#newest.clear();
  }

  #insert(
    change: Change,
    { object, position, lines }: { readonly object: number; readonly position: string; readonly lines: number },
  ): number {
    const event = change.event === undefined ? 0 : 1;
    const text = change.body === undefined ? undefined : Buffer.from(formatJson(change.body));
    const lane = `${object}/${event}`;
    const newest = text === undefined ? undefined : this.#newestOf(lane, { object, event });
    const encoded = text === undefined ? undefined : encodeBody(text, newest?.previous);
    const link = encoded?.link ?? 0;
    const head = encodeHead(change, { known: this.#rows.ref(object), body: text });
    const base = link > 0 && newest !== undefined ? newest.seq : null;
    const body = encoded?.blob ?? null;
    const { id, type, time } = change;
    const row: Inserted = { id, object, position, type, event, time, lines, base, link, head, body };
    const seq = Number(this.#sql.insertChange.run(row).lastInsertRowid);
    if (text !== undefined) this.#noteNewest(lane, { seq, link, text });
    return seq;
  }

  /** The newest body of an object (or of the Events about it) that another can be compressed against. */
  #newestOf(
    lane: string,
    { object, event }: { readonly object: number; readonly event: number },
  ): { readonly seq: number; readonly previous: PreviousBody } | undefined {
    const newest = this.#newest.get(lane) ?? this.#sql.newestBody.get(object, event);
    if (newest === undefined) return undefined;
    try {
      return { seq: newest.seq, previous: { text: this.#rows.text(newest.seq), link: newest.link } };
    } catch (error) {
      // What cannot be read any more cannot serve as a dictionary; the reader says so, recording goes on.
      if (error instanceof UnreadableBlob) return undefined;
      throw error;
    }
  }

  #noteNewest(lane: string, { seq, link, text }: Newest & { readonly text: Buffer }): void {
    if (this.#newest.size >= MOST_KEPT_IDS) this.#newest.clear();
    this.#newest.set(lane, { seq, link });
    this.#rows.remember(seq, text);
  }

  #putCycle(root: string, cycle: Cycle): void {
    const { id } = this.#rootOf(root);
    this.#sql.putCycle.run(id, cycle.number, formatPosition(cycle.start.position), cycle.state, cycle.root.uid, formatJson(cycle));
  }

  #putGap({ root = '', ...gap }: RecordedGap): void {
    this.#sql.putGap.run(gap.id, gap.ref === undefined ? null : identityOf(gap.ref), gap.receivedAt, formatJson(gap), root);
  }

  #putSpan({ root, from, until }: RecordedSpan): void {
    if (this.#sql.growSpan.run(until, root, from).changes > 0) return;
    this.#sql.putSpan.run(root, from, until);
    this.#sql.dropSpans.run(root, root, MOST_SPANS);
  }

  #raiseEpoch(epoch: number): void {
    this.#epoch = epoch;
    this.#sql.raiseEpoch.run(epoch);
  }

  #objectOf(ref: ObjectRef): number {
    const identity = identityOf(ref);
    const known = this.#objects.get(identity) ?? this.#sql.objectByIdentity.get(identity) ?? this.#insertObject(identity, ref);
    if (this.#objects.size >= MOST_KEPT_IDS) this.#objects.clear();
    this.#objects.set(identity, known);
    return known;
  }

  #insertObject(identity: string, { uid, group, version, kind, namespace, name }: ObjectRef): number {
    return Number(this.#sql.insertObject.run({ identity, uid, group, version, kind, namespace, name }).lastInsertRowid);
  }

  #rootOf(name: string): RootRow {
    this.#sql.insertRoot.run(name);
    return this.#sql.rootByName.get(name) ?? { id: 0, cut: '' };
  }

  /** The roots an object belongs to; the one without a name where it belongs to none. */
  #tellersOf(object: number): readonly RootRow[] {
    const known = this.#rootsOf.get(object);
    if (known !== undefined) return known;
    const roots = this.#sql.rootsOfObject.all(object);
    const tellers = roots.length > 0 ? roots : this.#sql.noRoot.all();
    if (this.#rootsOf.size >= MOST_KEPT_IDS) this.#rootsOf.clear();
    this.#rootsOf.set(object, tellers);
    return tellers;
  }
}

function prepareAll(db: Database) {
  const one = (sql: string): Statement<unknown[], number> => db.prepare<unknown[], number>(sql).pluck();
  return {
    objectByIdentity: one('SELECT id FROM object WHERE identity = ?'),
    insertObject: db.prepare<[ObjectRef & { identity: string }]>(
      'INSERT INTO object (identity, uid, grp, version, kind, namespace, name) VALUES (@identity, @uid, @group, @version, @kind, @namespace, @name)',
    ),
    insertRoot: db.prepare<[string]>('INSERT INTO root (name) VALUES (?) ON CONFLICT DO NOTHING'),
    rootByName: db.prepare<[string], RootRow>('SELECT id, cut FROM root WHERE name = ?'),
    rootsOfObject: db.prepare<[number], RootRow>(
      'SELECT root.id, root.cut FROM member JOIN root ON root.id = member.root WHERE member.object = ?',
    ),
    noRoot: db.prepare<[], RootRow>('SELECT id, cut FROM root WHERE id = 0'),
    putMember: db.prepare<[number, number, string]>('INSERT INTO member (root, object, since) VALUES (?, ?, ?) ON CONFLICT DO NOTHING'),
    unlink: db.prepare<[number]>(
      'DELETE FROM line WHERE root = 0 AND (position, change) IN (SELECT position, seq FROM change WHERE object = ? AND lines > 0)',
    ),
    link: db.prepare<[number, number, string]>(
      'INSERT INTO line (root, position, change) SELECT ?, position, seq FROM change WHERE object = ? AND position >= ?',
    ),
    lessLines: db.prepare<[number]>('UPDATE change SET lines = lines - 1 WHERE object = ? AND lines > 0'),
    moreLines: db.prepare<[number, string]>('UPDATE change SET lines = lines + 1 WHERE object = ? AND position >= ?'),
    changeById: one('SELECT seq FROM change WHERE id = ?'),
    dependents: one('SELECT seq FROM change WHERE base = ?'),
    detach: db.prepare<[Buffer, number]>('UPDATE change SET body = ?, base = NULL, link = 0 WHERE seq = ?'),
    deleteLines: db.prepare<[number]>(
      'DELETE FROM line WHERE (root, position, change) IN (SELECT root.id, position, seq FROM root, change WHERE seq = ?)',
    ),
    deleteChange: db.prepare<[number]>('DELETE FROM change WHERE seq = ?'),
    newestBody: db.prepare<[number, number], Newest>(
      'SELECT seq, link FROM change WHERE object = ? AND event = ? AND body IS NOT NULL ORDER BY position DESC, seq DESC LIMIT 1',
    ),
    insertChange: db.prepare<[Inserted]>(
      `INSERT INTO change (id, object, position, type, event, time, lines, base, link, head, body)
       VALUES (@id, @object, @position, @type, @event, @time, @lines, @base, @link, @head, @body)`,
    ),
    insertLine: db.prepare<[number, string, number]>('INSERT INTO line (root, position, change) VALUES (?, ?, ?)'),
    withdraw: db.prepare<[string, number]>('DELETE FROM cycle WHERE root = (SELECT id FROM root WHERE name = ?) AND number = ?'),
    putCycle: db.prepare<[number, number, string, string, string, string]>(
      'INSERT OR REPLACE INTO cycle (root, number, start, state, uid, data) VALUES (?, ?, ?, ?, ?, ?)',
    ),
    putGap: db.prepare<[string, string | null, number, string, string]>(
      'INSERT INTO gap (id, identity, received_at, data, root) VALUES (?, ?, ?, ?, ?) ON CONFLICT DO NOTHING',
    ),
    growSpan: db.prepare<[number, string, number]>('UPDATE span SET until = ? WHERE root = ? AND since = ?'),
    putSpan: db.prepare<[string, number, number]>('INSERT INTO span (root, since, until) VALUES (?, ?, ?)'),
    dropSpans: db.prepare<[string, string, number]>(
      'DELETE FROM span WHERE root = ? AND since NOT IN (SELECT since FROM span WHERE root = ? ORDER BY since DESC LIMIT ?)',
    ),
    putPosition: db.prepare<[string, string, string, number]>(
      'INSERT OR REPLACE INTO position (scope, root, resource_version, epoch) VALUES (?, ?, ?, ?)',
    ),
    putMeta: db.prepare<[string, string | number]>('INSERT OR REPLACE INTO meta (key, value) VALUES (?, ?)'),
    addMeta: db.prepare<[string, number]>(
      'INSERT INTO meta (key, value) VALUES (?, ?) ON CONFLICT (key) DO UPDATE SET value = value + excluded.value',
    ),
    raiseEpoch: db.prepare<[number]>(
      "INSERT INTO meta (key, value) VALUES ('epoch', ?) ON CONFLICT (key) DO UPDATE SET value = max(value, excluded.value)",
    ),
  };
}
