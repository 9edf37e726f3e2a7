// `roots`: what there is to trace and how it stands.

import type { CommandDefinition, Invocation } from '../command-definition.ts';
import { CLUSTER_FLAGS, HEADER_FLAGS, outputFlag, RECORDER_FLAGS } from '../common-flags.ts';
import type { ExitCode } from '../exit-code.ts';
import { EXIT_CODES } from '../exit-code.ts';
import { documentText, isDocument } from '../printers/document.ts';
import { parseOutputFormat, TABLE_FORMS } from '../printers/output-format.ts';
import { isRecording } from '../recording-argument.ts';
import { rootJson, rootsTable, sortRoots } from '../roots-table.ts';
import { objectKey } from '../story-document.ts';

export function rootsCommand(): CommandDefinition {
  return {
    name: 'roots',
    summary: 'what there is to trace: terminal or not, since when, why',
    examples: ['rectrace roots', 'rectrace roots -A', 'rectrace roots run.ndjson'],
    arguments: [{ name: 'file', text: 'roots of a recording', required: false, completes: 'file' }],
    flags: [
      { flags: '-A, --all-namespaces', text: 'of all namespaces' },
      { flags: '-l, --selector <selector>', text: 'label selector' },
      outputFlag(TABLE_FORMS),
      ...HEADER_FLAGS,
      ...RECORDER_FLAGS.filter(({ flags }) => flags.startsWith('--rules')),
      ...CLUSTER_FLAGS,
    ],
    run,
  };
}

async function run(invocation: Invocation): Promise<ExitCode> {
  const { args, flags, screen } = invocation;
  const format = parseOutputFormat(flags.text('output'), TABLE_FORMS);
  const [file] = args;
  const fromFile = file !== undefined && (isRecording(file) || file.includes('.'));
  const { findRoots } = await import('../sources/find-roots.ts');
  const { roots, now, where, finish } = await findRoots(invocation);
  if (isDocument(format)) {
    const sorted = sortRoots(roots);
    screen.text(await documentText({ roots: sorted.map(rootJson) }, { format, names: sorted.map(({ ref }) => objectKey(ref)) }));
  } else if (roots.length === 0) screen.remark(`No roots found in ${where}`);
  else screen.table(rootsTable(roots, { now, namespaces: flags.switch('allNamespaces') || fromFile }), { full: format.kind === 'wide' });
  finish();
  return EXIT_CODES.success;
}
