// `tree`: the object tree as it is now (or at the end of a recording), and the chain to each object that is not ready.

import { flattenTree, treeDot, treeJson } from '@rectrace/view';
import type { CommandDefinition, Invocation } from '../command-definition.ts';
import { outputFlag } from '../common-flags.ts';
import { NotFoundError } from '../errors.ts';
import type { ExitCode } from '../exit-code.ts';
import { EXIT_CODES } from '../exit-code.ts';
import { documentText, isDocument } from '../printers/document.ts';
import type { OutputFormat } from '../printers/output-format.ts';
import { parseOutputFormat, TREE_FORMS } from '../printers/output-format.ts';
import { StoryPrinter, timeFormatOf } from '../printers/story-printer.ts';
import type { RootStory } from '../sources/root-story.ts';
import { objectKey } from '../story-document.ts';
import { STORY_ARGUMENTS, STORY_FLAGS } from '../story-flags.ts';

export function treeCommand(): CommandDefinition {
  return {
    name: 'tree',
    summary: 'the object tree now: readiness, reason, age, and what is waited for',
    examples: [
      'rectrace tree deploy/web',
      'rectrace tree pod/web-7d4b9-x2x --root',
      'rectrace tree cluster/redis -o dot | dot -Tsvg > tree.svg',
    ],
    arguments: STORY_ARGUMENTS.map((argument) => ({ ...argument, required: false })),
    flags: [
      { flags: '--depth <levels>', text: 'levels below the root; 0 = all' },
      { flags: '--root [kind/name]', text: 'walk up to the topmost owner first; of a recording: its root', completes: 'nothing' },
      outputFlag(TREE_FORMS),
      ...STORY_FLAGS.filter(({ flags }) => !flags.startsWith('--root') && !flags.startsWith('--source')),
    ],
    run,
  };
}

async function run(invocation: Invocation): Promise<ExitCode> {
  const format = parseOutputFormat(invocation.flags.text('output'), TREE_FORMS);
  const depth = invocation.flags.integer('depth');
  const { findTree } = await import('../sources/find-tree.ts');
  const { story, finish } = await findTree(invocation);
  await print(story, { invocation, format, depth });
  finish();
  return EXIT_CODES.success;
}

async function print(
  story: RootStory,
  { invocation, format, depth }: { readonly invocation: Invocation; readonly format: OutputFormat; readonly depth: number | undefined },
): Promise<void> {
  const { flags, screen, surroundings } = invocation;
  const { tree } = story;
  if (tree === undefined) throw new NotFoundError(`there is no tree of ${objectKey(story.ref)}`);
  if (format.kind === 'dot') {
    screen.text(treeDot(tree, story));
    return;
  }
  if (isDocument(format)) {
    const names = flattenTree(tree).map(({ node }) => objectKey(node.ref));
    screen.text(await documentText(treeJson(tree), { format, names }));
    return;
  }
  const printer = new StoryPrinter(story, screen, { time: timeFormatOf(flags, surroundings), wide: format.kind === 'wide' });
  printer.tree(depth);
  printer.waiting();
}
