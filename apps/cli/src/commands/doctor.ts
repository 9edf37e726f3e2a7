// `doctor`: what stands in the way of tracing this cluster.

import type { Row } from '@rectrace/view';
import { cell, shapeOf, toneOf } from '@rectrace/view';
import type { CommandDefinition, Invocation } from '../command-definition.ts';
import { CLUSTER_FLAGS, HEADER_FLAGS, outputFlag, RECORDER_FLAGS } from '../common-flags.ts';
import type { ExitCode } from '../exit-code.ts';
import { EXIT_CODES } from '../exit-code.ts';
import type { Finding } from '../live/examine.ts';
import { documentText, isDocument } from '../printers/document.ts';
import { DOCTOR_FORMS, parseOutputFormat } from '../printers/output-format.ts';

const MARKS = { good: 'ready', lacking: 'unknown', bad: 'notReady' } as const;

export function doctorCommand(): CommandDefinition {
  return {
    name: 'doctor',
    summary: 'server version, rights per kind, rules, clock skew: what can not be seen, and why',
    details: 'Ends with 0 where tracing works, also with less than everything; with 1 where it does not.',
    arguments: [],
    flags: [
      outputFlag(DOCTOR_FORMS),
      ...HEADER_FLAGS,
      ...RECORDER_FLAGS.filter(({ flags }) => flags.startsWith('--rules')),
      ...CLUSTER_FLAGS,
    ],
    run,
  };
}

async function run(invocation: Invocation): Promise<ExitCode> {
  const { flags, progress, screen, surroundings } = invocation;
  const format = parseOutputFormat(flags.text('output'), DOCTOR_FORMS);
  const [{ connect }, { examine }, { rulesOf }] = await Promise.all([
    import('../cluster-access.ts'),
    import('../live/examine.ts'),
    import('../sources/recorder-setup.ts'),
  ]);
  const rules = rulesOf(flags);
  const cluster = await connect(invocation);
  try {
    const findings: Finding[] = [];
    await progress.during(`examining ${cluster.server}`, async () => {
      for await (const finding of examine({ cluster, rules, surroundings, actingAs: flags.text('as') })) findings.push(finding);
    });
    if (isDocument(format)) screen.text(await documentText({ findings }, { format, names: [] }));
    else
      screen.table(
        {
          columns: [
            { title: 'SUBJECT', fit: 'keep' },
            { title: '', fit: 'keep' },
            { title: 'FINDING', fit: 'below' },
          ],
          rows: findings.map(findingRow),
        },
        { full: true },
      );
    return findings.some(({ state }) => state === 'bad') ? EXIT_CODES.failure : EXIT_CODES.success;
  } finally {
    cluster.close();
  }
}

function findingRow({ subject, state, detail }: Finding): Row {
  const mark = MARKS[state];
  return { cells: [cell(subject), cell(shapeOf(mark), toneOf(mark)), cell(detail)], marks: [mark] };
}
