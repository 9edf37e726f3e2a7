// The port through which everything recorded is read. Many readers; every value returned is a value of its own.

import type { ObjectRef } from '@rectrace/kube';
import type { Change, ChangeType, Cycle, CycleState, Membership, Position } from '@rectrace/trace';
import type { RecordedGap, RecordedPosition, RecordedSpan } from './history-writer.ts';

/** Every given condition must hold. Times are milliseconds since the epoch, compared with the change's time. */
export type ChangeQuery = {
  /** Only changes of objects that were ever in this root's tree. */
  readonly root?: string;
  readonly uid?: string;
  /** Inclusive. */
  readonly since?: number;
  /** Exclusive. */
  readonly until?: number;
  readonly types?: readonly ChangeType[];
  /** Kinds as formatGroupKind writes them: 'Pod', 'Deployment.apps'. */
  readonly kinds?: readonly string[];
  /** Exclusive. */
  readonly afterPosition?: Position;
  /** Exclusive. */
  readonly beforePosition?: Position;
  readonly limit?: number;
  /** Newest first instead of oldest first. */
  readonly newestFirst?: boolean;
  /** Leave out the bodies, which cost most of the reading. */
  readonly withoutBodies?: boolean;
};

/**
 * at: as things stood at this position, inclusive (absent = now). withDeleted: also objects whose newest change is their deletion. kinds and
 * withoutBodies: as of a ChangeQuery.
 */
export type LatestQuery = Pick<ChangeQuery, 'root' | 'kinds' | 'withoutBodies'> & {
  readonly at?: Position;
  readonly withDeleted?: boolean;
};

/** What is known of one root. Times are milliseconds since the epoch, of the first and last change kept. */
export type RootEntry = {
  readonly id: string;
  /** The newest object of that name; absent while no change, membership or cycle named it. */
  readonly ref?: ObjectRef;
  readonly cycles: number;
  readonly latest?: { readonly number: number; readonly state: CycleState };
  readonly changes: number;
  readonly firstTime?: number;
  readonly lastTime?: number;
};

/** A root without what would have to be counted. */
export type KnownRoot = Pick<RootEntry, 'id' | 'ref'>;

/** What retention took away so far. changes: no longer told; baselines: last known states of living objects, given up only when nothing else was left. */
export type Dropped = {
  readonly changes: number;
  readonly cycles: number;
  readonly gaps: number;
  readonly baselines: number;
  /** Sorted by root; before: what stands before this position is not complete. */
  readonly roots: readonly { readonly root: string; readonly changes: number; readonly cycles: number; readonly before: Position }[];
};

export type CycleQuery = { readonly newest?: number };

export interface HistoryReader {
  /** Ordered by position, equal positions as they were committed. */
  changes(query: ChangeQuery): Iterable<Change>;
  /** Ordered by number. newest: only so many of the newest. */
  cycles(root: string, options?: CycleQuery): readonly Cycle[];
  /** Ordered by since, then uid. */
  members(root: string): readonly Membership[];
  /** Ordered by id. Counts every change of every root. */
  roots(): readonly RootEntry[];
  /** One root; undefined where nothing is known of it. */
  root(id: string): KnownRoot | undefined;
  /** Ordered by receivedAt, then id. With a root: gaps of its members, and of whole collections but those that were recorded for another root alone. */
  gaps(root?: string): readonly RecordedGap[];
  /** Ordered by scope. */
  positions(): readonly RecordedPosition[];
  /** When roots were recorded, the newest 1,000 times of each, oldest first; none of those that are not recorded at times of their own. */
  spans(root?: string): readonly RecordedSpan[];
  /** One revision of an object, or of an Event by the Event's own uid; also one that retention keeps only as a last known state. */
  revision(uid: string, resourceVersion: string): Change | undefined;
  /** The newest change (Events apart) of each object, ordered by position; retention never takes it while the object lives. */
  latest(query: LatestQuery): Iterable<Change>;
  dropped(): Dropped;
}
