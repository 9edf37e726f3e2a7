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

/**
 * Of one root: the number its next cycle has, the position up to which nothing of it is folded again (undefined = all of it is), and the cycles
 * that the history has from there on.
 */
export type RootRestart = { readonly firstNumber: number; readonly cut: Position | undefined; readonly told: readonly Cycle[] };

export type RestartPlan = {
  /** By root id. */
  readonly roots: ReadonlyMap<string, RootRestart>;
  /** What stood at the roots' cuts; of what was gone by then the deletion, with the last body known. */
  readonly baseline: readonly Change[];
  /** What came after the cut of a root it belongs to, to be folded again, in order. */
  readonly tail: readonly Change[];
  /** The newest Event about each root's objects: whether Events count their own revisions shows in its place. */
  readonly events: readonly Change[];
};

/** Reads what the roots need to go on as if nothing had happened. A root that was busy lately costs the others nothing. */
export function planRestart(ids: readonly string[], stored: StoredTimeline): RestartPlan {
  const roots = new Map(ids.map((id) => [id, restartOf(stored.cycles(id))]));
  const tail = distinct(
    [...roots].flatMap(([root, { cut }]) => [...stored.changes(cut === undefined ? { root } : { root, afterPosition: cut })]),
  );
  const told = new Set(tail.map(({ id }) => id));
  const stood = [...roots].flatMap(([root, { cut }]) => (cut === undefined ? [] : baselineOf(root, { cut, stored })));
  const events = ids.flatMap((root) => [...stored.changes({ root, types: ['Event'], newestFirst: true, limit: 1 })]);
  return { roots, baseline: distinct(stood.filter(({ id }) => !told.has(id))), tail, events };
}

function restartOf(cycles: readonly Cycle[]): RootRestart {
  const cut = restartPosition(cycles);
  const finished = cycles.filter(({ start }) => cut !== undefined && comparePositions(start.position, cut) <= 0);
  const firstNumber = (finished.at(-1)?.number ?? 0) + 1;
  return { firstNumber, cut, told: cycles.filter(({ number }) => number >= firstNumber) };
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
