// The revisions of one object, as a root or as a member of any tree, from a recording, the local history, the controller or the cluster.

import type { ClusterConnection } from '@rectrace/cluster';
import type { ObjectRef } from '@rectrace/kube';
import type { Change, ObjectStates } from '@rectrace/trace';
import { objectStates } from '@rectrace/trace';
import type { LiveTarget } from '../cluster-access.ts';
import { connect } from '../cluster-access.ts';
import type { Invocation } from '../command-definition.ts';
import { isEventful } from '../lived-change.ts';
import { isRecording } from '../recording-argument.ts';
import { rulesJudge } from '../state-expression.ts';
import { askInOrder } from './ask-in-order.ts';
import type { FoundHistory } from './controller-story.ts';
import { controllerHistory } from './controller-story.ts';
import { findRecordedStory } from './find-recorded-story.ts';
import { warnOfForeignKinds } from './foreign-kinds.ts';
import { recordedOnes, required } from './live-story.ts';
import { localStory, rootOfMember } from './local-story.ts';
import type { EarlierObject } from './objects-of-name.ts';
import { chooseObject } from './objects-of-name.ts';
import { readOffline, targetUnlessUnreachable } from './offline-story.ts';
import { readLocalHistory } from './read-local-history.ts';
import { reconstructedStory } from './reconstructed-story.ts';
import { targetOf } from './recorder-setup.ts';
import { recordingOptions } from './recording-options.ts';
import { rememberedStory } from './remembered-story.ts';
import type { RootStory, Unrecorded } from './root-story.ts';
import { sourceOf } from './story-source.ts';

/** changes: of the object and the Events about it, oldest first. finish: to be called once all is printed. */
export type ObjectHistory = {
  readonly ref: ObjectRef;
  readonly changes: readonly Change[];
  /** What readiness goes by: the rules. */
  readonly states: ObjectStates;
  /** Others that had its name, oldest first. */
  readonly earlier: readonly EarlierObject[];
  /** Times in which the tree of the object was not recorded. */
  readonly unrecorded: readonly Unrecorded[];
  finish(): void;
};

type ObjectFound = FoundHistory & Partial<Pick<ObjectHistory, 'earlier'> & Pick<RootStory, 'notes' | 'unrecorded'>>;

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
  const chosen = chooseObject(story.changes, { wanted: story.ref, uid: flags.text('uid') });
  return { ref: story.ref, changes: [], earlier: [], ...chosen, states: story.states, unrecorded: story.unrecorded ?? [], finish };
}

async function liveObject(invocation: Invocation): Promise<ObjectHistory> {
  const found = sourceOf(invocation.flags) === 'local' ? await offlineObject(invocation) : await reachedObject(invocation);
  invocation.screen.remark(`source: ${found.source}`);
  for (const note of found.notes ?? []) invocation.screen.remark(note);
  const { ref, changes, earlier = [], unrecorded = [] } = found;
  return { ref, changes, earlier, unrecorded, states: objectStates(recordingOptions(invocation).rules), finish: () => undefined };
}

async function reachedObject(invocation: Invocation): Promise<ObjectFound> {
  const cluster = await connect(invocation);
  try {
    const target = await targetUnlessUnreachable(invocation, cluster);
    if (target === undefined) return await offlineObject(invocation);
    await warnOfForeignKinds(invocation, { cluster, rules: recordingOptions(invocation).rules });
    const sought = { cluster, target };
    const remembered = (): Promise<ObjectFound | undefined> => rememberedObject(invocation, sought);
    const controlled = (): Promise<ObjectFound | undefined> => controllerHistory(invocation, sought);
    const reconstructed = (): Promise<ObjectFound> => reconstructedObject(invocation, sought);
    switch (sourceOf(invocation.flags)) {
      case 'live':
        return required(await remembered(), 'the local history does not know it');
      case 'controller':
        return required(await controlled(), 'no controller tells of it');
      case 'reconstructed':
        return await reconstructed();
      default:
        return await askInOrder<ObjectFound>({
          recorded: [remembered, controlled],
          last: reconstructed,
          happened: ({ changes, unrecorded }) => isEventful(unrecorded === undefined ? changes : recordedOnes(changes)),
        });
    }
  } finally {
    cluster.close();
  }
}

type Sought = { readonly cluster: ClusterConnection; readonly target: LiveTarget };

/** The object as a member of the tree that was recorded last, told as that tree's root is. */
async function rememberedObject(invocation: Invocation, { cluster, target }: Sought): Promise<ObjectFound | undefined> {
  const { resource, namespace, name } = target;
  const wanted = { group: resource.group, kind: resource.kind, namespace, name };
  return readLocalHistory(invocation, cluster, async (reader, writer) => {
    const { resourceOfKind } = await import('@rectrace/cluster');
    const root = rootOfMember(reader, wanted);
    const served = root === undefined ? undefined : resourceOfKind(await cluster.discovery.served(), root);
    if (root === undefined || served === undefined) return undefined;
    const ofRoot = { resource: served, namespace: served.namespaced ? root.namespace : '', name: root.name };
    const story = await rememberedStory(invocation, { cluster, target: ofRoot, reader, writer });
    return story === undefined ? undefined : objectIn(story, { wanted, uid: invocation.flags.text('uid') });
  });
}

async function offlineObject(invocation: Invocation): Promise<ObjectFound> {
  const { rules, redact, judge } = recordingOptions(invocation);
  const now = invocation.surroundings.clock.now();
  return readOffline(invocation, ({ reader, writer, named }) => {
    const [wanted] = named(reader.roots().flatMap(({ id }) => reader.members(id).map(({ ref }) => ref)));
    const root = wanted === undefined ? undefined : rootOfMember(reader, wanted);
    if (wanted === undefined || root === undefined) return undefined;
    const story = localStory(targetOf(root, judge ?? rulesJudge(rules, root)), reader, { rules, redact, judge, now, writer });
    return story === undefined ? undefined : objectIn(story, { wanted, uid: invocation.flags.text('uid') });
  });
}

function objectIn(story: RootStory, wanted: Parameters<typeof chooseObject>[1]): ObjectFound | undefined {
  const { source, notes, unrecorded } = story;
  const chosen = chooseObject(story.changes, wanted);
  return chosen === undefined ? undefined : { ...chosen, source, notes, ...(unrecorded === undefined ? {} : { unrecorded }) };
}

async function reconstructedObject(invocation: Invocation, sought: Sought): Promise<FoundHistory> {
  const { ref, changes, source } = await reconstructedStory(invocation, sought);
  return { ref, changes: changes.filter((change) => change.ref.uid === ref.uid), source };
}
