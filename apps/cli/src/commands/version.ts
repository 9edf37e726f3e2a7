// `version`: of this program and, where asked for, of the cluster's API server.

import type { CommandDefinition, Invocation } from '../command-definition.ts';
import { outputFlag } from '../common-flags.ts';
import type { ExitCode } from '../exit-code.ts';
import { EXIT_CODES } from '../exit-code.ts';
import { documentText, isDocument } from '../printers/document.ts';
import { parseOutputFormat, VERSION_FORMS } from '../printers/output-format.ts';
import { VERSION } from '../version.ts';

export function versionCommand(): CommandDefinition {
  return {
    name: 'version',
    summary: 'the version of this program',
    arguments: [],
    flags: [outputFlag(VERSION_FORMS)],
    run,
  };
}

async function run({ flags, screen }: Invocation): Promise<ExitCode> {
  const format = parseOutputFormat(flags.text('output'), VERSION_FORMS);
  const document = { version: VERSION, node: process.versions.node };
  if (isDocument(format)) screen.text(await documentText(document, { format, names: [] }));
  else screen.text(`rectrace ${VERSION} (Node ${process.versions.node})`);
  return EXIT_CODES.success;
}
