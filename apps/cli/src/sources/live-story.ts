// The story of a root of the cluster: from the local history, the controller's read API, or reconstructed from what the cluster still shows.

import type { ClusterConnection } from '@rectrace/cluster';
import type { Change, ObjectStates, RootTarget } from '@rectrace/trace';
import { objectStates } from '@rectrace/trace';
import type { LiveTarget } from '../cluster-access.ts';
import { connect } from '../cluster-access.ts';
import type { Invocation } from '../command-definition.ts';
import { NotFoundError } from '../errors.ts';
import { isEventful } from '../lived-change.ts';
import { askInOrder } from './ask-in-order.ts';
import { withPresent } from './complete-story.ts';
import { controllerStory } from './controller-story.ts';
import { warnOfForeignKinds } from './foreign-kinds.ts';
import { offlineStory, targetUnlessUnreachable } from './offline-story.ts';
import { readLocalHistory } from './read-local-history.ts';
import { reconstructedStory } from './reconstructed-story.ts';
import { targetOf } from './recorder-setup.ts';
import { recordingOptions } from './recording-options.ts';
import { rememberedStory } from './remembered-story.ts';
import type { RootStory } from './root-story.ts';
import { sourceOf } from './story-source.ts';

/** @throws NotFoundError where the root is not there and no source remembers it; UnsupportedError where the one of --source does not know it */
export async function findLiveStory(invocation: Invocation): Promise<RootStory> {
  if (sourceOf(invocation.flags) === 'local') return offlineStory(invocation);
  const cluster = await connect(invocation);
  try {
    const target = await targetUnlessUnreachable(invocation, cluster);
    return target === undefined ? await offlineStory(invocation) : await reachedStory(invocation, { cluster, target });
  } finally {
    cluster.close();
  }
}

async function reachedStory(invocation: Invocation, { cluster, target }: Sought): Promise<RootStory> {
  await warnOfForeignKinds(invocation, { cluster, rules: recordingOptions(invocation).rules });
  const reconstructed = (): Promise<RootStory> => reconstructedStory(invocation, { cluster, target });
  const remembered = (): Promise<RootStory | undefined> =>
    readLocalHistory(invocation, cluster, (reader, writer) => rememberedStory(invocation, { cluster, target, reader, writer }));
  const controlled = async (): Promise<RootStory | undefined> => {
    const story = await controllerStory(invocation, { cluster, target: rootOf(target), states: statesOf(invocation) });
    return story === undefined ? undefined : asOfNow(story, reconstructed);
  };
  switch (sourceOf(invocation.flags)) {
    case 'live':
      return required(await remembered(), 'the local history does not know it');
    case 'controller':
      return required(await controlled(), 'no controller tells of it');
    case 'reconstructed':
      return reconstructed();
    default:
      return askInOrder<RootStory>({
        recorded: [remembered, controlled],
        last: reconstructed,
        happened: ({ cycles, changes, unrecorded }) =>
          cycles.length > 0 || isEventful(unrecorded === undefined ? changes : recordedOnes(changes)),
      });
  }
}

/** What a controller does not record any more is completed by what the cluster shows now; a root that is gone stays as it was told. */
async function asOfNow(story: RootStory, reconstructed: () => Promise<RootStory>): Promise<RootStory> {
  const left = story.unrecorded?.at(-1);
  if (left?.from === undefined) return story;
  try {
    return withPresent(story, { now: await reconstructed(), from: left.from });
  } catch (error) {
    if (error instanceof NotFoundError) return { ...story, gone: true };
    throw error;
  }
}

/** What one source told, where only that one was asked. @throws NotFoundError for nothing */
export function required<Answer>(answer: Answer | undefined, reason: string): Answer {
  if (answer !== undefined) return answer;
  throw new NotFoundError(reason, { hint: 'leave --source away to ask the others' });
}

/** Without what was reconstructed of the time before. */
export function recordedOnes(changes: readonly Change[]): readonly Change[] {
  return changes.filter(({ certainty }) => certainty !== 'reconstructed');
}

type Sought = { readonly cluster: ClusterConnection; readonly target: LiveTarget };

function statesOf(invocation: Invocation): ObjectStates {
  return objectStates(recordingOptions(invocation).rules);
}

function rootOf({ resource, namespace, name }: LiveTarget): RootTarget {
  return targetOf({ group: resource.group, kind: resource.kind, namespace, name });
}
