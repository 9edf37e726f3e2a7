// The revisions of one object, as a root or as a member of any tree, from a recording, the local history or the cluster.

import type { ObjectRef } from '@rectrace/kube';
import type { Change } from '@rectrace/trace';
import { connect, findLiveTarget } from '../cluster-access.ts';
import type { Invocation } from '../command-definition.ts';
import { clusterUid, localHistoryFile } from '../live/state-folder.ts';
import { isRecording } from '../recording-argument.ts';
import { findRecordedStory } from './find-story.ts';
import { findMember, openLocalReader } from './local-story.ts';
import { reconstructedStory } from './reconstructed-story.ts';

/** changes: of the object and the Events about it, oldest first. finish: to be called once all is printed. */
export type ObjectHistory = { readonly ref: ObjectRef; readonly changes: readonly Change[]; finish(): void };

/** In a recording the object is named by --root, or by a second argument. @throws NotFoundError where no source knows it */
export async function findObjectHistory(invocation: Invocation): Promise<ObjectHistory> {
  const [first = ''] = invocation.args;
  return isRecording(first) ? recordedObject(invocation) : liveObject(invocation);
}

async function recordedObject(invocation: Invocation): Promise<ObjectHistory> {
  const [file = '', object] = invocation.args;
  const { flags } = invocation;
  const named = object === undefined ? invocation : { ...invocation, args: [file], flags: flags.with('root', object) };
  const { story, finish } = await findRecordedStory(named);
  return { ref: story.ref, changes: story.changes.filter(({ ref }) => ref.uid === story.ref.uid), finish };
}

async function liveObject(invocation: Invocation): Promise<ObjectHistory> {
  const { screen, surroundings } = invocation;
  const cluster = await connect(invocation);
  try {
    const target = await findLiveTarget(invocation.args, cluster);
    const wanted = { group: target.resource.group, kind: target.resource.kind, namespace: target.namespace, name: target.name };
    const reader = openLocalReader(localHistoryFile(surroundings.env, await clusterUid(cluster)));
    const ref = reader === undefined ? undefined : findMember(reader, wanted);
    const remembered = ref === undefined ? [] : [...(reader?.changes({ uid: ref.uid }) ?? [])];
    reader?.close();
    if (ref !== undefined && remembered.length > 0) {
      screen.remark('source: local history of earlier recordings');
      return { ref, changes: remembered, finish: () => undefined };
    }
    const story = await reconstructedStory(invocation, { cluster, target });
    screen.remark(`source: ${story.source}`);
    return { ref: story.ref, changes: story.changes.filter((change) => change.ref.uid === story.ref.uid), finish: () => undefined };
  } finally {
    cluster.close();
  }
}
