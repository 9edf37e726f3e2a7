// One change as a row: time, mark, object, what it says, who wrote it.

import type { Change } from '@rectrace/trace';
import type { ChangeTextOptions } from './change-text.ts';
import { changeText } from './change-text.ts';
import type { Mark } from './mark.ts';
import { shapeOf, toneOf } from './mark.ts';
import { objectName } from './object-name.ts';
import type { Column, Row, Table } from './table.ts';
import { cell } from './table.ts';
import type { TimeFormat } from './time-format.ts';
import { toldClock } from './told-clock.ts';
import { writerName } from './writer-name.ts';

/** home: the namespace that is not named. all: the whole diff instead of its most telling fields. */
export type ChangeRowOptions = ChangeTextOptions & { readonly time: TimeFormat; readonly home: string };

/** The mark of a change by its type; noise and warnings have their own. */
export function changeMark(change: Change): Mark {
  if (change.noise !== undefined) return 'noise';
  switch (change.type) {
    case 'Creation':
      return 'created';
    case 'Update':
      return 'updated';
    case 'Deletion':
      return 'deleted';
    case 'Present':
      return 'present';
    case 'Event':
      return change.event?.type === 'Warning' ? 'warning' : 'event';
  }
}

/** Beside the type's mark: how sure it is, where it was not simply seen. */
export function certaintyMark(change: Change): Mark | undefined {
  return change.certainty === 'observed' ? undefined : change.certainty;
}

/** 'kubectl', 'kube-controller-manager, status', 'unknown'. Of an Event its reporter. */
export function writerText(change: Change): string {
  if (change.type === 'Event') return change.event?.reporter || 'unknown';
  const { writer } = change;
  if (writer === undefined) return 'unknown';
  const name = writerName(writer.manager);
  return writer.subresource === '' ? name : `${name}, ${writer.subresource}`;
}

/** The time to show: Events tell whole seconds only; one that arrived at once is shown by its arrival, in order with the rest. */
export function shownTime({ time, receivedAt }: Change): number {
  return Math.abs(receivedAt - time) < 2_000 ? receivedAt : time;
}

/** Whether the shown time may be any moment of its second: what nobody saw, and Events, may tell whole seconds. */
export function isToTheSecond(change: Change): boolean {
  return (change.certainty !== 'observed' || change.type === 'Event') && shownTime(change) % 1_000 === 0;
}

/** The shown time on the clock. */
export function changeClock(change: Change, time: TimeFormat): string {
  return toldClock(time, { at: shownTime(change), toTheSecond: isToTheSecond(change) });
}

/** What a change says; behind it its noise class, its certainty, and on which side of the time shown it was where that is not its own. */
export function changeSays(change: Change, options: ChangeTextOptions): string {
  const notes = [
    change.noise === undefined ? '' : `noise: ${change.noise}`,
    change.certainty === 'observed' ? '' : change.certainty,
    change.noLater === true && change.certainty !== 'inferred' ? 'then or before' : '',
    change.noEarlier === true ? 'then or later' : '',
  ];
  const noted = notes.filter((note) => note !== '').join(', ');
  return noted === '' ? changeText(change, options) : `${changeText(change, options)} [${noted}]`;
}

const COLUMNS: readonly Column[] = [
  { title: 'TIME', fit: 'keep' },
  { title: '', fit: 'keep' },
  { title: 'OBJECT', fit: 'cutMiddle', min: 14 },
  { title: 'WRITER', fit: 'drop' },
  { title: 'CHANGE', fit: 'below' },
];

/** One row a change, in the order given. */
export function changeTable(changes: readonly Change[], options: ChangeRowOptions): Table {
  return { columns: COLUMNS, rows: changes.map((change) => changeRow(change, options)) };
}

function changeRow(change: Change, { time, home, ...says }: ChangeRowOptions): Row {
  const mark = changeMark(change);
  const certainty = certaintyMark(change);
  const faint = mark === 'noise' ? 'faint' : undefined;
  return {
    cells: [
      cell(changeClock(change, time), 'faint'),
      cell(shapeOf(mark), toneOf(mark)),
      cell(objectName(change.ref, home), faint),
      cell(writerText(change), 'faint'),
      cell(changeSays(change, says), mark === 'warning' ? 'bad' : faint),
    ],
    marks: certainty === undefined ? [mark] : [mark, certainty],
  };
}
