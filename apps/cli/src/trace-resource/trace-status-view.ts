// A ReconciliationTrace's status as the tables and lines of packages/view.

import type { Json, KubeObject } from '@rectrace/kube';
import { asJson, integerAt, listAt, parseInstant, stringAt, valueAt } from '@rectrace/kube';
import type { ObjectSummary } from '@rectrace/trace';
import type { Line, Mark, TimeFormat } from '@rectrace/view';
import { cleanLine, cutMiddle, padEnd, shapeOf, span, toneOf } from '@rectrace/view';

const MARKS: { readonly [type: string]: Mark } = { Creation: 'created', Update: 'updated', Deletion: 'deleted', Event: 'event' };
const OBJECT_WIDTH = 32;

/** 'Cluster default/redis', from the spec and its annotations. */
export function targetText(trace: KubeObject): string {
  const target = valueAt(asJson(trace), ['spec', 'targetObject']);
  const kind = stringAt(target, ['kind']) ?? trace.metadata.annotations?.['trace.kubeblocks.io/target-kind'] ?? 'Cluster';
  const namespace = stringAt(target, ['namespace']) ?? trace.metadata.namespace ?? '';
  const name = stringAt(target, ['name']) ?? trace.metadata.name;
  return `${kind} ${namespace}/${name}`;
}

/** Conditions that tell of a problem: 'TargetFound False (NotFound): …'. */
export function problemLines(trace: KubeObject): readonly string[] {
  return listAt(asJson(trace), ['status', 'conditions']).flatMap((condition) => {
    const [type = '', status = '', reason = '', message = ''] = ['type', 'status', 'reason', 'message'].map((field) =>
      stringAt(condition, [field]),
    );
    const isGood = type === 'StatusTruncated' ? status === 'False' : status === 'True';
    return isGood || type === '' ? [] : [cleanLine(`${type} ${status} (${reason}): ${message}`)];
  });
}

/** The cycle that the status shows, where the controller tells it: 'cycle 3, open since …: generation 3→4 by kubectl'. */
export function cycleText(trace: KubeObject): string | undefined {
  const cycle = valueAt(asJson(trace), ['status', 'cycle']);
  const number = integerAt(cycle, ['number']);
  if (number === undefined) return undefined;
  const end = stringAt(cycle, ['endTime']);
  const state = end === undefined ? `open since ${stringAt(cycle, ['startTime']) ?? '?'}` : `ended ${end}`;
  return `cycle ${number}, ${state}: ${stringAt(cycle, ['cause', 'text']) ?? 'cause unknown'}`;
}

/** Rows of the summary as they stand. */
export function summaryOf(trace: KubeObject): readonly ObjectSummary[] {
  const count = (row: Json, field: string): number => Number(integerAt(row, ['changeSummary', field]) ?? 0);
  return listAt(asJson(trace), ['status', 'currentState', 'summary', 'objectSummaries']).map((row) => ({
    apiVersion: stringAt(row, ['objectType', 'apiVersion']) ?? '',
    kind: stringAt(row, ['objectType', 'kind']) ?? '',
    total: Number(integerAt(row, ['total']) ?? 0),
    added: count(row, 'added'),
    updated: count(row, 'updated'),
    deleted: count(row, 'deleted'),
  }));
}

/** A change as it stands in the status, and what tells it from others. */
export type StatusChange = { readonly key: string; readonly line: Line };

/** Oldest first. width: undefined = without end. */
export function changesOfStatus(
  trace: KubeObject,
  { time, width }: { readonly time: TimeFormat; readonly width: number | undefined },
): readonly StatusChange[] {
  const home = stringAt(asJson(trace), ['spec', 'targetObject', 'namespace']) ?? trace.metadata.namespace ?? '';
  return listAt(asJson(trace), ['status', 'currentState', 'changes']).map((change) => statusChange(change, { time, width, home }));
}

type LineOptions = { readonly time: TimeFormat; readonly width: number | undefined; readonly home: string };

function statusChange(change: Json, { time, width, home }: LineOptions): StatusChange {
  const type = stringAt(change, ['changeType']) ?? '';
  const warning = stringAt(change, ['eventAttributes', 'type']) === 'Warning';
  const mark: Mark = warning ? 'warning' : (MARKS[type] ?? 'unknown');
  const text = stringAt(change, ['localDescription']) ?? stringAt(change, ['description']) ?? type;
  const room = width === undefined ? Number.MAX_SAFE_INTEGER : Math.max(OBJECT_WIDTH, Math.floor(width / 2));
  const name = padEnd(cutMiddle(objectText(change, home), room), OBJECT_WIDTH);
  return {
    key: keyOf(change, type),
    line: [
      span(clockOf(change, time), 'faint'),
      span(` ${shapeOf(mark)} `, toneOf(mark)),
      span(`${name}  `),
      span(cleanLine(text), warning ? 'bad' : undefined),
    ],
  };
}

function clockOf(change: Json, time: TimeFormat): string {
  const at = parseInstant(stringAt(change, ['timestamp']));
  return at === undefined ? '?' : time.clock(at).slice(0, 8);
}

function keyOf(change: Json, type: string): string {
  const uid = stringAt(change, ['objectReference', 'uid']) ?? '';
  const event = stringAt(change, ['eventAttributes', 'name']) ?? '';
  return [String(valueAt(change, ['revision'])), uid, type, event].join(' ');
}

/** The tree as indented names. limit: rows at most. */
export function treeNamesOf(trace: KubeObject, limit: number): readonly Line[] {
  const lines: Line[] = [];
  const open: { readonly node: Json; readonly depth: number }[] = [
    { node: valueAt(asJson(trace), ['status', 'currentState', 'objectTree']) ?? null, depth: 0 },
  ];
  for (let next = open.pop(); next !== undefined && lines.length < limit; next = open.pop()) {
    const { node, depth } = next;
    const kind = stringAt(node, ['primary', 'kind']);
    if (kind !== undefined) lines.push([span(`${'  '.repeat(Math.min(depth, 20))}${kind}/${stringAt(node, ['primary', 'name']) ?? ''}`)]);
    const children = listAt(node, ['secondaries']);
    open.push(...children.toReversed().map((child) => ({ node: child, depth: depth + 1 })));
  }
  return open.length === 0 ? lines : [...lines, [span('…', 'faint')]];
}

/** 'Pod/redis-0', with the namespace where it is another one. */
function objectText(change: Json, home: string): string {
  const [kind = '', namespace = '', name = ''] = ['kind', 'namespace', 'name'].map((field) => stringAt(change, ['objectReference', field]));
  return namespace === home || namespace === '' ? `${kind}/${name}` : `${kind}/${namespace}/${name}`;
}
