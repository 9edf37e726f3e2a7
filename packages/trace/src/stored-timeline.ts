// What a restart reads of the history: where to start folding again, what stood there, and what came after.

import type { Change, ChangeType } from './change.ts';
import type { Cycle } from './cycle.ts';
import type { Position } from './position.ts';
import { comparePositions } from './position.ts';
import { restartPosition } from './restart-position.ts';

/** The part of a history that a restart needs. latest: the newest change of each object (Events apart), up to a position. */
export type StoredTimeline = {
  cycles(root: string): readonly Cycle[];
  latest(query: { readonly root: string; readonly at: Position; readonly withDeleted: true }): Iterable<Change>;
  changes(query: StoredChanges): Iterable<Change>;
};

type StoredChanges = {
  readonly root: string;
  readonly afterPosition?: Position;
  readonly uid?: string;
  readonly types?: readonly ChangeType[];
  readonly newestFirst?: boolean;
  readonly limit?: number;
};

export type RestartPlan = {
  /** By root id: the number its next cycle has. */
  readonly firstNumbers: ReadonlyMap<string, number>;
  /** Of what was gone by then the deletion, with the last body known. */
  readonly baseline: readonly Change[];
  /** To be folded again, in order. */
  readonly tail: readonly Change[];
};

/** Reads what the roots need to go on as if nothing had happened. */
export function planRestart(roots: readonly string[], stored: StoredTimeline): RestartPlan {
  const cyclesByRoot = new Map(roots.map((id) => [id, stored.cycles(id)]));
  const cut = restartPosition(cyclesByRoot);
  const finished = (cycles: readonly Cycle[]): number =>
    cycles.filter(({ start }) => cut !== undefined && comparePositions(start.position, cut) <= 0).at(-1)?.number ?? 0;
  const after = cut === undefined ? {} : { afterPosition: cut };
  return {
    firstNumbers: new Map([...cyclesByRoot].map(([id, cycles]) => [id, finished(cycles) + 1])),
    baseline: cut === undefined ? [] : distinct(roots.flatMap((root) => baselineOf(root, { cut, stored }))),
    tail: distinct(roots.flatMap((root) => [...stored.changes({ root, ...after })])),
  };
}

function baselineOf(root: string, { cut, stored }: { readonly cut: Position; readonly stored: StoredTimeline }): readonly Change[] {
  return [...stored.latest({ root, at: cut, withDeleted: true })].map((change) => {
    if (change.body !== undefined) return change;
    const [last] = stored.changes({ root, uid: change.ref.uid, types: ['Present', 'Creation', 'Update'], newestFirst: true, limit: 1 });
    return last?.body === undefined ? change : { ...change, body: last.body };
  });
}

/** Changes of several roots in one order, each once. */
function distinct(changes: readonly Change[]): readonly Change[] {
  const byId = new Map(changes.map((change) => [change.id, change]));
  return [...byId.values()].sort((left, right) => comparePositions(left.position, right.position));
}
