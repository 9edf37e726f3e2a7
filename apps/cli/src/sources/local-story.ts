// The story of a root in the local history that earlier recordings left.

import type { HistoryReader, LastWriter, RootEntry } from '@rectrace/history';
import { keyOfRoot } from '@rectrace/history';
import type { KubeObject, ObjectRef } from '@rectrace/kube';
import type { Cycle, OwnershipRules, RootTarget } from '@rectrace/trace';
import { objectStates, Recorder, targetKey } from '@rectrace/trace';
import { formatAge } from '@rectrace/view';
import type { RootStory } from './root-story.ts';
import { storyOf } from './root-story.ts';

/** writer: of the file, the last one. */
export type LocalOptions = {
  readonly rules: OwnershipRules;
  readonly redact: (object: KubeObject) => KubeObject;
  readonly now: number;
  readonly writer: LastWriter | undefined;
};

const OTHERWISE_JUDGED = 'its cycles are those of a recording with another --expression';

/** undefined where the history knows nothing of the root. */
export function localStory(wanted: RootTarget, reader: HistoryReader, { rules, redact, now, writer }: LocalOptions): RootStory | undefined {
  const entry = storedRoot(wanted, reader);
  if (entry?.lastTime === undefined) return undefined;
  const target = { ...wanted, id: entry.id };
  const recorder = new Recorder({ rules, redact });
  recorder.restore([target], reader);
  const view = recorder.view(target.id);
  const cycles = reader.cycles(target.id);
  const ofRoot = writer?.root === target.id ? writer : undefined;
  const running = ofRoot?.isRunning === true;
  const until = running ? now : Math.max(entry.lastTime, ofRoot?.endedAt ?? 0, lastKnown(reader, target.id), ...cycles.map(lastOf));
  const when = running
    ? `recorded until now by a running rectrace (${ofRoot?.owner})`
    : `last recorded ${formatAge(now - until)} ago; what happened since is not in it`;
  const judged = entry.id === wanted.id ? [] : [OTHERWISE_JUDGED];
  const notes = [when, ...judged, ...droppedNotes(reader, target.id)];
  return view === undefined
    ? undefined
    : storyOf(view, { reader, states: objectStates(rules), now: until, source: 'local history of earlier recordings', notes });
}

/** The root as it was asked for; else the one of the same object that was recorded last. */
function storedRoot({ id }: RootTarget, reader: HistoryReader): RootEntry | undefined {
  const named = reader.roots().filter((root) => keyOfRoot(root.id) === keyOfRoot(id));
  const exact = named.find((root) => root.id === id && root.lastTime !== undefined);
  return (
    exact ?? named.reduce<RootEntry | undefined>((last, root) => ((root.lastTime ?? 0) > (last?.lastTime ?? 0) ? root : last), undefined)
  );
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

/** The latest cycle of each root that is kept. */
export function latestCycles(reader: HistoryReader): (ref: ObjectRef) => Cycle | undefined {
  const latest = new Map(reader.roots().map(({ id }) => [id, reader.cycles(id).at(-1)]));
  return (ref) => latest.get(targetKey(ref));
}

/** The object of that name as a member of any tree that was recorded. */
export function findMember(reader: HistoryReader, wanted: Pick<ObjectRef, 'group' | 'kind' | 'namespace' | 'name'>): ObjectRef | undefined {
  for (const { id } of reader.roots()) {
    const found = reader.members(id).findLast(({ ref }) => isNamed(ref, wanted));
    if (found !== undefined) return found.ref;
  }
  return undefined;
}

function isNamed(ref: ObjectRef, wanted: Pick<ObjectRef, 'group' | 'kind' | 'namespace' | 'name'>): boolean {
  return ref.name === wanted.name && ref.namespace === wanted.namespace && ref.kind === wanted.kind && ref.group === wanted.group;
}

function droppedNotes(reader: HistoryReader, root: string): readonly string[] {
  const dropped = reader.dropped().roots.find((one) => one.root === root);
  return dropped === undefined ? [] : [`retention took ${dropped.changes} changes and ${dropped.cycles} cycles of it`];
}
