// The timeline of one root as tables: its cycles, the steps of one cycle, and the counts behind them.

import type { Change, Cycle } from '@rectrace/trace';
import { requestText } from './cause-text.ts';
import { cleanLine } from './clean-text.ts';
import type { Chronicle } from './cycle-changes.ts';
import { changesOf } from './cycle-changes.ts';
import { cycleCause, cycleLength, cycleState } from './cycle-text.ts';
import { formatDuration } from './duration.ts';
import { shapeOf, toneOf } from './mark.ts';
import { objectName } from './object-name.ts';
import type { Step } from './step.ts';
import { slowestSteps, stepLength } from './step.ts';
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
      cell(toldClock(time, { at: cycle.start.time, toTheSecond: true })),
      cell(mark === 'unknown' ? '?' : cycleLength(cycle, now)),
      cell(`${shapeOf(mark)} ${text}`, toneOf(mark)),
      cell(String(telling)),
      cell(cycleCause(cycle) + guessed),
    ],
    marks: cycle.reconstructed === true ? [mark, 'reconstructed'] : [mark],
  };
  const requests = cycle.requests.map(
    (request): Row => ({
      cells: [
        cell(''),
        cell(toldClock(time, { at: request.time, toTheSecond: true }), 'faint'),
        cell(''),
        cell(`${shapeOf('request')} asked`, 'faint'),
        cell(''),
        cell(cleanLine(requestText(request, cycle)), 'faint'),
      ],
      marks: ['request'],
    }),
  );
  return [head, ...requests];
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
  const slow = slowestSteps(steps, { most: 3, now: options.now });
  const kept = longest(steps, options);
  const rows = kept.map((step) => stepRow(step, { slow: slow.has(step), cycle, options }));
  const left = steps.length - kept.length;
  const rest: readonly Row[] =
    left > 0 ? [{ cells: [cell(''), cell(''), cell(''), cell(`… ${left} shorter ones`, 'faint'), cell('')], marks: ['none'] }] : [];
  return { columns: STEP_COLUMNS, rows: [...rows, ...rest] };
}

function longest(steps: readonly Step[], { limit, now }: TimelineOptions & { readonly limit?: number }): readonly Step[] {
  if (limit === undefined || steps.length <= limit) return steps;
  const chosen = new Set([...steps].sort((left, right) => stepLength(right, now) - stepLength(left, now)).slice(0, limit));
  return steps.filter((step) => chosen.has(step));
}

function stepRow(
  step: Step,
  { slow, cycle, options }: { readonly slow: boolean; readonly cycle: Cycle; readonly options: TimelineOptions },
): Row {
  const open = step.end === undefined;
  const took = `${formatDuration(stepLength(step, options.now))}${open ? '+' : ''}`;
  const offset = step.start - cycle.start.time;
  const mark = slow ? 'slow' : 'none';
  return {
    cells: [
      cell(offset < 0 ? 'before' : `+${formatDuration(offset)}`, 'faint'),
      cell(took, slow ? toneOf('slow') : undefined),
      cell(shapeOf(mark), toneOf(mark)),
      cell(objectName(step.ref, options.home)),
      cell(open ? `${step.from}, still` : `${step.from} → ${step.to}`, open ? toneOf('busy') : undefined),
    ],
    marks: open ? [mark, 'busy'] : [mark],
  };
}
