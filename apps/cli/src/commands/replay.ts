// `replay`: a recording through the recorder, told as it would have been watched, and how it stood at the end.

import { homeOf } from '@rectrace/view';
import type { CommandDefinition, Invocation } from '../command-definition.ts';
import { outputFlag } from '../common-flags.ts';
import type { ExitCode } from '../exit-code.ts';
import { EXIT_CODES } from '../exit-code.ts';
import { isLived, startOf } from '../lived-change.ts';
import { documentText, isDocument } from '../printers/document.ts';
import { parseOutputFormat, TABLE_FORMS } from '../printers/output-format.ts';
import { storyLines } from '../printers/story-lines.ts';
import { StoryPrinter, timeFormatOf } from '../printers/story-printer.ts';
import type { RootStory } from '../sources/root-story.ts';
import { changeKey, storyDocument } from '../story-document.ts';
import { NOISY_STORY_FLAGS } from '../story-flags.ts';

export function replayCommand(): CommandDefinition {
  return {
    name: 'replay',
    summary: 'replay a recording: every change, the cycles, the tree at the end',
    examples: [
      'rectrace replay run.ndjson',
      'rectrace replay run.ndjson --root Deployment/plain/web -o json',
      'rectrace replay run.ndjson --speed 10',
    ],
    arguments: [{ name: 'file', text: 'FILE of a recording (.ndjson, .ndjson.gz)', required: true, completes: 'file' }],
    flags: [
      { flags: '--speed <factor>', text: 'as time passed, so many times faster: 1 = real time (default: at once)' },
      outputFlag(TABLE_FORMS),
      ...NOISY_STORY_FLAGS,
    ],
    run,
  };
}

async function run(invocation: Invocation): Promise<ExitCode> {
  const { flags, screen } = invocation;
  const format = parseOutputFormat(flags.text('output'), TABLE_FORMS);
  const speed = flags.positive('speed');
  if (speed !== undefined && !isDocument(format)) return (await import('../replay-at-speed.ts')).replayAtSpeed(invocation, speed);
  const { findRecordedStory } = await import('../sources/find-recorded-story.ts');
  const { story, finish } = await findRecordedStory(invocation);
  const noise = flags.switch('noise');
  const shows = (change: RootStory['changes'][number]): boolean => noise || change.noise === undefined;
  if (isDocument(format)) {
    const changes = story.changes.filter(shows);
    screen.text(await documentText(storyDocument({ ...story, changes }), { format, names: changes.map(changeKey) }));
  } else print(story, { invocation, shows, wide: format.kind === 'wide' });
  finish();
  return EXIT_CODES.success;
}

type Printing = { readonly invocation: Invocation; shows(change: RootStory['changes'][number]): boolean; readonly wide: boolean };

function print(story: RootStory, { invocation, shows, wide }: Printing): void {
  const { flags, screen, surroundings } = invocation;
  const time = timeFormatOf(flags, surroundings);
  const printer = new StoryPrinter(story, screen, { time, wide });
  const started = startOf(story.changes) ?? story.now;
  const lived = (change: RootStory['changes'][number]): boolean => isLived(change, started);
  printer.head();
  screen.heading('changes');
  screen.lines(
    storyLines(story, {
      time,
      states: story.states,
      home: homeOf(story.ref),
      width: screen.width,
      shows: (change) => shows(change) && lived(change),
    }),
  );
  printer.hidden(shows, lived);
  if (!flags.switch('noise')) printer.noise();
  printer.cycles(story.cycles);
  printer.summary();
  screen.heading('tree at the end');
  printer.tree();
  printer.waiting();
}
