// A ReconciliationTrace's status as the tables and lines of packages/view.

import type { KubeObject } from '@rectrace/kube';
import { parseInstant } from '@rectrace/kube';
import type { ObjectSummary } from '@rectrace/trace';
import type { CycleStatus, ObjectTree, TraceChange } from '@rectrace/trace-api';
import { isProblem, parseTraceSpec, statusOf } from '@rectrace/trace-api';
import type { Line, Mark, TimeFormat } from '@rectrace/view';
import { cleanLine, cutMiddle, layoutParagraph, padEnd, shapeOf, span, textWidth, toneOf } from '@rectrace/view';

const MARKS: { readonly [type in TraceChange['changeType']]: Mark } = {
  Creation: 'created',
  Update: 'updated',
  Deletion: 'deleted',
  Event: 'event',
};
const OBJECT_WIDTH = 32;
const SHORTEST_NAME = 12;

/** 'Cluster default/redis', from the spec and its annotations. */
export function targetText(trace: KubeObject): string {
  const { kind, namespace, name } = parseTraceSpec(trace).target;
  return `${kind} ${namespace}/${name}`;
}

/** Conditions that tell of a problem: 'TargetFound False (NotFound): …'. */
export function problemLines(trace: KubeObject): readonly string[] {
  return (statusOf(trace).conditions ?? [])
    .filter(isProblem)
    .map(({ type, status, reason, message }) => cleanLine(`${type} ${status} (${reason}): ${message}`));
}

/** The cycle that the status shows, where the controller tells it: 'cycle 3, open since …: generation 3→4 by kubectl'. */
export function cycleText(trace: KubeObject): string | undefined {
  const { cycle } = statusOf(trace);
  if (cycle === undefined) return undefined;
  return `cycle ${cycle.number}, ${stateText(cycle)}: ${cycle.cause.text}`;
}

/** Times that nobody saw are absent. */
function stateText({ state, startTime, endTime }: CycleStatus): string {
  if (endTime !== undefined) return `ended ${endTime}`;
  if (state === 'Closed') return 'ended';
  return startTime === undefined ? 'open' : `open since ${startTime}`;
}

/** Rows of the summary as they stand. */
export function summaryOf(trace: KubeObject): readonly ObjectSummary[] {
  return (statusOf(trace).currentState?.summary.objectSummaries ?? []).map(({ objectType, total, changeSummary }) => ({
    ...objectType,
    total,
    added: changeSummary?.added ?? 0,
    updated: changeSummary?.updated ?? 0,
    deleted: changeSummary?.deleted ?? 0,
  }));
}

/** A change as it stands in the status, and what tells it from others. */
export type StatusChange = { readonly key: string; readonly lines: readonly Line[] };

/** Oldest first. width: undefined = without end. */
export function changesOfStatus(
  trace: KubeObject,
  { time, width }: { readonly time: TimeFormat; readonly width: number | undefined },
): readonly StatusChange[] {
  const home = parseTraceSpec(trace).target.namespace;
  return (statusOf(trace).currentState?.changes ?? []).map((change) => statusChange(change, { time, width, home }));
}

type LineOptions = { readonly time: TimeFormat; readonly width: number | undefined; readonly home: string };

function statusChange(change: TraceChange, { time, width, home }: LineOptions): StatusChange {
  const { changeType, eventAttributes, description, localDescription, timestamp } = change;
  const warning = eventAttributes?.type === 'Warning';
  const mark = warning ? 'warning' : (MARKS[changeType] ?? 'unknown');
  const clock = clockOf(timestamp, time);
  const head = [span(clock, 'faint'), span(` ${shapeOf(mark)} `, toneOf(mark))];
  const left = textWidth(clock) + 3;
  const text = cleanLine(localDescription ?? description);
  const full = objectText(change, home);
  const name = width === undefined ? full : cutMiddle(full, Math.max(SHORTEST_NAME, width - left));
  const tone = warning ? 'bad' : undefined;
  const fits = width === undefined || left + Math.max(OBJECT_WIDTH, textWidth(name)) + 2 + textWidth(text) <= width;
  return {
    key: keyOf(change),
    lines: fits
      ? [[...head, span(`${padEnd(name, OBJECT_WIDTH)}  `), span(text, tone)]]
      : [[...head, span(name)], ...layoutParagraph(text, { label: '    ', width, tone })],
  };
}

function clockOf(timestamp: string, time: TimeFormat): string {
  const at = parseInstant(timestamp);
  return at === undefined ? '?' : time.clock(at).slice(0, 8);
}

function keyOf({ revision, objectReference, changeType, eventAttributes }: TraceChange): string {
  return [String(revision), objectReference.uid ?? '', changeType, eventAttributes?.name ?? ''].join(' ');
}

/** The tree as indented names. limit: rows at most. */
export function treeNamesOf(trace: KubeObject, limit: number): readonly Line[] {
  const root = statusOf(trace).currentState?.objectTree;
  const lines: Line[] = [];
  const open: { readonly node: ObjectTree; readonly depth: number }[] = root === undefined ? [] : [{ node: root, depth: 0 }];
  while (lines.length < limit) {
    const next = open.pop();
    if (next === undefined) break;
    const { primary, secondaries = [] } = next.node;
    const depth = next.depth + 1;
    lines.push([span(`${'  '.repeat(Math.min(next.depth, 20))}${primary.kind}/${primary.name}`)]);
    open.push(...secondaries.toReversed().map((node) => ({ node, depth })));
  }
  return open.length === 0 ? lines : [...lines, [span('…', 'faint')]];
}

/** 'Pod/redis-0', with the namespace where it is another one. */
function objectText({ objectReference: { kind, namespace = '', name } }: TraceChange, home: string): string {
  return namespace === home || namespace === '' ? `${kind}/${name}` : `${kind}/${namespace}/${name}`;
}
