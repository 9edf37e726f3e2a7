// `cycles`: the cycles of a root; `cycles compare A B`: two of them side by side.

import type { Cycle } from '@rectrace/trace';
import { comparisonChanges, comparisonHead, comparisonSteps, cycleJson } from '@rectrace/view';
import { chooseCycle } from '../choose-cycle.ts';
import type { CommandDefinition, Invocation } from '../command-definition.ts';
import { outputFlag } from '../common-flags.ts';
import { UsageError } from '../errors.ts';
import type { ExitCode } from '../exit-code.ts';
import { EXIT_CODES } from '../exit-code.ts';
import { documentText, isDocument } from '../printers/document.ts';
import { parseOutputFormat, TABLE_FORMS } from '../printers/output-format.ts';
import { StoryPrinter, timeFormatOf } from '../printers/story-printer.ts';
import type { RootStory } from '../sources/root-story.ts';
import { unrecordedOf } from '../story-document.ts';
import { STORY_FLAGS } from '../story-flags.ts';

export function cyclesCommand(): CommandDefinition {
  return {
    name: 'cycles',
    summary: 'the cycles of an object; two of them compared',
    details: 'rectrace cycles TARGET lists them; rectrace cycles compare A B TARGET puts cycles A and B side by side.',
    examples: ['rectrace cycles deploy/web', 'rectrace cycles compare 1 2 deploy/web', 'rectrace cycles compare -2 -1 run.ndjson'],
    arguments: [
      { name: 'target', text: "KIND/NAME or FILE; 'compare', then two cycles, before it", required: true, completes: 'object' },
      { name: 'more', text: 'the rest of it', required: false, variadic: true, completes: 'object' },
    ],
    flags: [outputFlag(TABLE_FORMS), ...STORY_FLAGS],
    run,
  };
}

async function run(invocation: Invocation): Promise<ExitCode> {
  const format = parseOutputFormat(invocation.flags.text('output'), TABLE_FORMS);
  const comparing = invocation.args[0] === 'compare';
  const [, left = '', right = '', ...target] = invocation.args;
  if (comparing && target.length === 0)
    throw new UsageError('compare needs two cycles and a target', { hint: 'write cycles compare 1 2 KIND/NAME' });
  const { findStory } = await import('../sources/find-story.ts');
  const { story, finish } = await findStory(comparing ? { ...invocation, args: target } : invocation);
  const chosen = comparing ? [chooseCycle(story.cycles, left), chooseCycle(story.cycles, right)] : story.cycles;
  if (isDocument(format)) {
    const names = chosen.map((cycle) => `cycle/${cycle.number}`);
    invocation.screen.text(await documentText({ cycles: chosen.map(cycleJson), unrecorded: unrecordedOf(story) }, { format, names }));
  } else if (comparing) compare(story, { chosen, invocation });
  else {
    const time = timeFormatOf(invocation.flags, invocation.surroundings);
    const printer = new StoryPrinter(story, invocation.screen, { time, wide: false });
    printer.cycleTable(story.cycles);
    printer.unrecorded();
  }
  finish();
  return EXIT_CODES.success;
}

function compare(story: RootStory, { chosen, invocation }: { readonly chosen: readonly Cycle[]; readonly invocation: Invocation }): void {
  const [left, right] = chosen.map((cycle) => ({ cycle, chronicle: story }));
  if (left === undefined || right === undefined) return;
  const { screen, flags, surroundings } = invocation;
  const options = { time: timeFormatOf(flags, surroundings), now: story.now, states: story.states };
  screen.table(comparisonHead(left, right, options));
  screen.blank();
  screen.table(comparisonChanges(left, right));
  const steps = comparisonSteps(left, right, options);
  if (steps.rows.length === 0) return;
  screen.blank();
  screen.table(steps);
}
