// Takes what comes after a history into memory. A catch-up lists again what was there before, Events above all: what the history has of it is
// not kept twice, and does not count.

import type { Commit, HistoryReader, HistoryWriter } from '@rectrace/history';
import { MemoryHistory, MergedReader, revised, storedOf } from '@rectrace/history';
import type { Change, Position } from '@rectrace/trace';
import { comparePositions } from '@rectrace/trace';

export class LaterHistory implements HistoryWriter {
  readonly fence = 1;
  readonly #memory = new MemoryHistory();
  readonly #withdrawn = new Map<string, Commit['withdrawn'][number]>();
  readonly #older: HistoryReader;
  readonly #root: string;
  /** Retention took what happened before it. */
  readonly #cut: Position | undefined;

  /** Changes of known members are told under their root in memory too. */
  constructor(older: HistoryReader, root: string) {
    this.#older = older;
    this.#root = root;
    this.#cut = older.dropped().roots.find((dropped) => dropped.root === root)?.before;
    const nothing = { changes: [], cycles: [], withdrawn: [], gaps: [], positions: [], fence: this.fence };
    this.#memory.commit({ ...nothing, members: older.members(root) });
  }

  commit(commit: Commit): void {
    for (const gone of commit.withdrawn) this.#withdrawn.set(`${gone.number} ${gone.root}`, gone);
    for (const { root, cycle } of commit.cycles) this.#withdrawn.delete(`${cycle.number} ${root}`);
    this.#memory.commit({ ...commit, changes: commit.changes.flatMap((change) => this.#newOf(change) ?? []) });
  }

  close(): void {
    // Nothing is held open: what was caught up with is read after the recording has ended.
  }

  merged(): HistoryReader {
    return new MergedReader({ older: this.#older, newer: this.#memory, withdrawn: [...this.#withdrawn.values()] });
  }

  /** What has happened since, noise and first lists aside. */
  count(): number {
    const told = [...this.#memory.changes({ root: this.#root, withoutBodies: true })];
    const happened = told.filter(({ type, noise }) => type !== 'Present' && noise === undefined);
    return happened.filter((change) => storedOf(change, this.#older) === undefined).length;
  }

  /** What the history would keep of a change. */
  #newOf(change: Change): Change | undefined {
    const stored = storedOf(change, this.#older);
    if (stored !== undefined) return revised(change, stored);
    const isTaken = this.#cut !== undefined && change.type === 'Event' && comparePositions(change.position, this.#cut) < 0;
    return isTaken ? undefined : change;
  }
}
