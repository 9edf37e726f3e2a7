// Where a tree comes from: the end of a recording, or the cluster as it is now.

import type { ClusterConnection } from '@rectrace/cluster';
import { connect, findLiveTarget } from '../cluster-access.ts';
import type { Invocation } from '../command-definition.ts';
import { UsageError } from '../errors.ts';
import { takeSnapshot } from '../live/live-snapshot.ts';
import { walkUp } from '../live/walk-up.ts';
import { isRecording } from '../recording-argument.ts';
import type { FoundStory } from './find-recorded-story.ts';
import { findRecordedStory, sayWhence } from './find-recorded-story.ts';
import { warnOfForeignKinds } from './foreign-kinds.ts';
import { hintingAtHistory } from './history-hint.ts';
import { recordingOptions } from './recording-options.ts';

/** `--root` without a value walks up; with one and no target before it, it is the target to walk up from. */
export async function findTree(invocation: Invocation): Promise<FoundStory> {
  const { args, flags } = invocation;
  const [first] = args;
  if (first !== undefined && isRecording(first)) return findRecordedStory(invocation);
  const leaf = flags.text('root');
  const words = first === undefined && leaf !== undefined ? [leaf] : args;
  const climbs = flags.switch('root') || leaf !== undefined;
  if (words.length === 0) throw new UsageError('no target is named', { hint: 'write KIND/NAME, such as deploy/web' });
  const cluster = await connect(invocation);
  try {
    return await hintingAtHistory({ ...invocation, args: words }, cluster, () => treeOf(words, { cluster, climbs, invocation }));
  } finally {
    cluster.close();
  }
}

type Asked = { readonly cluster: ClusterConnection; readonly climbs: boolean; readonly invocation: Invocation };

async function treeOf(words: readonly string[], { cluster, climbs, invocation }: Asked): Promise<FoundStory> {
  const found = await findLiveTarget(words, cluster);
  const target = climbs ? await walkUp(cluster, found) : found;
  const { rules, redact, judge } = recordingOptions(invocation);
  await warnOfForeignKinds(invocation, { cluster, rules });
  const { story } = await invocation.progress.during(`reading ${cluster.server}`, () =>
    takeSnapshot(invocation, { cluster, target, rules, redact, judge }),
  );
  sayWhence(story, invocation);
  return { story, rest: [], finish: () => undefined };
}
