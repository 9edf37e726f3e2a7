// What is known of one root from one source, in one shape, so that every command tells it the same way.

import type { HistoryReader } from '@rectrace/history';
import type { KubeObject, ObjectRef } from '@rectrace/kube';
import type { Change, Cycle, Gap, ObjectStates, ObjectSummary, RootTarget, RootView, TreeNode, Verdict } from '@rectrace/trace';
import { withBoundedTimes } from './bounded-times.ts';

/** The parts of a history that a story is put together from. */
export type StoryReader = Pick<HistoryReader, 'latest' | 'changes' | 'cycles' | 'gaps'>;

/**
 * A time in which nothing was recorded, and what is told of it all the same. from: absent = from the start; milliseconds since the epoch. told:
 * caughtUp = changes the server still told of, reconstructed = from what the objects show now, nothing = not asked. changes: so many.
 */
export type Unrecorded = {
  readonly from?: number;
  readonly to: number;
  readonly told: 'caughtUp' | 'reconstructed' | 'nothing';
  readonly changes: number;
};

export type RootStory = {
  readonly target: RootTarget;
  readonly ref: ObjectRef;
  /** Absent where the root was never seen. */
  readonly verdict?: Verdict;
  readonly gone: boolean;
  readonly cycles: readonly Cycle[];
  /** All changes of everything that was ever in the tree, noise included, oldest first. */
  readonly changes: readonly Change[];
  readonly gaps: readonly Gap[];
  readonly tree?: TreeNode;
  readonly summary: readonly ObjectSummary[];
  /** What readiness goes by: the rules. */
  readonly states: ObjectStates;
  /** The newest body of an object of the tree. */
  bodyOf(uid: string): KubeObject | undefined;
  /** Until when what is open counts: milliseconds since the epoch. */
  readonly now: number;
  /** Where it comes from, in words: 'recording a.ndjson'. */
  readonly source: string;
  /** What the reader should know of its completeness. */
  readonly notes: readonly string[];
  /** Oldest first; absent = it is recorded as a whole, or reconstructed as a whole. */
  readonly unrecorded?: readonly Unrecorded[];
};

/** Puts a story together from a history and the recorder's view of the root. */
export function storyOf(
  view: RootView,
  from: Pick<RootStory, 'states' | 'now' | 'source' | 'notes' | 'unrecorded'> & { readonly reader: StoryReader },
): RootStory | undefined {
  const { target, ref, verdict, gone, tree, summary } = view;
  if (ref === undefined) return undefined;
  const bodies = new Map<string, KubeObject>();
  for (const change of from.reader.latest({ root: target.id, withDeleted: true })) {
    if (change.body !== undefined) bodies.set(change.ref.uid, change.body);
  }
  return withBoundedTimes({
    target,
    ref,
    gone,
    cycles: from.reader.cycles(target.id),
    changes: [...from.reader.changes({ root: target.id })],
    gaps: from.reader.gaps(target.id),
    summary: summary.objectSummaries,
    bodyOf: (uid) => bodies.get(uid),
    states: from.states,
    now: from.now,
    source: from.source,
    notes: from.notes,
    ...(from.unrecorded === undefined ? {} : { unrecorded: from.unrecorded }),
    ...(verdict === undefined ? {} : { verdict }),
    ...(tree === undefined ? {} : { tree }),
  });
}
