// The story of a root in a recording, and what is said of any story before it is told.

import type { Invocation } from '../command-definition.ts';
import { DamagedRecordingError } from '../errors.ts';
import { unjudgedText } from '../state-expression.ts';
import { recordingOptions } from './recording-options.ts';
import type { RecordedFile } from './recording-story.ts';
import { damageText, readRecordingStory } from './recording-story.ts';
import type { RootStory } from './root-story.ts';

/** rest: arguments that do not name the root. finish: to be called once all is printed. @throws where no source knows the root */
export type FoundStory = {
  readonly story: RootStory;
  readonly rest: readonly string[];
  /** @throws DamagedRecordingError where the recording could not be read to its end */
  finish(): void;
};

/** The first argument is a FILE, whatever it looks like. */
export async function findRecordedStory(invocation: Invocation): Promise<FoundStory> {
  const [name = '', ...rest] = invocation.args;
  const file = await invocation.progress.during(`reading ${name}`, () => readRecordingStory(name, recordingOptions(invocation)));
  sayWhence(file.story, invocation);
  return { story: file.story, rest, finish: () => refuseDamage(name, file) };
}

/** Everything before the damage was read and shown; the exit code says that it was not all. @throws DamagedRecordingError */
export function refuseDamage(name: string, { damage }: Pick<RecordedFile, 'damage'>): void {
  if (damage !== undefined) throw new DamagedRecordingError(damageText(name, damage), { hint: 'all before it is shown' });
}

/** One line on stderr, and one for each note. */
export function sayWhence(story: RootStory, { screen, flags, surroundings }: Invocation): void {
  screen.remark(`source: ${story.source}`);
  for (const note of story.notes) screen.remark(note);
  const own = flags.text('expression') !== undefined;
  const unjudged = own || story.verdict?.kind === 'error' ? unjudgedText(story, own ? '--expression' : '--rules') : undefined;
  if (unjudged !== undefined) screen.remark(`${surroundings.program}: ${unjudged}`);
}
