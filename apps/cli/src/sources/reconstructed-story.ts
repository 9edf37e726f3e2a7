// The story of a root that nobody watched, from what the cluster still shows.

import type { ClusterConnection } from '@rectrace/cluster';
import type { KubeObject } from '@rectrace/kube';
import { reconstruct } from '@rectrace/trace';
import { flattenTree } from '@rectrace/view';
import type { LiveTarget } from '../cluster-access.ts';
import type { Invocation } from '../command-definition.ts';
import { takeSnapshot } from '../live/live-snapshot.ts';
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
  const members = story.tree === undefined ? [] : flattenTree(story.tree).flatMap(({ node }) => story.bodyOf(node.ref.uid) ?? []);
  const root = story.bodyOf(story.ref.uid);
  if (root === undefined) return story;
  const { changes, cycles } = reconstruct({
    root,
    members: members.filter((object) => !isSame(object, root)),
    events,
    states: story.states,
    evaluate: judge?.evaluate,
  });
  const source = 'reconstructed from what the cluster still shows: nothing was kept';
  return { ...story, changes, cycles, source, notes: [...story.notes, 'record the next time with `rectrace watch` or the controller'] };
}

function isSame(one: KubeObject, other: KubeObject): boolean {
  return one.metadata.uid === other.metadata.uid;
}
