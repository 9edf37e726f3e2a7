// The revisions of one object, as a root or as a member of any tree, from a recording, the local history, the controller or the cluster.

import type { ClusterConnection } from '@rectrace/cluster';
import type { ObjectRef } from '@rectrace/kube';
import type { Change, ObjectStates } from '@rectrace/trace';
import { objectStates } from '@rectrace/trace';
import type { LiveTarget } from '../cluster-access.ts';
import { connect, findLiveTarget } from '../cluster-access.ts';
import type { Invocation } from '../command-definition.ts';
import { isEventful } from '../lived-change.ts';
import { isRecording } from '../recording-argument.ts';
import { askInOrder } from './ask-in-order.ts';
import type { FoundHistory } from './controller-story.ts';
import { controllerHistory } from './controller-story.ts';
import { findRecordedStory } from './find-story.ts';
import { findMember } from './local-story.ts';
import { readLocalHistory } from './read-local-history.ts';
import { reconstructedStory } from './reconstructed-story.ts';
import { recordingOptions } from './recording-options.ts';

/** changes: of the object and the Events about it, oldest first. finish: to be called once all is printed. */
export type ObjectHistory = {
  readonly ref: ObjectRef;
  readonly changes: readonly Change[];
  /** What readiness goes by: the rules. */
  readonly states: ObjectStates;
  finish(): void;
};

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
  return { ref: story.ref, changes: story.changes.filter(({ ref }) => ref.uid === story.ref.uid), states: story.states, finish };
}

async function liveObject(invocation: Invocation): Promise<ObjectHistory> {
  const cluster = await connect(invocation);
  try {
    const target = await findLiveTarget(invocation.args, cluster);
    const sought = { cluster, target };
    const { ref, changes, source } = await askInOrder<FoundHistory>({
      recorded: [() => rememberedObject(invocation, sought), () => controllerHistory(invocation, sought)],
      last: () => reconstructedObject(invocation, sought),
      happened: (found) => isEventful(found.changes),
    });
    invocation.screen.remark(`source: ${source}`);
    return { ref, changes, states: objectStates(recordingOptions(invocation).rules), finish: () => undefined };
  } finally {
    cluster.close();
  }
}

type Sought = { readonly cluster: ClusterConnection; readonly target: LiveTarget };

async function rememberedObject(invocation: Invocation, { cluster, target }: Sought): Promise<FoundHistory | undefined> {
  const { resource, namespace, name } = target;
  return readLocalHistory(invocation, cluster, (reader) => {
    const ref = findMember(reader, { group: resource.group, kind: resource.kind, namespace, name });
    const changes = ref === undefined ? [] : [...reader.changes({ uid: ref.uid })];
    return ref === undefined || changes.length === 0 ? undefined : { ref, changes, source: 'local history of earlier recordings' };
  });
}

async function reconstructedObject(invocation: Invocation, sought: Sought): Promise<FoundHistory> {
  const { ref, changes, source } = await reconstructedStory(invocation, sought);
  return { ref, changes: changes.filter((change) => change.ref.uid === ref.uid), source };
}
