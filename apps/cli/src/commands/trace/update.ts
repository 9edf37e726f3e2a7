// `trace update`: changes how a trace is recorded.

import { isJsonObject } from '@rectrace/kube';
import { traceId, tracePatch, tracePath } from '@rectrace/trace-api';
import { connect } from '../../cluster-access.ts';
import type { CommandDefinition, Invocation } from '../../command-definition.ts';
import { CLUSTER_FLAGS, outputFlag } from '../../common-flags.ts';
import { UsageError } from '../../errors.ts';
import type { ExitCode } from '../../exit-code.ts';
import { EXIT_CODES } from '../../exit-code.ts';
import { documentText, isDocument } from '../../printers/document.ts';
import { MADE_FORMS, parseOutputFormat } from '../../printers/output-format.ts';
import { ofTrace, readServedFields, sendTrace } from '../../trace-resource/trace-requests.ts';
import { checkWish, wishOf } from '../../trace-resource/wish-flags.ts';

export function traceUpdateCommand(): CommandDefinition {
  return {
    name: 'update',
    aliases: ['u'],
    summary: 'change how a trace is recorded',
    arguments: [{ name: 'name', text: 'name of the trace', required: true, completes: 'trace' }],
    flags: [
      { flags: '--depth <levels>', text: 'levels below the target; 0 = all' },
      { flags: '--locale <locale>', text: 'language of the descriptions, such as zh_CN' },
      { flags: '--cel-state-evaluation-expression <cel>', text: "when the target counts as done: CEL over 'object'" },
      outputFlag(MADE_FORMS),
      ...CLUSTER_FLAGS,
    ],
    run,
  };
}

async function run(invocation: Invocation): Promise<ExitCode> {
  const { args, flags, screen } = invocation;
  const format = parseOutputFormat(flags.text('output'), MADE_FORMS);
  const wish = wishOf(flags);
  if (Object.values(wish).every((value) => value === undefined)) {
    throw new UsageError('nothing to update', { hint: 'give --depth, --locale or --cel-state-evaluation-expression' });
  }
  await checkWish(wish);
  const name = args[0] ?? '';
  const cluster = await connect(invocation);
  try {
    const body = tracePatch(wish, await readServedFields(cluster));
    const query = { fieldManager: 'rectrace', fieldValidation: 'Strict' };
    const namespace = cluster.defaultNamespace;
    const answer = await ofTrace({ name, namespace }, () =>
      sendTrace(cluster, { method: 'PATCH', path: tracePath(namespace, name), query, body }),
    );
    const names = [traceId(name)];
    if (isDocument(format)) screen.text(await documentText(isJsonObject(answer) ? answer : body, { format, names }));
    else screen.text(`${names[0]} updated`);
    return EXIT_CODES.success;
  } finally {
    cluster.close();
  }
}
