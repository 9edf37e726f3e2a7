// What is told of the time before a recording: from the objects as it first found them, which show more of that time than those of now.

import type { KubeObject } from '@rectrace/kube';
import type { Change, Reconstruction } from '@rectrace/trace';
import { reconstruct } from '@rectrace/trace';
import type { StateJudge } from '../state-expression.ts';
import { reconstructionOf } from './reconstructed-story.ts';
import type { RootStory } from './root-story.ts';

/** undefined where nothing is left of the root. Where its first state is no longer kept, as the objects are now. */
export function pastOf(story: RootStory, { judge }: { readonly judge: StateJudge | undefined }): Reconstruction | undefined {
  const events = story.changes.flatMap(({ type, body }) => (type === 'Event' && body !== undefined ? [body] : []));
  const found = foundAtFirst(story.changes);
  const root = found.get(story.ref.uid);
  if (root === undefined) return reconstructionOf(story, { events, judge });
  found.delete(story.ref.uid);
  return reconstruct({ root, members: [...found.values()], events, states: story.states, evaluate: judge?.evaluate });
}

/** By uid what was there when it was first seen; not what was made later. */
function foundAtFirst(changes: readonly Change[]): Map<string, KubeObject> {
  const seen = new Set<string>();
  const found = new Map<string, KubeObject>();
  for (const { type, ref, body } of changes) {
    if (type === 'Event' || seen.has(ref.uid)) continue;
    seen.add(ref.uid);
    if (type === 'Present' && body !== undefined) found.set(ref.uid, body);
  }
  return found;
}
