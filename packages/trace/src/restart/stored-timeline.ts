// The part of a history that a restart reads.

import type { Change, ChangeType, Gap } from '../change.ts';
import type { Cycle } from '../cycle.ts';
import type { Position } from '../position.ts';

/** The part of a history that a restart needs. latest: the newest change of each object (Events apart) that lives at a position. */
export type StoredTimeline = {
  /** Ordered by number. newest: only so many of the newest; one that gives all of them is right, too. */
  cycles(root: string, options?: { readonly newest?: number }): readonly Cycle[];
  latest(query: { readonly root: string; readonly at: Position }): Iterable<Change>;
  /** In order; not read ahead of who asks for the next. */
  changes(query: StoredChanges): Iterable<Change>;
  /** Those that concern a root. */
  gaps(root: string): Iterable<Pick<Gap, 'ref' | 'to'>>;
  /** How far the collections were recorded. */
  positions(): readonly { readonly epoch: number }[];
};

export type StoredChanges = {
  readonly root: string;
  readonly afterPosition?: Position;
  readonly uid?: string;
  readonly types?: readonly ChangeType[];
  readonly newestFirst?: boolean;
  readonly limit?: number;
  readonly withoutBodies?: boolean;
};
