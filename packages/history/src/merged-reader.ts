// Two histories read as one: an older, larger one and what was recorded after it, whose word counts where both know something.

import { identityOf } from '@rectrace/kube';
import { type Change, type Cycle, comparePositions, formatPosition, type Membership } from '@rectrace/trace';
import { placeOf } from './change-identity.ts';
import type { ChangeQuery, CycleQuery, Dropped, HistoryReader, KnownRoot, LatestQuery, RootEntry } from './history-reader.ts';
import type { RecordedGap, RecordedPosition, RecordedSpan } from './history-writer.ts';
import { compareText } from './retention.ts';

export type MergedReaderOptions = {
  readonly older: HistoryReader;
  readonly newer: HistoryReader;
  /** Cycles of the older one that are no longer so. */
  readonly withdrawn: readonly { readonly root: string; readonly number: number }[];
};

export class MergedReader implements HistoryReader {
  readonly #older: HistoryReader;
  readonly #newer: HistoryReader;
  readonly #withdrawn: MergedReaderOptions['withdrawn'];

  constructor({ older, newer, withdrawn }: MergedReaderOptions) {
    this.#older = older;
    this.#newer = newer;
    this.#withdrawn = withdrawn;
  }

  *changes(query: ChangeQuery): Iterable<Change> {
    const { limit = Number.POSITIVE_INFINITY, ...unlimited } = query;
    const direction = query.newestFirst === true ? -1 : 1;
    const newer = [...this.#newer.changes(unlimited)];
    const ids = new Set(newer.map(({ id }) => id));
    let left = limit;
    for (const change of inOrder(this.#older.changes(unlimited), newer, { direction, without: ids })) {
      if (left <= 0) return;
      left -= 1;
      yield change;
    }
  }

  cycles(root: string, { newest = Number.POSITIVE_INFINITY }: CycleQuery = {}): readonly Cycle[] {
    const gone = new Set(this.#withdrawn.filter((cycle) => cycle.root === root).map(({ number }) => number));
    const older = this.#older.cycles(root).filter(({ number }) => !gone.has(number));
    const byNumber = new Map([...older, ...this.#newer.cycles(root)].map((cycle) => [cycle.number, cycle]));
    const cycles = [...byNumber.values()].sort((left, right) => left.number - right.number);
    return cycles.slice(Math.max(0, cycles.length - newest));
  }

  members(root: string): readonly Membership[] {
    const all = [...this.#newer.members(root), ...this.#older.members(root)];
    const byObject = new Map(all.map((member) => [identityOf(member.ref), member]));
    return [...byObject.values()].sort((left, right) => compareText(memberKey(left), memberKey(right)));
  }

  roots(): readonly RootEntry[] {
    const older = new Map(this.#older.roots().map((entry) => [entry.id, entry]));
    const newer = new Map(this.#newer.roots().map((entry) => [entry.id, entry]));
    const ids = [...new Set([...older.keys(), ...newer.keys()])].sort(compareText);
    return ids.map((id) => this.#entry(id, { older: older.get(id), newer: newer.get(id) }));
  }

  root(id: string): KnownRoot | undefined {
    const older = this.#older.root(id);
    const newer = this.#newer.root(id);
    return older === undefined || newer === undefined ? (newer ?? older) : { ...older, ...newer };
  }

  gaps(root?: string): readonly RecordedGap[] {
    const byId = new Map([...this.#older.gaps(root), ...this.#newer.gaps(root)].map((gap) => [gap.id, gap]));
    return [...byId.values()].sort((left, right) => left.receivedAt - right.receivedAt || compareText(left.id, right.id));
  }

  positions(): readonly RecordedPosition[] {
    const byPlace = new Map([...this.#older.positions(), ...this.#newer.positions()].map((position) => [placeOf(position), position]));
    return [...byPlace.values()].sort((left, right) => compareText(placeOf(left), placeOf(right)));
  }

  spans(root?: string): readonly RecordedSpan[] {
    const byStart = new Map([...this.#older.spans(root), ...this.#newer.spans(root)].map((span) => [`${span.from} ${span.root}`, span]));
    return [...byStart.values()].sort((left, right) => left.from - right.from || compareText(left.root, right.root));
  }

  revision(uid: string, resourceVersion: string): Change | undefined {
    return this.#newer.revision(uid, resourceVersion) ?? this.#older.revision(uid, resourceVersion);
  }

  *latest(query: LatestQuery): Iterable<Change> {
    const byObject = new Map<string, Change>();
    for (const reader of [this.#older, this.#newer]) {
      for (const change of reader.latest({ ...query, withDeleted: true })) {
        const known = byObject.get(identityOf(change.ref));
        if (known === undefined || comparePositions(known.position, change.position) <= 0) byObject.set(identityOf(change.ref), change);
      }
    }
    const newest = [...byObject.values()].sort((left, right) => comparePositions(left.position, right.position));
    yield* newest.filter((change) => query.withDeleted === true || change.type !== 'Deletion');
  }

  dropped(): Dropped {
    const older = this.#older.dropped();
    const newer = this.#newer.dropped();
    const byRoot = new Map(older.roots.map((entry) => [entry.root, entry]));
    for (const entry of newer.roots) {
      const known = byRoot.get(entry.root);
      byRoot.set(
        entry.root,
        known === undefined ? entry : { ...entry, changes: known.changes + entry.changes, cycles: known.cycles + entry.cycles },
      );
    }
    return {
      changes: older.changes + newer.changes,
      cycles: older.cycles + newer.cycles,
      gaps: older.gaps + newer.gaps,
      baselines: older.baselines + newer.baselines,
      roots: [...byRoot.values()].sort((left, right) => compareText(left.root, right.root)),
    };
  }

  #entry(id: string, { older, newer }: { readonly older: RootEntry | undefined; readonly newer: RootEntry | undefined }): RootEntry {
    const cycles = this.cycles(id);
    const latest = cycles.at(-1);
    const { cycles: _cycles, latest: _latest, changes: _changes, ...known } = { ...older, ...newer, id };
    const firstTime = older?.firstTime ?? newer?.firstTime;
    return {
      ...known,
      cycles: cycles.length,
      ...(latest === undefined ? {} : { latest: { number: latest.number, state: latest.state } }),
      changes: (older?.changes ?? 0) + (newer?.changes ?? 0),
      ...(firstTime === undefined ? {} : { firstTime }),
    };
  }
}

function* inOrder(
  older: Iterable<Change>,
  newer: readonly Change[],
  { direction, without }: { readonly direction: 1 | -1; readonly without: ReadonlySet<string> },
): Iterable<Change> {
  let at = 0;
  for (const change of older) {
    if (without.has(change.id)) continue;
    for (let next = newer[at]; next !== undefined && direction * comparePositions(next.position, change.position) < 0; next = newer[at]) {
      yield next;
      at += 1;
    }
    yield change;
  }
  yield* newer.slice(at);
}

function memberKey({ since, ref }: Membership): string {
  return `${formatPosition(since)}/${identityOf(ref)}`;
}
