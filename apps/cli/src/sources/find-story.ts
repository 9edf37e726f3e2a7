// Where the story of a root comes from: a recording, the local history, the controller, or what the cluster still shows. Said on stderr.

import type { Invocation } from '../command-definition.ts';
import { isRecording } from '../recording-argument.ts';
import type { FoundStory } from './find-recorded-story.ts';
import { findRecordedStory, sayWhence } from './find-recorded-story.ts';
import { findLiveStory } from './live-story.ts';

/** The first argument is a FILE, or names an object of the cluster (KIND/NAME, or KIND and NAME). */
export async function findStory(invocation: Invocation): Promise<FoundStory> {
  const [first = '', ...rest] = invocation.args;
  if (!isRecording(first)) {
    const story = await findLiveStory(invocation);
    sayWhence(story, invocation);
    return { story, rest: first.includes('/') ? rest : rest.slice(1), finish: () => undefined };
  }
  return findRecordedStory(invocation);
}
