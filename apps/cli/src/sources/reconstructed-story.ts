// The story of a root that nobody watched, from what the cluster still shows.

import type { ClusterConnection } from '@rectrace/cluster';
import type { LiveTarget } from '../cluster-access.ts';
import type { Invocation } from '../command-definition.ts';
import { takeSnapshot } from '../live/live-snapshot.ts';
import { reconstructionOf } from './past-of-story.ts';
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
