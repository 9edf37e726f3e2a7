// The story of a root in the local history that earlier recordings left.

import type { HistoryReader, LastWriter, RecordedSpan, RootEntry } from '@rectrace/history';
import { keyOfRoot } from '@rectrace/history';
import type { KubeObject, ObjectRef } from '@rectrace/kube';
import type { OwnershipRules, RootTarget } from '@rectrace/trace';
import { objectStates, Recorder } from '@rectrace/trace';
import { formatAge } from '@rectrace/view';
import type { CaughtUp } from '../live/caught-up-history.ts';
import type { StateJudge } from '../state-expression.ts';
import type { NamedObject } from './named-object.ts';
import { isNamed } from './named-object.ts';
import { toldFromBefore } from './past-of-story.ts';
import type { RootStory, Unrecorded } from './root-story.ts';
import { storyOf } from './root-story.ts';
import { timesBetween } from './times-between.ts';

/** judge: the state expression of the user; undefined = that of its kind. writer: of the file, the last one. */
export type LocalOptions = {
  readonly rules: OwnershipRules;
  readonly redact: (object: KubeObject) => KubeObject;
  readonly judge: StateJudge | undefined;
  readonly now: number;
  readonly writer: LastWriter | undefined;
};

const LOCAL = 'local history of earlier recordings';
const OTHERWISE_JUDGED = 'its cycles are those of a recording with another --expression';

/** As it was recorded, and no further. undefined where the history knows nothing of the root. */
export function localStory(wanted: RootTarget, reader: HistoryReader, options: LocalOptions): RootStory | undefined {
  const stored = storedRoot(wanted, reader);
  if (stored === undefined) return undefined;
  const { rules, redact, now } = options;
  const recorder = new Recorder({ rules, redact });
  recorder.restore([stored.target], reader);
  const view = recorder.view(stored.target.id);
  const { isRunning, until, notes } = recordedUntil(stored, { reader, ...options, since: 'is not in it' });
  const missing: Unrecorded = { from: until, to: now, told: 'nothing', changes: 0 };
  const story = view === undefined ? undefined : storyOf(view, { reader, states: objectStates(rules), now: until, source: LOCAL, notes });
  return withUnrecorded(story, { ...options, spans: reader.spans(stored.target.id), since: isRunning ? [] : [missing] });
}

/**
 * As it was recorded, with what has happened since as far as the server still tells. catchUp: that of live/caught-up-history. undefined as for
 * localStory.
 */
export async function caughtUpStory(
  wanted: RootTarget,
  reader: HistoryReader,
  { catchUp, ...options }: LocalOptions & { catchUp(root: RootTarget): Promise<CaughtUp> },
): Promise<RootStory | undefined> {
  const stored = storedRoot(wanted, reader);
  if (stored === undefined) return undefined;
  const { now, rules } = options;
  const { isRunning, until, notes } = recordedUntil(stored, { reader, ...options, since: 'is told as far as the cluster still knows it' });
  const { view, reader: all, changes } = await catchUp(stored.target);
  const since: Unrecorded = { from: until, to: now, told: 'caughtUp', changes };
  const source = `${LOCAL}, and what the cluster tells of the time since`;
  const story = view === undefined ? undefined : storyOf(view, { reader: all, states: objectStates(rules), now, source, notes });
  return withUnrecorded(story, { ...options, spans: reader.spans(stored.target.id), since: isRunning ? [] : [since] });
}

type Spans = Pick<LocalOptions, 'judge'> & { readonly spans: readonly RecordedSpan[]; readonly since: readonly Unrecorded[] };

/**
 * since: the time after the last recording. A time that was not recorded stays told as such, whatever was recorded later; of the time before the
 * first recording what the objects tell.
 */
function withUnrecorded(story: RootStory | undefined, { judge, spans, since }: Spans): RootStory | undefined {
  if (story === undefined) return undefined;
  const unrecorded = [...timesBetween(spans, story.changes), ...since];
  return toldFromBefore(unrecorded.length === 0 ? story : { ...story, unrecorded }, { judge });
}

type Stored = { readonly target: RootTarget; readonly entry: RootEntry; readonly isAsked: boolean };

function recordedUntil(
  { target, entry, isAsked }: Stored,
  { reader, writer, now, since }: Pick<LocalOptions, 'now' | 'writer'> & { readonly reader: HistoryReader; readonly since: string },
): { readonly isRunning: boolean; readonly until: number; readonly notes: readonly string[] } {
  const isRunning = writer?.root === target.id && writer.isRunning;
  const recorded = reader.spans(target.id).at(-1)?.until ?? lastKnown(reader, entry);
  const until = isRunning ? now : recorded;
  const when = isRunning
    ? `recorded until now by a running rectrace (${writer.owner})`
    : `last recorded ${formatAge(now - until)} ago; what happened since ${since}`;
  return { isRunning, until, notes: [when, ...(isAsked ? [] : [OTHERWISE_JUDGED]), ...droppedNotes(reader, target.id)] };
}

/** The root as it was asked for; else the one of the same object that was recorded last. */
function storedRoot(wanted: RootTarget, reader: HistoryReader): Stored | undefined {
  const { id } = wanted;
  const named = reader.roots().filter((root) => keyOfRoot(root.id) === keyOfRoot(id));
  const exact = named.find((root) => root.id === id && root.lastTime !== undefined);
  const entry =
    exact ?? named.reduce<RootEntry | undefined>((last, root) => ((root.lastTime ?? 0) > (last?.lastTime ?? 0) ? root : last), undefined);
  if (entry?.lastTime === undefined) return undefined;
  return { target: { ...wanted, id: entry.id }, entry, isAsked: entry.id === id };
}

/** Of a history that does not say when the root was recorded: when the newest that was seen of it was received. */
function lastKnown(reader: HistoryReader, { id, lastTime = 0 }: RootEntry): number {
  let last = lastTime;
  for (const { receivedAt, certainty } of reader.changes({ root: id, withoutBodies: true }))
    if (certainty === 'observed') last = Math.max(last, receivedAt);
  return last;
}

/** The root that has, or had, an object of that name in its tree; of several the one that was recorded last. */
export function rootOfMember(reader: HistoryReader, wanted: NamedObject): ObjectRef | undefined {
  const known = reader.roots().filter(({ id }) => reader.members(id).some(({ ref }) => isNamed(ref, wanted)));
  const last = known.sort((left, right) => (right.lastTime ?? 0) - (left.lastTime ?? 0));
  return last.find(({ ref }) => ref !== undefined)?.ref;
}

function droppedNotes(reader: HistoryReader, root: string): readonly string[] {
  const dropped = reader.dropped().roots.find((one) => one.root === root);
  return dropped === undefined ? [] : [`retention took ${dropped.changes} changes and ${dropped.cycles} cycles of it`];
}
