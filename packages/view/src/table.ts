// Rows as plain data: what every way of showing (terminal, page, report) is given. Text here is raw; a layout makes it fit.

import type { Mark, Tone } from './mark.ts';

export type Cell = { readonly text: string; readonly tone?: Tone };

/**
 * marks: what the row is about; a cell shows the shape of the first. rail: what the first cell shows on further lines of the same row, so
 * that a tree's lines go on.
 */
export type Row = { readonly cells: readonly Cell[]; readonly marks: readonly Mark[]; readonly rail?: string };

/**
 * What happens to a column where a row is wider than its device. keep: nothing. cut, cutMiddle: shortened down to min. drop: left out, the
 * last such column first. below: goes to a line of its own under the row.
 */
export type ColumnFit = 'keep' | 'cut' | 'cutMiddle' | 'drop' | 'below';

export type Column = { readonly title: string; readonly fit: ColumnFit; readonly min?: number; readonly alignRight?: boolean };

export type Table = { readonly columns: readonly Column[]; readonly rows: readonly Row[] };

/** A cell; the tone is left out where there is none. */
export function cell(text: string, tone?: Tone): Cell {
  return tone === undefined ? { text } : { text, tone };
}
