// What a reflector is told, and the times it keeps.

import type { Cancellation, ListWatch, ListWatchQuery, ResourceScope, SteadyClock } from '@rectrace/kube';
import type { Backoff } from '../backoff.ts';
import type { KindNews } from '../discovery/kind-news.ts';
import type { KnownCollection, KnownRevision } from './known-collection.ts';
import type { ReflectorCounters } from './reflector-counters.ts';

/** Where an earlier run stopped: everything up to that version was told, and these objects lived then. */
export type ResumePlace = { readonly resourceVersion: string; readonly known: Iterable<KnownRevision> };

export type WalkBackLimits = {
  /** Beyond it the rest of an object's lost revisions becomes a gap. */
  readonly maxRevisionsPerObject: number;
  /** Objects walked back at the same time. */
  readonly concurrency: number;
  /** Milliseconds spent on looking for objects that came and went within a break, before the watch goes on; 0 = none are looked for. */
  readonly searchMs: number;
};

/** Milliseconds unless said otherwise. */
export type ReflectorTimings = {
  readonly backoff: Backoff;
  /** Pause after a watch that was closed cleanly. */
  readonly calmMs: number;
  /** A watch that told nothing and lived shorter than this counts as a failure. */
  readonly shortLivedMs: number;
  /** No message at all for this long: the connection is dead. Bookmarks come every minute. */
  readonly silenceMs: number;
  /** The same for a collection that never had a bookmark. */
  readonly silenceWithoutBookmarksMs: number;
  /** How long a fresh watch gets to contradict a list that showed nothing new. */
  readonly graceMs: number;
  readonly forbiddenRetryMs: number;
  readonly absentRetryMs: number;
  /** Bounds of the random time after which the server ends a watch, seconds. */
  readonly watchSeconds: { readonly min: number; readonly max: number };
};

export const DEFAULT_TIMINGS: ReflectorTimings = {
  backoff: { baseMs: 200, maxMs: 30_000 },
  calmMs: 100,
  shortLivedMs: 5_000,
  silenceMs: 90_000,
  silenceWithoutBookmarksMs: 180_000,
  graceMs: 5_000,
  forbiddenRetryMs: 300_000,
  absentRetryMs: 60_000,
  watchSeconds: { min: 300, max: 600 },
};

export const DEFAULT_WALK_BACK: WalkBackLimits = { maxRevisionsPerObject: 1_000, concurrency: 8, searchMs: 3_000 };

export type ReflectOptions = {
  readonly source: ListWatch;
  readonly query: ListWatchQuery;
  readonly scope: ResourceScope;
  readonly clock: SteadyClock;
  random(): number;
  readonly resume?: ResumePlace;
  readonly walkBack?: WalkBackLimits;
  readonly timings?: Partial<ReflectorTimings>;
  readonly counters?: ReflectorCounters;
  /** Memory that outlives this call, so that a following one can resume. */
  readonly known?: KnownCollection;
  /** The query to use from now on, asked before each list and watch: a CRD may have come to serve another version. */
  currentQuery?(): ListWatchQuery;
  /** An absent resource is asked for again, and its objects end, by what is known of its kind. */
  readonly news?: KindNews;
  readonly signal: Cancellation;
};
