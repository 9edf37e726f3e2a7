// What is told of the time before a recording: from the objects as it first found them, which show more of that time than those of now; of a time
// that nobody recorded from those of now.

import type { KubeObject } from '@rectrace/kube';
import { refOf } from '@rectrace/kube';
import type { Change, Reconstruction } from '@rectrace/trace';
import { reconstruct } from '@rectrace/trace';
import { membersBelow } from '../live/members-below.ts';
import type { StateJudge } from '../state-expression.ts';
import { withPast } from './complete-story.ts';
import { isNamed } from './named-object.ts';
import type { RootStory } from './root-story.ts';

/** judge: the state expression of the user; undefined = that of its kind. */
type Judged = { readonly judge: StateJudge | undefined };

/** With what is told of the time before it was recorded. */
export function toldFromBefore(story: RootStory, judged: Judged): RootStory {
  const past = pastOf(story, judged);
  return past === undefined ? story : withPast(story, past);
}

/** What the objects of a story tell of their past; undefined where its root is gone. events: redacted, also those about objects that are gone. */
export function reconstructionOf(
  { tree, ref, bodyOf, states }: RootStory,
  { events, judge }: Judged & { readonly events: readonly KubeObject[] },
): Reconstruction | undefined {
  const root = bodyOf(ref.uid);
  if (root === undefined || tree === undefined) return undefined;
  return reconstruct({ root, members: membersBelow(tree, bodyOf), events, states, evaluate: judge?.evaluate });
}

/**
 * undefined where nothing is left of the root. Where its first state is no longer kept, as the objects are now. The root that was there at first may be
 * an earlier object of its name.
 */
function pastOf(story: RootStory, { judge }: Judged): Reconstruction | undefined {
  const events = story.changes.flatMap(({ type, body }) => (type === 'Event' && body !== undefined ? [body] : []));
  const found = foundAtFirst(story.changes);
  const root = found.find((object) => isNamed(refOf(object), story.ref));
  if (root === undefined) return reconstructionOf(story, { events, judge });
  const members = found.filter((object) => object !== root);
  return reconstruct({ root, members, events, states: story.states, evaluate: judge?.evaluate });
}

/** What was there when it was first seen; not what was made later. */
function foundAtFirst(changes: readonly Change[]): readonly KubeObject[] {
  const seen = new Set<string>();
  const found: KubeObject[] = [];
  for (const { type, ref, body } of changes) {
    if (type === 'Event' || seen.has(ref.uid)) continue;
    seen.add(ref.uid);
    if (type === 'Present' && body !== undefined) found.push(body);
  }
  return found;
}
