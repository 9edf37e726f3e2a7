// A history in memory: for replays, for tests, and where no folder can be written to. Bodies are compressed as on disk; limits hold as on disk.

import { type Clock, formatGroupKind, identityOf } from '@rectrace/kube';
import { type Change, type Cycle, formatPosition, type Membership, parsePosition } from '@rectrace/trace';
import { matchesQuery } from './change-filter.ts';
import { isNamedBy, placeOf } from './change-identity.ts';
import { historyClosed, historyFenced } from './errors.ts';
import type { ChangeQuery, CycleQuery, Dropped, HistoryReader, KnownRoot, LatestQuery, RootEntry } from './history-reader.ts';
import type { Commit, HistoryWriter, RecordedGap, RecordedPosition, RecordedSpan } from './history-writer.ts';
import { LimitsKeeper } from './limits-keeper.ts';
import { retainedTables } from './memory-retention.ts';
import { compareRows, latestNumber, type MemoryObject, type MemoryRoot, type MemoryRow } from './memory-rows.ts';
import { createTables, joinRoot, keepChange, keepSpan, type MemoryTables, rootOf, settleLate } from './memory-tables.ts';
import { compareText, NO_ROOT, type RetentionLimits } from './retention.ts';

/** clock: for a limit by age. */
export type MemoryHistoryOptions = { readonly limits?: RetentionLimits; readonly clock?: Pick<Clock, 'now'> };

export class MemoryHistory implements HistoryWriter, HistoryReader {
  /** Nobody has written it before. */
  readonly fence = 0;
  readonly #tables: MemoryTables = createTables();
  readonly #keeper: LimitsKeeper;
  #newestFence = 0;
  #closed = false;

  constructor({ limits = {}, clock }: MemoryHistoryOptions = {}) {
    this.#keeper = new LimitsKeeper(retainedTables(this.#tables), { limits, clock });
  }

  /** Bytes held, as a limit counts them: approximate. */
  get bytes(): number {
    return this.#tables.bytes;
  }

  commit(commit: Commit): void {
    if (this.#closed) throw historyClosed('in memory');
    if (commit.fence < this.#newestFence) throw historyFenced(commit.fence, this.#newestFence);
    this.#newestFence = commit.fence;
    for (const member of commit.members) joinRoot(this.#tables, member);
    for (const change of commit.changes) keepChange(this.#tables, change);
    settleLate(this.#tables);
    for (const { root, number } of commit.withdrawn) this.#tables.roots.get(root)?.cycles.delete(number);
    for (const { root, cycle } of commit.cycles) rootOf(this.#tables, root).cycles.set(cycle.number, cycle);
    this.#keepTimes(commit);
    this.#keeper.keep(commit);
  }

  #keepTimes({ gaps, positions, spans = [] }: Commit): void {
    for (const gap of gaps) if (!this.#tables.gaps.has(gap.id)) this.#tables.gaps.set(gap.id, gap);
    for (const position of positions) this.#tables.positions.set(placeOf(position), position);
    for (const span of spans) keepSpan(this.#tables, span);
  }

  close(): void {
    this.#closed = true;
  }

  *changes(query: ChangeQuery): Iterable<Change> {
    let left = query.limit ?? Number.POSITIVE_INFINITY;
    const rows = candidates(this.#tables, query);
    if (query.newestFirst === true) rows.reverse();
    for (const row of rows) {
      if (left <= 0) return;
      if (!matchesQuery(row.change, query)) continue;
      left -= 1;
      yield query.withoutBodies === true ? row.change : this.#tables.rows.read(row);
    }
  }

  cycles(root: string, { newest = Number.POSITIVE_INFINITY }: CycleQuery = {}): readonly Cycle[] {
    const cycles = [...(this.#tables.roots.get(root)?.cycles.values() ?? [])].sort((left, right) => left.number - right.number);
    return cycles.slice(Math.max(0, cycles.length - newest));
  }

  members(root: string): readonly Membership[] {
    const members = [...(this.#tables.roots.get(root)?.members.values() ?? [])];
    return members.sort((left, right) => compareText(memberKey(left), memberKey(right)));
  }

  roots(): readonly RootEntry[] {
    const named = [...this.#tables.roots.values()].filter((root) => root.name !== NO_ROOT);
    return named.sort((left, right) => compareText(left.name, right.name)).map((root) => entryOf(root));
  }

  root(id: string): KnownRoot | undefined {
    const root = id === NO_ROOT ? undefined : this.#tables.roots.get(id);
    return root === undefined ? undefined : knownRootOf(root);
  }

  gaps(root?: string): readonly RecordedGap[] {
    const members = root === undefined ? undefined : this.#tables.roots.get(root)?.members;
    const concerns = ({ ref, root: whose = root }: RecordedGap) =>
      root === undefined || (ref === undefined ? whose === root : members?.has(identityOf(ref)) === true);
    const gaps = [...this.#tables.gaps.values()].filter(concerns);
    return gaps.sort((left, right) => left.receivedAt - right.receivedAt || compareText(left.id, right.id));
  }

  positions(): readonly RecordedPosition[] {
    return [...this.#tables.positions.values()].sort((left, right) => compareText(placeOf(left), placeOf(right)));
  }

  spans(root?: string): readonly RecordedSpan[] {
    const spans = root === undefined ? [...this.#tables.spans.values()].flat() : (this.#tables.spans.get(root) ?? []);
    return spans.toSorted((left, right) => left.from - right.from || compareText(left.root, right.root));
  }

  revision(uid: string, resourceVersion: string): Change | undefined {
    const row = revisionRow(this.#tables, { uid, resourceVersion });
    return row === undefined ? undefined : this.#tables.rows.read(row);
  }

  *latest(query: LatestQuery): Iterable<Change> {
    for (const row of latestRows(this.#tables, query)) yield query.withoutBodies === true ? row.change : this.#tables.rows.read(row);
  }

  dropped(): Dropped {
    const cut = [...this.#tables.roots.values()].filter((root) => root.name !== NO_ROOT && root.cut !== '');
    const roots = cut
      .sort((left, right) => compareText(left.name, right.name))
      .map((root) => ({ root: root.name, changes: root.droppedChanges, cycles: root.droppedCycles, before: parsePosition(root.cut) }));
    return { ...this.#tables.dropped, roots };
  }
}

function candidates(tables: MemoryTables, { root, uid }: ChangeQuery): MemoryRow[] {
  if (root !== undefined) return [...(tables.roots.get(root)?.rows ?? [])];
  const rows = uid === undefined ? [...tables.byId.values()].sort(compareRows) : (tables.objects.get(uid)?.rows ?? []);
  return rows.filter((row) => row.lines > 0);
}

function memberKey({ since, ref }: Membership): string {
  return `${formatPosition(since)}/${identityOf(ref)}`;
}

function knownRootOf(root: MemoryRoot): KnownRoot {
  const ref = latestOf(root)?.root ?? [...root.members.values()].findLast((member) => isNamedBy(member.ref, root.name))?.ref;
  return { id: root.name, ...(ref === undefined ? {} : { ref }) };
}

function latestOf({ cycles }: MemoryRoot): Cycle | undefined {
  return cycles.get(latestNumber(cycles));
}

function entryOf(root: MemoryRoot): RootEntry {
  const latest = latestOf(root);
  const first = root.rows[0];
  const last = root.rows.at(-1);
  return {
    ...knownRootOf(root),
    cycles: root.cycles.size,
    ...(latest === undefined ? {} : { latest: { number: latest.number, state: latest.state } }),
    changes: root.rows.length,
    ...(first === undefined ? {} : { firstTime: first.change.time }),
    ...(last === undefined ? {} : { lastTime: last.change.time }),
  };
}

function revisionRow(
  tables: MemoryTables,
  { uid, resourceVersion }: { readonly uid: string; readonly resourceVersion: string },
): MemoryRow | undefined {
  for (let epoch = tables.epoch; epoch >= 0; epoch -= 1) {
    const row = tables.byId.get(`${epoch}/${uid}/${resourceVersion}`) ?? tables.byId.get(`${epoch}/${uid}/deleted`);
    if (row?.change.resourceVersion === resourceVersion) return row;
  }
  return undefined;
}

function latestRows(tables: MemoryTables, { root, at, withDeleted, kinds }: LatestQuery): readonly MemoryRow[] {
  const until = at === undefined ? undefined : formatPosition(at);
  const identities = root === undefined ? tables.objects.keys() : (tables.roots.get(root)?.members.keys() ?? []);
  const known = [...identities].flatMap((identity) => tables.objects.get(identity) ?? []);
  const objects = kinds === undefined ? known : known.filter(({ ref }) => kinds.includes(formatGroupKind(ref)));
  const rows = objects.flatMap((object) => newestState(object, until) ?? []).sort(compareRows);
  return withDeleted === true ? rows : rows.filter((row) => row.change.type !== 'Deletion');
}

function newestState(object: MemoryObject, until: string | undefined): MemoryRow | undefined {
  return object.rows.findLast((row) => row.change.event === undefined && (until === undefined || row.position <= until));
}
