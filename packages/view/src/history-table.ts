// Every revision of one object, numbered, each with what differs from the one before.

import type { Change, ObjectStates } from '@rectrace/trace';
import { changeClock, changeMark, changeSays, writerText } from './change-row.ts';
import { shapeOf, toneOf } from './mark.ts';
import type { Column, Row, Table } from './table.ts';
import { cell } from './table.ts';
import type { TimeFormat } from './time-format.ts';
import { latestShown, RUNS_BACK, runsBack } from './time-order.ts';

const COLUMNS: readonly Column[] = [
  { title: '#', fit: 'keep', alignRight: true },
  { title: 'TIME', fit: 'keep' },
  { title: '', fit: 'keep' },
  { title: 'REVISION', fit: 'drop' },
  { title: 'WRITER', fit: 'drop' },
  { title: 'CHANGE', fit: 'below' },
];

/** states: what readiness goes by. */
export type HistoryOptions = { readonly time: TimeFormat; readonly states: ObjectStates };

/** Oldest first; the number counts revisions, Events between them have none. changes: of one object, noise included where it is to be shown. */
export function historyTable(changes: readonly Change[], options: HistoryOptions): Table {
  const rows: Row[] = [];
  let number = 0;
  let latest = Number.NEGATIVE_INFINITY;
  for (const change of changes) {
    if (change.type !== 'Event') number++;
    const clock = `${changeClock(change, options.time)}${runsBack(change, latest) ? RUNS_BACK : ''}`;
    latest = latestShown(change, latest);
    rows.push(revisionRow(change, { number: change.type === 'Event' ? '' : String(number), clock, options }));
  }
  return { columns: COLUMNS, rows };
}

type Placed = { readonly number: string; readonly clock: string; readonly options: HistoryOptions };

function revisionRow(change: Change, { number, clock, options }: Placed): Row {
  const mark = changeMark(change);
  const tone = mark === 'noise' ? 'faint' : undefined;
  return {
    cells: [
      cell(number),
      cell(clock, 'faint'),
      cell(shapeOf(mark), toneOf(mark)),
      cell(change.type === 'Event' ? '' : change.resourceVersion, tone),
      cell(writerText(change), 'faint'),
      cell(changeSays(change, { states: options.states, all: true }), mark === 'warning' ? 'bad' : tone),
    ],
    marks: [mark],
  };
}
