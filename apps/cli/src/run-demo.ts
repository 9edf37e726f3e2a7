// Replays a recording as a show: what joins the tree, what becomes ready, the turns of cycles; then how it stands.

import { objectStates } from '@rectrace/trace';
import type { Invocation } from './command-definition.ts';
import { countRevisions } from './count-revisions.ts';
import type { ExitCode } from './exit-code.ts';
import { EXIT_CODES } from './exit-code.ts';
import { Pace } from './pace.ts';
import { GrowthPrinter } from './printers/growth-printer.ts';
import { StoryPrinter, timeFormatOf } from './printers/story-printer.ts';
import { refuseDamage } from './sources/find-recorded-story.ts';
import { recordingOptions } from './sources/recording-options.ts';
import { readRecordingStory, scanRecording } from './sources/recording-story.ts';

const SHOW_MS = 5_000;
const LAST_MS = 300;

/** Ends with a line 'revisions N': the distinct versions recorded of everything that was ever in the tree. */
export async function runDemo(invocation: Invocation): Promise<ExitCode> {
  const { args, flags, screen, surroundings } = invocation;
  const { clock, signal } = surroundings;
  const file = args[0] ?? surroundings.demoFile;
  const { first, last } = await scanRecording(file);
  const speed = flags.positive('speed') ?? Math.max(1, (last - first) / SHOW_MS);
  const pace = new Pace({ clock, signal, speed });
  const options = recordingOptions(invocation);
  const growth = new GrowthPrinter(screen, objectStates(options.rules));
  screen.text(`A recorded run, ${speed.toFixed(1)} times faster than it was:\n`);
  const recorded = await readRecordingStory(file, {
    ...options,
    pace: async ({ receivedAt }) => {
      if (receivedAt < last - LAST_MS) await pace.until(receivedAt);
    },
    onRecorded: (recorded, recorder) => growth.show(recorded, recorder),
  });
  const { story } = recorded;
  const printer = new StoryPrinter(story, screen, { time: timeFormatOf(flags, surroundings), wide: false });
  printer.cycles(story.cycles);
  for (const cycle of story.cycles.slice(-1)) printer.steps(cycle);
  screen.heading('tree at the end');
  printer.tree();
  printer.summary();
  screen.text(`\nrevisions ${countRevisions(story.changes)}`);
  refuseDamage(file, recorded);
  return EXIT_CODES.success;
}
