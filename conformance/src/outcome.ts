// What the recorder made of a case, as text lines that an expectation can be written in.

import type { Json } from '@rectrace/kube';
import { formatJson, formatRef } from '@rectrace/kube';
import type {
  Change,
  Cycle,
  CycleSignal,
  Gap,
  OwnershipRules,
  RecorderCounters,
  RecorderMessage,
  RootTarget,
  RootView,
  TreeNode,
} from '@rectrace/trace';
import { comparePositions, Recorder } from '@rectrace/trace';

export type Outcome = {
  readonly changes: readonly Change[];
  readonly gaps: readonly Gap[];
  readonly signals: readonly CycleSignal[];
  readonly view: RootView;
  readonly counters: RecorderCounters;
};

/** Tells the messages to a fresh recorder, to the end of the recording. */
export function runCase(
  messages: readonly RecorderMessage[],
  { rules, target }: { readonly rules: OwnershipRules; readonly target: RootTarget },
): Outcome {
  const recorder = new Recorder({
    rules,
    redact: (object) => object,
    waitingBytes: Number.POSITIVE_INFINITY,
    horizon: Number.MAX_SAFE_INTEGER,
  });
  const told = [recorder.addRoot(target), ...messages.map((message) => recorder.record(message)), recorder.finish()];
  const byId = new Map(told.flatMap((recorded) => recorded.changes).map((change) => [change.id, change]));
  const view = recorder.view(target.id);
  if (view === undefined) throw new Error(`no view of ${target.id}`);
  return {
    changes: [...byId.values()].sort((left, right) => comparePositions(left.position, right.position)),
    gaps: told.flatMap((recorded) => recorded.gaps),
    signals: told.flatMap((recorded) => recorded.signals),
    view,
    counters: recorder.counters,
  };
}

/** 'Creation Pod/plain/a#u2 (noise) ~inferred', and for Events their reason and message. */
export function changeLine({ type, ref, noise, certainty, event }: Change): string {
  const said = event === undefined ? '' : ` ${event.reason}: ${event.message}${event.count > 1 ? ` x${event.count}` : ''}`;
  return `${type} ${formatRef(ref)}#${ref.uid}${said}${noise === undefined ? '' : ` (${noise})`}${certainty === 'observed' ? '' : ` ~${certainty}`}`;
}

/** '1 closed created 0.0-1.2 requests=2 initiators=x'; times in seconds. */
export function cycleLine({ number, state, cause, start, end, requests }: Cycle): string {
  const extras = [
    ...(requests.length === 0 ? [] : [`requests=${requests.map((request) => request.kind).join(',')}`]),
    ...(cause.initiators.length === 0 ? [] : [`initiators=${cause.initiators.map((ref) => ref.name).join(',')}`]),
  ];
  return [`${number} ${state} ${cause.kind} ${seconds(start.time)}-${end === undefined ? '' : seconds(end.time)}`, ...extras].join(' ');
}

/** One line a node, two spaces a level: 'Pod/a', with (gone), (cyclic) and its links. */
export function treeText(tree: TreeNode | undefined): string {
  const lines: string[] = [];
  const open: { readonly node: TreeNode; readonly depth: number }[] = tree === undefined ? [] : [{ node: tree, depth: 0 }];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const { node, depth } = next;
    const links = node.links.map((link) => ` -> ${link.ref.kind}/${link.ref.name} (${link.reason})`).join('');
    lines.push(
      `${'  '.repeat(depth)}${node.ref.kind}/${node.ref.name}${node.gone ? ' (gone)' : ''}${node.cyclic ? ' (cyclic)' : ''}${links}`,
    );
    for (const child of [...node.children].reverse()) open.push({ node: child, depth: depth + 1 });
  }
  return lines.join('\n');
}

export function summaryLines(view: RootView): readonly string[] {
  return view.summary.objectSummaries.map((row) => {
    const counts = (['added', 'updated', 'deleted'] as const).filter((name) => row[name] > 0).map((name) => ` ${name} ${row[name]}`);
    return `${row.apiVersion} ${row.kind} ${row.total}${counts.join('')}`;
  });
}

export function diffLines(changes: readonly Change[]): readonly string[] {
  return changes.flatMap((change) =>
    change.diff.map(({ path, before, after }) => `${formatRef(change.ref)} ${path.join('.')}: ${text(before)} -> ${text(after)}`),
  );
}

function text(value: unknown): string {
  if (value === undefined) return '-';
  return formatJson(value as Json);
}

function seconds(ms: number): string {
  return (ms / 1000).toFixed(1);
}
