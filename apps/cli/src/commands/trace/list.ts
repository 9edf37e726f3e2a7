// `trace list`: the traces of a namespace with the columns that the API server prints.

import type { Json } from '@rectrace/kube';
import { formatJson, isJsonObject, listAt, parseJson, stringAt } from '@rectrace/kube';
import { traceId, tracePath } from '@rectrace/trace-api';
import { connect } from '../../cluster-access.ts';
import type { CommandDefinition, Invocation } from '../../command-definition.ts';
import { CLUSTER_FLAGS, HEADER_FLAGS, outputFlag } from '../../common-flags.ts';
import { NotFoundError, UsageError } from '../../errors.ts';
import type { ExitCode } from '../../exit-code.ts';
import { EXIT_CODES } from '../../exit-code.ts';
import { documentText, isDocument } from '../../printers/document.ts';
import { parseOutputFormat, TABLE_FORMS } from '../../printers/output-format.ts';
import { TABLE_ACCEPT, tableOf } from '../../trace-resource/server-table.ts';
import { whereServed } from '../../trace-resource/trace-requests.ts';

export function traceListCommand(): CommandDefinition {
  return {
    name: 'list',
    aliases: ['ls'],
    summary: 'list traces',
    arguments: [{ name: 'name', text: 'one trace', required: false, completes: 'trace' }],
    flags: [
      { flags: '-A, --all-namespaces', text: 'of all namespaces' },
      { flags: '-l, --selector <selector>', text: 'label selector' },
      { flags: '--show-labels', text: 'labels as the last column' },
      outputFlag(TABLE_FORMS),
      ...HEADER_FLAGS,
      ...CLUSTER_FLAGS,
    ],
    run,
  };
}

async function run(invocation: Invocation): Promise<ExitCode> {
  const { args, flags, screen, surroundings } = invocation;
  const format = parseOutputFormat(flags.text('output'), TABLE_FORMS);
  const all = flags.switch('allNamespaces');
  const [name] = args;
  if (all && name !== undefined) throw new UsageError('a trace is named within one namespace', { hint: 'leave out NAME or -A' });
  const cluster = await connect(invocation);
  try {
    const document = await whereServed(async () => {
      const answer = await cluster.transport.request({
        method: 'GET',
        path: tracePath(all ? '' : cluster.defaultNamespace),
        query: { labelSelector: flags.text('selector'), fieldSelector: name === undefined ? undefined : `metadata.name=${name}` },
        signal: surroundings.signal,
        ...(isDocument(format) ? {} : { accept: TABLE_ACCEPT }),
      });
      return parseJson(answer.text);
    });
    const namespace = cluster.defaultNamespace;
    if (name !== undefined && isEmpty(document)) throw new NotFoundError(`there is no trace ${name} in namespace ${namespace}`);
    if (!isDocument(format)) printTable(document, { invocation, namespace });
    else screen.text(await documentText(isJsonObject(document) ? document : {}, { format, names: namesOf(document) }));
    return EXIT_CODES.success;
  } finally {
    cluster.close();
  }
}

function isEmpty(document: Json): boolean {
  return listAt(document, ['rows']).length === 0 && listAt(document, ['items']).length === 0;
}

function printTable(
  document: Json,
  { invocation: { flags, screen }, namespace }: { readonly invocation: Invocation; readonly namespace: string },
): void {
  const all = flags.switch('allNamespaces');
  const wide = flags.text('output') === 'wide';
  if (listAt(document, ['rows']).length === 0) {
    screen.remark(all ? 'No resources found' : `No resources found in namespace ${namespace}`);
    return;
  }
  screen.table(tableOf(document, { wide, namespaces: all, labels: flags.switch('showLabels') }), { full: wide });
}

function namesOf(document: Json): readonly string[] {
  return listAt(document, ['items']).map((item) => traceId(stringAt(item, ['metadata', 'name']) ?? formatJson(item)));
}
