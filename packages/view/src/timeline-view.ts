// The timeline of one root as tables: its cycles, the steps of one cycle, and the counts behind them.

import type { Change, Cycle, ToldTime } from '@rectrace/trace';
import { knownTime } from '@rectrace/trace';
import { omittedRequestsText, requestText } from './cause-text.ts';
import { cleanLine } from './clean-text.ts';
import type { Chronicle } from './cycle-changes.ts';
import { changesOf } from './cycle-changes.ts';
import { cycleCause, cycleLength, cycleState } from './cycle-text.ts';
import { formatDuration, formatRoughDuration } from './duration.ts';
import { shapeOf, toneOf } from './mark.ts';
import { objectName } from './object-name.ts';
import type { Step } from './step.ts';
import { lengthWithin, slowestSteps, stepLength } from './step.ts';
import type { Column, Row, Table } from './table.ts';
import { cell } from './table.ts';
import type { TimeFormat } from './time-format.ts';
import { toldClock } from './told-clock.ts';

/** now: until when something open counts, milliseconds since the epoch. */
export type TimelineOptions = { readonly time: TimeFormat; readonly home: string; readonly now: number };

const CYCLE_COLUMNS: readonly Column[] = [
  { title: '#', fit: 'keep', alignRight: true },
  { title: 'START', fit: 'keep' },
  { title: 'TOOK', fit: 'keep', alignRight: true },
  { title: 'STATE', fit: 'keep' },
  { title: 'CHANGES', fit: 'drop', alignRight: true },
  { title: 'CAUSE', fit: 'below' },
];

/** One row a cycle and one below it for each further request within it, oldest first. chronicle: all of the root, noise included. */
export function cycleTable(cycles: readonly Cycle[], chronicle: Chronicle, options: TimelineOptions): Table {
  return { columns: CYCLE_COLUMNS, rows: cycles.flatMap((cycle) => cycleRows(cycle, changesOf(cycle, chronicle), options)) };
}

function cycleRows(cycle: Cycle, changes: readonly Change[], { time, now }: TimelineOptions): readonly Row[] {
  const { text, mark } = cycleState(cycle);
  const telling = changes.filter(({ noise }) => noise === undefined).length;
  const guessed = cycle.reconstructed === true ? ' [reconstructed]' : '';
  const head: Row = {
    cells: [
      cell(String(cycle.number)),
      cell(clockText(cycle.start, time)),
      cell(mark === 'unknown' ? '?' : cycleLength(cycle, now)),
      cell(`${shapeOf(mark)} ${text}`, toneOf(mark)),
      cell(String(telling)),
      cell(cycleCause(cycle) + guessed),
    ],
    marks: cycle.reconstructed === true ? [mark, 'reconstructed'] : [mark],
  };
  const asked = cycle.requests.map((request) => requestRow(clockText(request, time), cleanLine(requestText(request, cycle))));
  const omitted = omittedRequestsText(cycle);
  return [head, ...asked.slice(0, 1), ...(omitted === undefined ? [] : [requestRow('', omitted)]), ...asked.slice(1)];
}

function clockText(instant: ToldTime, time: TimeFormat): string {
  const at = knownTime(instant);
  return at === undefined ? '?' : toldClock(time, { at, toTheSecond: true });
}

function requestRow(clock: string, text: string): Row {
  return {
    cells: [cell(''), cell(clock, 'faint'), cell(''), cell(`${shapeOf('request')} asked`, 'faint'), cell(''), cell(text, 'faint')],
    marks: ['request'],
  };
}

const STEP_COLUMNS: readonly Column[] = [
  { title: 'AT', fit: 'drop' },
  { title: 'TOOK', fit: 'keep', alignRight: true },
  { title: '', fit: 'keep' },
  { title: 'OBJECT', fit: 'cutMiddle', min: 14 },
  { title: 'STEP', fit: 'below' },
];

/** Steps by start, the slowest marked. at: start relative to the cycle's start. limit: beyond it only the longest are shown, and the rest counted. */
export function stepTable(cycle: Cycle, steps: readonly Step[], options: TimelineOptions & { readonly limit?: number }): Table {
  const slow = slowestSteps(steps, { most: 3, from: cycle.start.time, now: options.now });
  const kept = longest(steps, { ...options, from: cycle.start.time });
  const rows = kept.map((step) => stepRow(step, { slow: slow.has(step), cycle, options }));
  const left = steps.length - kept.length;
  const rest: readonly Row[] =
    left > 0 ? [{ cells: [cell(''), cell(''), cell(''), cell(`… ${left} shorter ones`, 'faint'), cell('')], marks: ['none'] }] : [];
  return { columns: STEP_COLUMNS, rows: [...rows, ...rest] };
}

function longest(
  steps: readonly Step[],
  { limit, from, now }: TimelineOptions & { readonly limit?: number; readonly from: number },
): readonly Step[] {
  if (limit === undefined || steps.length <= limit) return steps;
  const length = (step: Step): number => lengthWithin(step, { from, now }) ?? 0;
  const chosen = new Set([...steps].sort((left, right) => length(right) - length(left)).slice(0, limit));
  return steps.filter((step) => chosen.has(step));
}

function stepRow(
  step: Step,
  { slow, cycle, options }: { readonly slow: boolean; readonly cycle: Cycle; readonly options: TimelineOptions },
): Row {
  const open = step.end === undefined;
  const took = tookText(step, options.now);
  const mark = slow ? 'slow' : 'none';
  return {
    cells: [
      cell(offsetText(step, cycle), 'faint'),
      cell(took, slow ? toneOf('slow') : undefined),
      cell(shapeOf(mark), toneOf(mark)),
      cell(objectName(step.ref, options.home)),
      cell(open ? `${step.from}, still` : `${step.from} → ${step.to}`, open ? toneOf('busy') : undefined),
    ],
    marks: open ? [mark, 'busy'] : [mark],
  };
}

function tookText(step: Step, now: number): string {
  const length = stepLength(step, now);
  if (length === undefined) return '?';
  return `${step.known === 'second' ? formatRoughDuration(length) : formatDuration(length)}${step.end === undefined ? '+' : ''}`;
}

/** Where it began after the cycle did. */
function offsetText({ start, startKnown, isEarlier }: Step, cycle: Cycle): string {
  if (isEarlier) return 'before';
  const from = knownTime(cycle.start);
  return !startKnown || from === undefined ? '?' : `+${formatDuration(Math.max(0, start - from))}`;
}
