// `timeline`: the cycles of a root with their causes, and the steps of one of them; changes where they are asked for.

import type { Change, Cycle } from '@rectrace/trace';
import type { TimeFormat } from '@rectrace/view';
import { changesOf, homeOf } from '@rectrace/view';
import type { Selection } from '../change-selection.ts';
import { checkSelection, SELECTION_FLAGS, selectionOf } from '../change-selection.ts';
import { chooseCycle, cycleNumber } from '../choose-cycle.ts';
import type { CommandDefinition, Invocation } from '../command-definition.ts';
import { outputFlag } from '../common-flags.ts';
import type { ExitCode } from '../exit-code.ts';
import { EXIT_CODES } from '../exit-code.ts';
import { documentText, isDocument } from '../printers/document.ts';
import { parseOutputFormat, TABLE_FORMS } from '../printers/output-format.ts';
import type { Screen } from '../printers/screen.ts';
import { storyLines } from '../printers/story-lines.ts';
import { StoryPrinter, timeFormatOf } from '../printers/story-printer.ts';
import type { RootStory } from '../sources/root-story.ts';
import { changeKey, storyDocument } from '../story-document.ts';
import { NOISY_STORY_FLAGS, STORY_ARGUMENTS } from '../story-flags.ts';

export function timelineCommand(): CommandDefinition {
  return {
    name: 'timeline',
    summary: 'the cycles of an object: what caused them, how long they took, which steps were slow',
    details: 'Also of an object that nobody watched: then it is reconstructed from what the cluster still shows, and marked so.',
    examples: [
      'rectrace timeline deploy/web',
      'rectrace timeline deploy/web --cycle 3 --changes',
      'rectrace timeline run.ndjson --type event --since 10m',
    ],
    arguments: STORY_ARGUMENTS,
    flags: [
      { flags: '--cycle <number>', text: 'steps and changes of this cycle (default: the latest); -1 = the latest, -2 = the one before' },
      { flags: '--changes', text: 'changes too; implied by --kind, --type and --filter' },
      ...SELECTION_FLAGS,
      outputFlag(TABLE_FORMS),
      ...NOISY_STORY_FLAGS,
    ],
    run,
  };
}

async function run(invocation: Invocation): Promise<ExitCode> {
  const { flags, screen, surroundings } = invocation;
  const format = parseOutputFormat(flags.text('output'), TABLE_FORMS);
  const time = timeFormatOf(flags, surroundings);
  const wanted = flags.text('cycle');
  if (wanted !== undefined) cycleNumber(wanted);
  checkSelection(flags, { now: surroundings.clock.now(), zone: time.zone });
  const { findStory } = await import('../sources/find-story.ts');
  const { story, finish } = await findStory(invocation);
  const selection = selectionOf(flags, { changes: story.changes, now: story.now, zone: time.zone });
  const asked = wanted === undefined ? undefined : chooseCycle(story.cycles, wanted);
  const shown = shownPart(story, { asked, selection });
  if (isDocument(format)) screen.text(await documentText(storyDocument(shown), { format, names: shown.changes.map(changeKey) }));
  else print(story, { shown, asked, selection, invocation, wide: format.kind === 'wide' });
  if (selection.remark !== undefined) screen.remark(selection.remark);
  finish();
  return EXIT_CODES.success;
}

/** The story with the cycles and changes that were asked for. */
function shownPart(
  story: RootStory,
  { asked, selection }: { readonly asked: Cycle | undefined; readonly selection: Selection },
): RootStory {
  const { since, lets } = selection;
  const cycles = story.cycles
    .filter((cycle) => asked === undefined || cycle === asked)
    .filter((cycle) => since === undefined || cycle.end === undefined || cycle.end.time >= since);
  const within = asked === undefined ? story.changes : changesOf(asked, story);
  return { ...story, cycles, changes: within.filter(lets) };
}

type Printing = {
  readonly shown: RootStory;
  readonly asked: Cycle | undefined;
  readonly selection: Selection;
  readonly invocation: Invocation;
  readonly wide: boolean;
};

function print(story: RootStory, { shown, asked, selection, invocation, wide }: Printing): void {
  const { flags, screen, surroundings } = invocation;
  const time = timeFormatOf(flags, surroundings);
  const printer = new StoryPrinter(story, screen, { time, wide });
  const cycle = asked ?? shown.cycles.at(-1);
  const guessed = cycle?.reconstructed === true;
  printer.head();
  printer.cycles(shown.cycles);
  if (story.verdict?.kind !== 'true' || cycle?.state === 'open') printer.waiting();
  if (cycle !== undefined && !guessed) printer.steps(cycle);
  if (flags.switch('changes') || selection.narrowed || wide || guessed) printChanges(story, { shown, asked, selection, screen, time });
  if (!flags.switch('noise')) printer.noise();
}

type Changes = Pick<Printing, 'shown' | 'asked' | 'selection'> & { readonly screen: Screen; readonly time: TimeFormat };

function printChanges(story: RootStory, { shown, asked, selection, screen, time }: Changes): void {
  const shows = (change: Change): boolean => selection.lets(change) && (change.type !== 'Present' || selection.narrowed);
  const whole = asked === undefined ? story : { ...story, changes: changesOf(asked, story), gaps: [] };
  screen.heading('changes');
  const { since = 0 } = selection;
  screen.lines(
    storyLines(
      { ...whole, cycles: shown.cycles },
      { time, states: story.states, home: homeOf(story.ref), width: screen.width, shows, since },
    ),
  );
}
