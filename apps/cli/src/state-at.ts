// What the objects of a story looked like at a moment.

import type { KubeObject, ObjectRef } from '@rectrace/kube';
import { diffObjects } from '@rectrace/kube';
import type { FieldChange } from '@rectrace/trace';
import { comparePositions } from '@rectrace/trace';
import type { Moment } from './instant-reference.ts';
import type { RootStory } from './sources/root-story.ts';

/** By uid, objects that lived then. */
export type StateAt = ReadonlyMap<string, { readonly ref: ObjectRef; readonly body: KubeObject }>;

export type ObjectDifference = {
  readonly ref: ObjectRef;
  readonly kind: 'added' | 'updated' | 'deleted';
  readonly diff: readonly FieldChange[];
  readonly body?: KubeObject;
};

/** Folds the changes up to and including the moment. What a first list found was there before everything that was watched. */
export function stateAt({ changes }: RootStory, { through }: Moment): StateAt {
  const watched = changes.filter(
    ({ type, position }) => type !== 'Present' && through !== undefined && comparePositions(position, through) <= 0,
  );
  const state = new Map<string, { readonly ref: ObjectRef; readonly body: KubeObject }>();
  for (const { type, ref, body } of [...changes.filter((change) => change.type === 'Present'), ...watched]) {
    if (type === 'Deletion') state.delete(ref.uid);
    else if (type !== 'Event' && body !== undefined) state.set(ref.uid, { ref, body });
  }
  return state;
}

/** What differs, objects in the order of the later state, deleted ones behind. Objects that are equal are left out. */
export function differencesBetween(from: StateAt, to: StateAt): readonly ObjectDifference[] {
  const come: ObjectDifference[] = [];
  for (const [uid, { ref, body }] of to) {
    const before = from.get(uid);
    if (before === undefined) come.push({ ref, kind: 'added', diff: [], body });
    else {
      const diff = diffObjects(before.body, body);
      if (diff.length > 0) come.push({ ref, kind: 'updated', diff, body });
    }
  }
  const gone = [...from].filter(([uid]) => !to.has(uid)).map(([, { ref }]): ObjectDifference => ({ ref, kind: 'deleted', diff: [] }));
  return [...come, ...gone];
}
