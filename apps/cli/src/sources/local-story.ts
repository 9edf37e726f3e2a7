// The story of a root in the local history that earlier recordings left.

import type { HistoryReader } from '@rectrace/history';
import { HistoryError, readSqliteHistory } from '@rectrace/history';
import type { KubeObject, ObjectRef } from '@rectrace/kube';
import type { OwnershipRules, RootTarget } from '@rectrace/trace';
import { Recorder } from '@rectrace/trace';
import { formatAge } from '@rectrace/view';
import type { RootStory } from './root-story.ts';
import { storyOf } from './root-story.ts';

export type LocalOptions = { readonly rules: OwnershipRules; readonly redact: (object: KubeObject) => KubeObject; readonly now: number };

/** A local history that is open; to be closed. undefined where there is none yet. @throws HistoryError for one that can not be read */
export function openLocalReader(file: string): (HistoryReader & { close(): void }) | undefined {
  try {
    return readSqliteHistory(file);
  } catch (error) {
    if (error instanceof HistoryError && error.code === 'HistoryMissing') return undefined;
    throw error;
  }
}

/** undefined where the history knows nothing of the root. */
export function localStory(target: RootTarget, reader: HistoryReader, { rules, redact, now }: LocalOptions): RootStory | undefined {
  const entry = reader.roots().find(({ id }) => id === target.id);
  if (entry?.lastTime === undefined) return undefined;
  const recorder = new Recorder({ rules, redact });
  recorder.restore([target], reader);
  const view = recorder.view(target.id);
  const ago = `last recorded ${formatAge(now - entry.lastTime)} ago; what happened since is not in it`;
  const notes = [ago, ...droppedNotes(reader, target.id)];
  return view === undefined
    ? undefined
    : storyOf(
        { ...view, cycles: reader.cycles(target.id) },
        { reader, now: entry.lastTime, source: 'local history of earlier recordings', notes },
      );
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
