// Which columns of a table fit a width, how wide each becomes, and which go below their row.

import { cleanLine } from './clean-text.ts';
import { textWidth } from './glyph-width.ts';
import type { Column, Table } from './table.ts';

/** A column under its index in the table. */
export type FittedColumn = { readonly index: number; readonly width: number };
export type TableFit = { readonly shown: readonly FittedColumn[]; readonly below: readonly number[] };

/** Blanks between columns. */
export const GAP = 2;
const MIN_CUT = 10;
const MIN_BESIDE = 24;

/** width: columns of the device, undefined = without end. titles: whether the titles take part. */
export function fitTable(table: Table, options: { readonly width?: number | undefined; readonly titles: boolean }): TableFit {
  const natural = table.columns.map((column, index) => naturalWidth(table, { column, index, titles: options.titles }));
  const all = table.columns.map((_column, index) => ({ index, width: natural[index] ?? 0 }));
  const { width } = options;
  if (width === undefined || total(all) <= width) return { shown: all, below: [] };
  const kindOf = (index: number): Column | undefined => table.columns[index];
  return shrink(withoutBelow(all, { width, kindOf }), { width, kindOf });
}

/** Titles of the columns that are left out although they say something. */
export function droppedColumns(
  table: Table,
  options: { readonly width?: number | undefined; readonly titles: boolean },
): readonly string[] {
  const { shown, below } = fitTable(table, options);
  const kept = new Set([...shown.map(({ index }) => index), ...below]);
  const isTold = (index: number): boolean => table.rows.some(({ cells }) => (cells[index]?.text ?? '') !== '');
  return table.columns.flatMap(({ title }, index) => (kept.has(index) || !isTold(index) ? [] : [title]));
}

type Room = { readonly width: number; readonly kindOf: (index: number) => Column | undefined };

/** Text columns keep what is left of the line where that is enough to read, else they go below. */
function withoutBelow(columns: readonly FittedColumn[], { width, kindOf }: Room): TableFit {
  const others = columns.filter(({ index }) => kindOf(index)?.fit !== 'below');
  const texts = columns.filter(({ index }) => kindOf(index)?.fit === 'below');
  const left = width - total(others) - GAP * texts.length;
  const each = Math.floor(left / Math.max(1, texts.length));
  if (each < MIN_BESIDE) return { shown: others, below: texts.map(({ index }) => index) };
  const shown = columns.map((column) => (texts.includes(column) ? { ...column, width: Math.min(column.width, each) } : column));
  return { shown, below: [] };
}

function shrink(fit: TableFit, room: Room): TableFit {
  if (total(fit.shown) <= room.width) return fit;
  const last = fit.shown.findLastIndex(({ index }) => room.kindOf(index)?.fit === 'drop');
  if (last >= 0) return shrink({ ...fit, shown: fit.shown.toSpliced(last, 1) }, room);
  const widest = fit.shown
    .filter(({ index, width }) => isCuttable(room.kindOf(index)) && width > (room.kindOf(index)?.min ?? MIN_CUT))
    .sort((left, right) => right.width - left.width)[0];
  if (widest === undefined) return fit;
  const floor = room.kindOf(widest.index)?.min ?? MIN_CUT;
  const width = Math.max(floor, widest.width - (total(fit.shown) - room.width));
  return shrink({ ...fit, shown: fit.shown.map((column) => (column === widest ? { ...column, width } : column)) }, room);
}

function isCuttable(column: Column | undefined): boolean {
  return column?.fit === 'cut' || column?.fit === 'cutMiddle';
}

function naturalWidth(
  table: Table,
  { column, index, titles }: { readonly column: Column; readonly index: number; readonly titles: boolean },
): number {
  let width = titles ? textWidth(column.title) : 0;
  for (const row of table.rows) width = Math.max(width, textWidth(cleanLine(row.cells[index]?.text ?? '')));
  return width;
}

function total(columns: readonly FittedColumn[]): number {
  return columns.reduce((sum, { width }) => sum + width, 0) + GAP * Math.max(0, columns.length - 1);
}
