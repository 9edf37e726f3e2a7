// The story of a root that nobody watched, from what the cluster still shows.

import type { ClusterConnection } from '@rectrace/cluster';
import type { KubeObject } from '@rectrace/kube';
import type { Reconstruction } from '@rectrace/trace';
import { reconstruct } from '@rectrace/trace';
import type { LiveTarget } from '../cluster-access.ts';
import type { Invocation } from '../command-definition.ts';
import { takeSnapshot } from '../live/live-snapshot.ts';
import { membersBelow } from '../live/members-below.ts';
import type { StateJudge } from '../state-expression.ts';
import { recordingOptions } from './recording-options.ts';
import type { RootStory } from './root-story.ts';

/** Every change and cycle is marked reconstructed. @throws NotFoundError where the root is not there */
export async function reconstructedStory(
  invocation: Invocation,
  { cluster, target }: { readonly cluster: ClusterConnection; readonly target: LiveTarget },
): Promise<RootStory> {
  const { rules, redact, judge } = recordingOptions(invocation);
  const { story, events } = await invocation.progress.during(`reading ${cluster.server}`, () =>
    takeSnapshot(invocation, { cluster, target, rules, redact, judge }),
  );
  const told = reconstructionOf(story, { events, judge });
  if (told === undefined) return story;
  const source = 'reconstructed from what the cluster still shows: nothing was kept';
  return { ...story, ...told, source, notes: [...story.notes, 'record the next time with `rectrace watch` or the controller'] };
}

/** What the objects of a story tell of their past; undefined where its root is gone. events: redacted, also those about objects that are gone. */
export function reconstructionOf(
  { tree, ref, bodyOf, states }: RootStory,
  { events, judge }: { readonly events: readonly KubeObject[]; readonly judge: StateJudge | undefined },
): Reconstruction | undefined {
  const root = bodyOf(ref.uid);
  if (root === undefined || tree === undefined) return undefined;
  return reconstruct({ root, members: membersBelow(tree, bodyOf), events, states, evaluate: judge?.evaluate });
}
