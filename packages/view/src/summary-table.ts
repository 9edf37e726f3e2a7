// The summary: objects per kind, net against the tree at the start of the cycle.

import type { ObjectSummary } from '@rectrace/trace';
import type { Mark } from './mark.ts';
import { shapeOf, toneOf } from './mark.ts';
import type { Cell, Column, Row, Table } from './table.ts';
import { cell } from './table.ts';

const COLUMNS: readonly Column[] = [
  { title: 'KIND', fit: 'cutMiddle', min: 10 },
  { title: 'TOTAL', fit: 'keep', alignRight: true },
  { title: 'ADDED', fit: 'keep', alignRight: true },
  { title: 'UPDATED', fit: 'keep', alignRight: true },
  { title: 'DELETED', fit: 'keep', alignRight: true },
];

/** One row a kind, in the order given. A kind that several groups have is named with its API version. */
export function summaryTable(summaries: readonly ObjectSummary[]): Table {
  const rows = summaries.map((summary) => summaryRow(summary, summaries.filter(({ kind }) => kind === summary.kind).length > 1));
  return { columns: COLUMNS, rows };
}

function summaryRow({ apiVersion, kind, total, added, updated, deleted }: ObjectSummary, ambiguous: boolean): Row {
  return {
    cells: [
      cell(ambiguous ? `${kind} ${apiVersion}` : kind),
      cell(String(total)),
      count(added, 'created'),
      count(updated, 'updated'),
      count(deleted, 'deleted'),
    ],
    marks: [],
  };
}

function count(many: number, mark: Mark): Cell {
  return many === 0 ? cell('') : cell(`${shapeOf(mark)}${many}`, toneOf(mark));
}
