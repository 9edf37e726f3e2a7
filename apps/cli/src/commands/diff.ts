// `diff`: what differs between two moments of an object, or of the whole tree of a root.

import type { JsonObject, KubeObject } from '@rectrace/kube';
import type { Line, Mark } from '@rectrace/view';
import { diffLines, diffPhrase, homeOf, objectJson, objectName, shapeOf, span, toneOf } from '@rectrace/view';
import type { CommandDefinition, Invocation } from '../command-definition.ts';
import { outputFlag } from '../common-flags.ts';
import { NotRecordedError } from '../errors.ts';
import type { ExitCode } from '../exit-code.ts';
import { EXIT_CODES } from '../exit-code.ts';
import type { Moment } from '../instant-reference.ts';
import { checkMoment, momentOf } from '../instant-reference.ts';
import { documentText, isDocument } from '../printers/document.ts';
import { parseOutputFormat, TABLE_FORMS } from '../printers/output-format.ts';
import type { Screen } from '../printers/screen.ts';
import { StoryPrinter, timeFormatOf } from '../printers/story-printer.ts';
import type { RootStory } from '../sources/root-story.ts';
import type { ObjectDifference } from '../state-at.ts';
import { objectKey, unrecordedOf } from '../story-document.ts';
import { STORY_ARGUMENTS, STORY_FLAGS } from '../story-flags.ts';
import { differencesIn } from '../told-differences.ts';

const MARKS: { readonly [kind in ObjectDifference['kind']]: Mark } = { added: 'created', updated: 'updated', deleted: 'deleted' };

export function diffCommand(): CommandDefinition {
  return {
    name: 'diff',
    summary: 'what differs between two moments of an object and of all that hangs on it',
    details:
      'A moment is a revision (resourceVersion or #N), a time, -10m, last-terminal, cycle:N (before it as --from, after it as --to) or now.',
    examples: [
      'rectrace diff deploy/web --from last-terminal',
      'rectrace diff run.ndjson --from cycle:2 --to cycle:2',
      'rectrace diff deploy/web --from -10m --only-root -o wide',
    ],
    arguments: STORY_ARGUMENTS,
    flags: [
      { flags: '--from <moment>', text: 'earlier moment (default: last-terminal; the start where no cycle has ended)' },
      { flags: '--to <moment>', text: 'later moment (default: now)' },
      { flags: '--only-root', text: 'the object alone, without what hangs on it' },
      outputFlag(TABLE_FORMS),
      ...STORY_FLAGS,
    ],
    run,
  };
}

async function run(invocation: Invocation): Promise<ExitCode> {
  const { flags, screen, surroundings } = invocation;
  const format = parseOutputFormat(flags.text('output'), TABLE_FORMS);
  const time = timeFormatOf(flags, surroundings);
  const moments = { from: flags.text('from') ?? 'last-terminal', to: flags.text('to') ?? 'now' };
  for (const moment of Object.values(moments)) checkMoment(moment, { now: surroundings.clock.now(), zone: time.zone });
  const { findStory } = await import('../sources/find-story.ts');
  const { story, finish } = await findStory(invocation);
  const from = momentOf(moments.from, story, { side: 'from', zone: time.zone });
  const to = momentOf(moments.to, story, { side: 'to', zone: time.zone });
  const { objects, isWhole } = differencesIn(story, { from, to });
  const shown = flags.switch('onlyRoot') ? objects.filter(({ ref }) => ref.uid === story.ref.uid) : objects;
  if (isDocument(format)) {
    screen.text(
      await documentText(
        { ...toJson(shown, { from, to }), whole: isWhole, unrecorded: unrecordedOf(story) },
        { format, names: shown.map(({ ref }) => objectKey(ref)) },
      ),
    );
  } else {
    screen.remark(`from ${from.text} to ${to.text}`);
    print(shown, { screen, story, isWhole, wide: format.kind === 'wide' || flags.switch('onlyRoot') });
    new StoryPrinter(story, screen, { time, wide: false }).unrecorded();
  }
  sayAside([from, to], screen);
  finish();
  if (!isWhole) throw unknownBodies(shown.length);
  return EXIT_CODES.success;
}

/** Why a moment was taken, and of which changes nobody saw when they were: they are taken to be later. */
function sayAside(moments: readonly Moment[], screen: Screen): void {
  for (const { text, remark, unsure = 0 } of moments) {
    if (remark !== undefined) screen.remark(remark);
    const many = unsure === 1 ? '1 change' : `${unsure} changes`;
    if (unsure > 0) screen.remark(`${many} may have been before ${text} or after it, nobody saw when; told as after it`);
  }
}

/** What is known is shown before. */
function unknownBodies(shown: number): NotRecordedError {
  return new NotRecordedError(
    `${shown === 0 ? 'what differs' : 'what else differs'} is not known: of a time that nobody recorded only templates, creations, deletions and conditions are told`,
    { hint: 'rectrace history shows them one by one' },
  );
}

type Printing = { readonly screen: Screen; readonly story: RootStory; readonly isWhole: boolean; readonly wide: boolean };

function print(differences: readonly ObjectDifference[], { screen, story, isWhole, wide }: Printing): void {
  if (differences.length === 0 && isWhole) screen.text('nothing differs');
  for (const difference of differences) screen.lines(linesOf(difference, { home: homeOf(story.ref), width: screen.width, wide }));
}

/** The human line first, the fields below it where they are asked for. */
function linesOf(
  { ref, kind, diff, body }: ObjectDifference,
  { home, width, wide }: { readonly home: string; readonly width: number | undefined; readonly wide: boolean },
): readonly Line[] {
  const mark = MARKS[kind];
  const phrase = kind === 'updated' ? updateText(diff, { body, wide }) : kind;
  const head: Line = [span(`${shapeOf(mark)} `, toneOf(mark)), span(objectName(ref, home), 'strong'), span(`  ${phrase}`)];
  return wide
    ? [head, ...diffLines(diff, { width: width === undefined ? undefined : width - 4 }).map((line) => [span('    '), ...line])]
    : [head];
}

/** wide: every field. body: the later one, where it is known. */
function updateText(
  diff: ObjectDifference['diff'],
  { body, wide }: { readonly body: KubeObject | undefined; readonly wide: boolean },
): string {
  if (diff.length === 0) return 'written, what changed is not known';
  return diffPhrase(diff, { all: wide, ...(body === undefined ? {} : { body }) }) || 'bookkeeping fields';
}

function toJson(differences: readonly ObjectDifference[], { from, to }: { readonly from: Moment; readonly to: Moment }): JsonObject {
  return {
    from: from.text,
    to: to.text,
    unsure: { from: from.unsure ?? 0, to: to.unsure ?? 0 },
    objects: differences.map(({ ref, kind, diff }) => ({
      object: objectJson(ref),
      change: kind,
      diff: diff.map(({ path, before, after }) => ({
        path,
        ...(before === undefined ? {} : { before }),
        ...(after === undefined ? {} : { after }),
      })),
    })),
  };
}
