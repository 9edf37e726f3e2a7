// `history`: every revision of one object with what differs from the one before.

import type { JsonObject } from '@rectrace/kube';
import { formatInstant } from '@rectrace/kube';
import type { Change } from '@rectrace/trace';
import type { TimeFormat } from '@rectrace/view';
import { changeJson, historyTable, objectJson } from '@rectrace/view';
import type { CommandDefinition, Invocation } from '../command-definition.ts';
import { outputFlag } from '../common-flags.ts';
import type { ExitCode } from '../exit-code.ts';
import { EXIT_CODES } from '../exit-code.ts';
import { documentText, isDocument } from '../printers/document.ts';
import { parseOutputFormat, TABLE_FORMS } from '../printers/output-format.ts';
import { count, timeFormatOf, unrecordedLines } from '../printers/story-printer.ts';
import type { EarlierObject } from '../sources/objects-of-name.ts';
import { changeKey, unrecordedOf } from '../story-document.ts';
import { NOISY_STORY_FLAGS, STORY_ARGUMENTS } from '../story-flags.ts';

const MOST_EARLIER = 5;

export function historyCommand(): CommandDefinition {
  return {
    name: 'history',
    summary: 'every revision of one object, each with its diff',
    examples: [
      'rectrace history deploy/web',
      'rectrace history run.ndjson --root Pod/plain/web-0 --events',
      'rectrace history pod/web-0 -o json',
    ],
    arguments: STORY_ARGUMENTS,
    flags: [
      { flags: '--events', text: 'the Events about it too' },
      { flags: '--uid <uid>', text: 'of several objects of that name the one whose uid begins so' },
      outputFlag(TABLE_FORMS),
      ...NOISY_STORY_FLAGS,
    ],
    run,
  };
}

async function run(invocation: Invocation): Promise<ExitCode> {
  const { flags, screen, surroundings } = invocation;
  const format = parseOutputFormat(flags.text('output'), TABLE_FORMS);
  const { findObjectHistory } = await import('../sources/find-object-history.ts');
  const { ref, changes, earlier, states, unrecorded, finish } = await findObjectHistory(invocation);
  const [noise, events] = [flags.switch('noise'), flags.switch('events')];
  const shows = (change: Change): boolean => (noise || change.noise === undefined) && (events || change.type !== 'Event');
  const shown = changes.filter(shows);
  if (isDocument(format)) {
    const document = {
      object: objectJson(ref),
      changes: shown.map(changeJson),
      earlier: earlier.map(earlierJson),
      unrecorded: unrecordedOf({ unrecorded }),
    };
    screen.text(await documentText(document, { format, names: shown.map(changeKey) }));
  } else {
    const time = timeFormatOf(flags, surroundings);
    screen.table(historyTable(shown, { time, states }), { full: true });
    for (const line of [...unrecordedLines(unrecorded, time), ...earlierLines(earlier, time)]) screen.say(line);
    const hidden = changes.filter((change) => change.noise !== undefined).length;
    if (!noise && hidden > 0) screen.remark(`${hidden} noise revisions are not shown: --noise shows them`);
  }
  finish();
  return EXIT_CODES.success;
}

/** Others of the name, the newest few, with how to see them. */
function earlierLines(earlier: readonly EarlierObject[], time: TimeFormat): readonly string[] {
  if (earlier.length === 0) return [];
  const told = earlier.slice(-MOST_EARLIER).map(({ uid, changes, from, to }) => {
    const until = time.day(from) === time.day(to) ? time.clock(to) : time.full(to);
    return `  --uid ${uid}  ${count(changes, 'revision')}, ${time.full(from)} to ${until}`;
  });
  return [`${count(earlier.length, 'other object')} of this name:`, ...told];
}

function earlierJson({ uid, changes, from, to }: EarlierObject): JsonObject {
  return { uid, changes, from: formatInstant(from), to: formatInstant(to) };
}
