// `trace watch`: follows one trace as text: summary, tree and changes first, then what becomes new.

import type { ClusterConnection } from '@rectrace/cluster';
import type { KubeObject } from '@rectrace/kube';
import type { RecorderMessage } from '@rectrace/trace';
import { TRACES } from '@rectrace/trace-api';
import type { Line } from '@rectrace/view';
import { createTimeFormat, summaryTable } from '@rectrace/view';
import { connect } from '../../cluster-access.ts';
import type { CommandDefinition, Invocation } from '../../command-definition.ts';
import { CLUSTER_FLAGS, TIME_FLAGS } from '../../common-flags.ts';
import { ForbiddenError, NotFoundError, UnsupportedError } from '../../errors.ts';
import type { ExitCode } from '../../exit-code.ts';
import { EXIT_CODES } from '../../exit-code.ts';
import { changesOfStatus, cycleText, problemLines, summaryOf, targetText, treeNamesOf } from '../../trace-resource/trace-status-view.ts';

const TREE_ROWS = 60;

export function traceWatchCommand(): CommandDefinition {
  return {
    name: 'watch',
    aliases: ['w'],
    summary: 'follow a trace: summary, tree and changes as they come',
    arguments: [{ name: 'name', text: 'name of the trace', required: true, completes: 'trace' }],
    flags: [...TIME_FLAGS, ...CLUSTER_FLAGS],
    run,
  };
}

async function run(invocation: Invocation): Promise<ExitCode> {
  const cluster = await connect(invocation);
  try {
    const printer = new TracePrinter(invocation);
    for await (const trace of revisionsOf(cluster, { name: invocation.args[0] ?? '', invocation })) printer.show(trace);
    return EXIT_CODES.success;
  } finally {
    cluster.close();
  }
}

/** Every revision of the trace from now on; ends when it is deleted or the user interrupts. */
async function* revisionsOf(
  cluster: ClusterConnection,
  { name, invocation }: { readonly name: string; readonly invocation: Invocation },
): AsyncGenerator<KubeObject> {
  const { reflect } = await import('@rectrace/cluster');
  const { signal, clock, random } = invocation.surroundings;
  const namespace = cluster.defaultNamespace;
  const query = { resource: TRACES, namespace, fieldSelector: `metadata.name=${name}` };
  const scope = { group: TRACES.group, resource: TRACES.resource, namespace };
  let found = false;
  for await (const message of reflect({ source: cluster.listWatch, query, scope, clock, random, signal })) {
    if (message.kind === 'Availability') sayWhy(message, invocation);
    if (isEnd(message)) return invocation.screen.remark(`trace ${name} was deleted`);
    found ||= 'object' in message;
    if (message.kind === 'ListEnd' && !found) throw new NotFoundError(`there is no trace ${name} in namespace ${namespace}`);
    if ('object' in message) yield message.object;
  }
  signal.throwIfAborted();
}

function isEnd(message: RecorderMessage): boolean {
  return message.kind === 'Vanished' || (message.kind === 'Observed' && message.type === 'Deleted');
}

/** @throws UnsupportedError where waiting would not help */
function sayWhy(message: Extract<RecorderMessage, { readonly kind: 'Availability' }>, { screen }: Invocation): void {
  if (message.state === 'watched') return;
  if (message.state === 'absent') throw new UnsupportedError(`traces are not served: ${message.message}`);
  if (message.state === 'forbidden') throw new ForbiddenError(`traces can not be read: ${message.message}`);
  screen.warn(`traces can not be read at the moment: ${message.message}`);
}

class TracePrinter {
  readonly #invocation: Invocation;
  readonly #shown = new Set<string>();
  readonly #said = new Set<string>();
  #summary = '';
  #started = false;
  #treeShown = false;

  constructor(invocation: Invocation) {
    this.#invocation = invocation;
  }

  /** The whole status the first time, afterwards what is new of it. */
  show(trace: KubeObject): void {
    const { screen, flags, surroundings } = this.#invocation;
    const time = createTimeFormat(flags.switch('utc') ? 'UTC' : surroundings.timeZone);
    if (!this.#started) screen.text(`trace ${trace.metadata.namespace ?? ''}/${trace.metadata.name} of ${targetText(trace)}`);
    for (const problem of problemLines(trace)) this.#sayOnce(problem, () => screen.warn(problem));
    const cycle = cycleText(trace);
    if (cycle !== undefined) this.#sayOnce(cycle, () => screen.text(cycle));
    this.#showSummary(trace);
    this.#showTree(treeNamesOf(trace, TREE_ROWS));
    for (const { key, lines } of changesOfStatus(trace, { time, width: screen.width })) {
      if (this.#shown.size === 0) screen.heading('changes');
      if (!this.#shown.has(key)) screen.lines(lines);
      this.#shown.add(key);
    }
    this.#started = true;
  }

  /** Once, when there is one. */
  #showTree(names: readonly Line[]): void {
    const { screen } = this.#invocation;
    if (names.length === 0 || this.#treeShown) return;
    screen.heading('tree');
    screen.lines(names);
    this.#treeShown = true;
  }

  #showSummary(trace: KubeObject): void {
    const rows = summaryOf(trace);
    const text = JSON.stringify(rows);
    if (rows.length > 0 && text !== this.#summary) this.#invocation.screen.table(summaryTable(rows));
    this.#summary = text;
  }

  #sayOnce(text: string, say: () => void): void {
    if (this.#said.has(text)) return;
    this.#said.add(text);
    say();
  }
}
