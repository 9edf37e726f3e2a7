// Which part of a history goes first when a limit is reached: the oldest whole cycle with the idle time after it, over all roots; only where
// no root has a whole one to spare, the oldest changes of the largest root; last of all the last known states of living objects.

/** Absent = unlimited. maxBytes: the store's whole size. maxAgeMs: against the time of changes. maxCycles: cycles kept per root. */
export type RetentionLimits = { readonly maxBytes?: number; readonly maxAgeMs?: number; readonly maxCycles?: number };

/**
 * What a store holds of one root. Positions as text (formatPosition); starts: of each kept cycle, ascending; oldest and newest: of the kept
 * changes, absent where there are none; ended: the root itself is deleted and no cycle of it is open.
 */
export type RootExtent = {
  readonly root: string;
  readonly starts: readonly string[];
  readonly oldest?: string;
  readonly newest?: string;
  readonly ended: boolean;
};

/** Everything of this root before the position goes; its newest cycle too only where whole. */
export type Cut = { readonly root: string; readonly before: string; readonly whole: boolean };

/** A store as retention sees it. */
export interface Retained {
  /** Bytes in use, without what is free for reuse. */
  bytes(): number;
  /** Cheap: no change is counted for it. */
  extents(): readonly RootExtent[];
  /** How many changes of a root are kept. They are counted: the time grows with them. */
  changes(root: string): number;
  /** Positions where the kept cycles of a root start, ascending. */
  starts(root: string): readonly string[];
  /** Position of the kept change of this rank (0 = oldest) of a root. */
  positionAt(root: string, rank: number): string | undefined;
  /** Position of the oldest kept change of a root that happened at or after a time. */
  firstSince(root: string, time: number): string | undefined;
  cut(cut: Cut): void;
  /** Gives up the oldest last known states, at most this many; returns how many it found. */
  dropBaselines(atMost: number): number;
  /** Keeps the newest gaps only. since: milliseconds since the epoch. */
  dropGaps(options: { readonly keep: number; readonly since: number }): void;
}

/** Changes that hang on no root (yet) are kept under this name; they go with the oldest cycles. */
export const NO_ROOT = '';
/** Times of recording that are kept of a root. */
export const MOST_SPANS = 1_000;

const MOST_GAPS = 10_000;
const BYTES_PER_GAP = 2_000;

/** Drops the oldest cycles until the bytes in use are down to the goal. */
export function shrinkTo(store: Retained, goal: number): void {
  store.dropGaps({ keep: Math.min(MOST_GAPS, Math.ceil(goal / BYTES_PER_GAP)), since: 0 });
  const extents = store.extents();
  const unrooted = extents.some(({ root, oldest }) => root === NO_ROOT && oldest !== undefined);
  for (const cut of wholeCuts(extents)) {
    if (store.bytes() <= goal) return;
    if (unrooted) store.cut({ root: NO_ROOT, before: cut.before, whole: false });
    store.cut(cut);
  }
  while (store.bytes() > goal && cutLargest(store));
  while (store.bytes() > goal && store.dropBaselines(1_000) > 0);
}

/** Drops whole cycles that ended before a time, and what is older within each root's newest one. horizon: milliseconds since the epoch. */
export function dropOlderThan(store: Retained, horizon: number): void {
  store.dropGaps({ keep: MOST_GAPS, since: horizon });
  for (const extent of store.extents()) {
    const cut = cutByTime(store, { extent, horizon });
    if (cut !== undefined) store.cut(cut);
  }
}

/** Drops the oldest cycles of these roots where they have more than this many. */
export function dropBeyond(store: Retained, { roots, maxCycles }: { readonly roots: Iterable<string>; readonly maxCycles: number }): void {
  for (const root of roots) {
    const starts = store.starts(root);
    const before = starts[starts.length - Math.max(1, maxCycles)];
    if (before !== undefined && before !== starts[0]) store.cut({ root, before, whole: false });
  }
}

/** Byte order of position texts. */
export function compareText(left: string, right: string): number {
  if (left === right) return 0;
  return left < right ? -1 : 1;
}

/** A text after this position and before every other one. */
function justAfter(position: string): string {
  return `${position}~`;
}

function wholeCuts(extents: readonly RootExtent[]): readonly Cut[] {
  return extents.flatMap(wholeCutsOf).sort((left, right) => compareText(left.before, right.before) || compareText(left.root, right.root));
}

function wholeCutsOf({ root, starts, oldest, newest, ended }: RootExtent): Cut[] {
  const first = starts[0];
  if (first === undefined) return [];
  const bounds = oldest !== undefined && oldest < first ? starts : starts.slice(1);
  const cuts = bounds.map((before) => ({ root, before, whole: false }));
  return ended ? [...cuts, { root, before: justAfter(newest ?? first), whole: true }] : cuts;
}

function cutLargest(store: Retained): boolean {
  const largest = largestRoot(store);
  if (largest === undefined) return false;
  const { root, oldest, newest, changes } = largest;
  const rank = store.positionAt(root, Math.ceil(changes / 10)) ?? newest;
  store.cut({ root, before: rank === oldest ? justAfter(rank) : rank, whole: false });
  return true;
}

type Largest = { readonly root: string; readonly oldest: string; readonly newest: string; readonly changes: number };

function largestRoot(store: Retained): Largest | undefined {
  let largest: Largest | undefined;
  for (const { root, oldest, newest } of store.extents()) {
    if (oldest === undefined || newest === undefined) continue;
    const changes = store.changes(root);
    if (changes > (largest?.changes ?? 0)) largest = { root, oldest, newest, changes };
  }
  return largest;
}

function cutByTime(store: Retained, { extent, horizon }: { readonly extent: RootExtent; readonly horizon: number }): Cut | undefined {
  const { root, starts, oldest, newest, ended } = extent;
  const latest = starts.at(-1);
  // All its changes are gone, for their age or for want of space; what ended before that has nothing more to tell.
  if (oldest === undefined || newest === undefined)
    return ended && latest !== undefined ? { root, before: justAfter(latest), whole: true } : undefined;
  const first = store.firstSince(root, horizon);
  if (first === undefined) return { root, before: justAfter(newest), whole: ended };
  const before = latest === undefined || first > latest ? first : starts.findLast((start) => start <= first);
  return before === undefined || before <= oldest ? undefined : { root, before, whole: false };
}
