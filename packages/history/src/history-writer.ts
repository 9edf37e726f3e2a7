// The port through which everything recorded is kept. One writer handle per store; a commit is one atomic step.

import type { Change, Gap, Membership, RootCycle } from '@rectrace/trace';

/**
 * How far a collection (formatScope) has been recorded: everything up to this version is in the history or in a gap. root: for whom, where each
 * root is recorded at its own times.
 */
export type RecordedPosition = { readonly scope: string; readonly root?: string; readonly resourceVersion: string; readonly epoch: number };

/** A gap as it is kept. root: for whom, where each root is recorded at its own times and a whole collection is concerned. */
export type RecordedGap = Gap & { readonly root?: string };

/** A time in which a root was recorded without a break, milliseconds since the epoch. until: grows while it goes on. */
export type RecordedSpan = { readonly root: string; readonly from: number; readonly until: number };

/**
 * What is kept in one step. Changes and gaps are known by id, memberships by root and object, cycles by root and number, positions by root
 * and scope, spans by root and beginning: repeating a commit adds nothing but what revised says. spans: absent = none.
 * fence: that of the writer; a commit with an older one than the newest stored is refused, since another writer has taken over.
 */
export type Commit = {
  readonly changes: readonly Change[];
  readonly members: readonly Membership[];
  readonly cycles: readonly RootCycle[];
  /** Cycles that were committed before and turned out not to be: late messages changed the story. */
  readonly withdrawn: readonly { readonly root: string; readonly number: number }[];
  readonly gaps: readonly RecordedGap[];
  readonly positions: readonly RecordedPosition[];
  readonly spans?: readonly RecordedSpan[];
  readonly fence: number;
};

export interface HistoryWriter {
  /** What this writer's commits carry: newer than that of every writer before it. */
  readonly fence: number;
  /** All or nothing. @throws HistoryError: HISTORY_FENCED, HISTORY_FULL, HISTORY_READ_ONLY, HISTORY_UNAVAILABLE, HISTORY_DAMAGED. */
  commit(commit: Commit): void;
  /** Releases the store; a second call does nothing. */
  close(): void;
}
