// The story of a root in the local history that earlier recordings left.

import type { HistoryReader, LastWriter, RootEntry } from '@rectrace/history';
import { keyOfRoot } from '@rectrace/history';
import type { KubeObject, ObjectRef } from '@rectrace/kube';
import type { Cycle, OwnershipRules, RootTarget } from '@rectrace/trace';
import { objectStates, Recorder } from '@rectrace/trace';
import { formatAge } from '@rectrace/view';
import type { CaughtUp } from '../live/caught-up-history.ts';
import type { RootStory, Unrecorded } from './root-story.ts';
import { storyOf } from './root-story.ts';

/** writer: of the file, the last one. */
export type LocalOptions = {
  readonly rules: OwnershipRules;
  readonly redact: (object: KubeObject) => KubeObject;
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
  return view === undefined
    ? undefined
    : storyOf(view, {
        reader,
        states: objectStates(rules),
        now: until,
        source: LOCAL,
        notes,
        ...(isRunning ? {} : { unrecorded: [missing] }),
      });
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
  return view === undefined
    ? undefined
    : storyOf(view, {
        reader: all,
        states: objectStates(rules),
        now,
        source: `${LOCAL}, and what the cluster tells of the time since`,
        notes,
        ...(isRunning ? {} : { unrecorded: [since] }),
      });
}

type Stored = { readonly target: RootTarget; readonly entry: RootEntry; readonly isAsked: boolean };

function recordedUntil(
  { target, entry, isAsked }: Stored,
  { reader, writer, now, since }: Pick<LocalOptions, 'now' | 'writer'> & { readonly reader: HistoryReader; readonly since: string },
): { readonly isRunning: boolean; readonly until: number; readonly notes: readonly string[] } {
  const ofRoot = writer?.root === target.id ? writer : undefined;
  const isRunning = ofRoot?.isRunning === true;
  const cycles = reader.cycles(target.id);
  const until = isRunning ? now : Math.max(entry.lastTime ?? 0, ofRoot?.endedAt ?? 0, lastKnown(reader, target.id), ...cycles.map(lastOf));
  const when = isRunning
    ? `recorded until now by a running rectrace (${ofRoot?.owner})`
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

/** When the newest thing that is known of the root was received. */
function lastKnown(reader: HistoryReader, root: string): number {
  let last = 0;
  for (const { receivedAt, certainty } of reader.changes({ root, withoutBodies: true }))
    if (certainty === 'observed') last = Math.max(last, receivedAt);
  return reader.gaps(root).reduce((latest, { receivedAt }) => Math.max(latest, receivedAt), last);
}

function lastOf({ start, end }: Cycle): number {
  return end?.time ?? start.time;
}

/** An object by its name, whatever its uid. */
export type NamedObject = Pick<ObjectRef, 'group' | 'kind' | 'namespace' | 'name'>;

/** The root that has, or had, an object of that name in its tree; of several the one that was recorded last. */
export function rootOfMember(reader: HistoryReader, wanted: NamedObject): ObjectRef | undefined {
  const known = reader.roots().filter(({ id }) => reader.members(id).some(({ ref }) => isNamed(ref, wanted)));
  const last = known.sort((left, right) => (right.lastTime ?? 0) - (left.lastTime ?? 0));
  return last.find(({ ref }) => ref !== undefined)?.ref;
}

export function isNamed(ref: NamedObject, wanted: NamedObject): boolean {
  return ref.name === wanted.name && ref.namespace === wanted.namespace && ref.kind === wanted.kind && ref.group === wanted.group;
}

function droppedNotes(reader: HistoryReader, root: string): readonly string[] {
  const dropped = reader.dropped().roots.find((one) => one.root === root);
  return dropped === undefined ? [] : [`retention took ${dropped.changes} changes and ${dropped.cycles} cycles of it`];
}
