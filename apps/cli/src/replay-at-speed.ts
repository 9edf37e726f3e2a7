// A replay that takes its time: each message waits until its moment, so many times faster than it was recorded.

import { objectStates } from '@rectrace/trace';
import type { Invocation } from './command-definition.ts';
import type { ExitCode } from './exit-code.ts';
import { EXIT_CODES } from './exit-code.ts';
import { isLived, LivedChanges, startOf } from './lived-change.ts';
import { Pace } from './pace.ts';
import { LivePrinter } from './printers/live-printer.ts';
import { StoryPrinter, timeFormatOf } from './printers/story-printer.ts';
import { refuseDamage } from './sources/find-recorded-story.ts';
import { recordingOptions } from './sources/recording-options.ts';
import { readRecordingStory } from './sources/recording-story.ts';

/** speed: 10 = ten times faster than recorded. */
export async function replayAtSpeed(invocation: Invocation, speed: number): Promise<ExitCode> {
  const { args, flags, screen, surroundings } = invocation;
  const [name = ''] = args;
  const time = timeFormatOf(flags, surroundings);
  const pace = new Pace({ clock: surroundings.clock, signal: surroundings.signal, speed });
  const options = recordingOptions(invocation);
  const noise = flags.switch('noise');
  const printer = new LivePrinter(screen, { time, states: objectStates(options.rules), noise });
  const lived = new LivedChanges();
  const file = await readRecordingStory(name, {
    ...options,
    pace: (message) => pace.until(message.receivedAt),
    onRecorded: (recorded) => printer.tell({ ...recorded, changes: lived.of(recorded.changes) }),
  });
  const story = new StoryPrinter(file.story, screen, { time, wide: false });
  const started = startOf(file.story.changes) ?? file.story.now;
  story.hidden(
    (change) => noise || change.noise === undefined,
    (change) => isLived(change, started),
  );
  story.cycles(file.story.cycles);
  story.summary();
  screen.heading('tree at the end');
  story.tree();
  story.waiting();
  for (const note of file.story.notes) screen.remark(note);
  refuseDamage(name, file);
  return EXIT_CODES.success;
}
