// A table as lines of a given width. Columns that do not fit are cut, dropped or put below their row; no line breaks a grapheme.

import { cleanLine, cleanLines } from './clean-text.ts';
import { cutEnd, cutMiddle, padEnd, padStart, textWidth } from './glyph-width.ts';
import type { Line, Span } from './line.ts';
import { span } from './line.ts';
import type { Cell, Column, Row, Table } from './table.ts';
import type { FittedColumn, TableFit } from './table-fit.ts';
import { fitTable, GAP } from './table-fit.ts';
import { wrapText } from './wrap-text.ts';

/**
 * width: columns of the device, undefined = without end (one line a row). titles: print the head line. full: wrap long text instead of
 * cutting it.
 */
export type LayoutOptions = { readonly width?: number | undefined; readonly titles: boolean; readonly full?: boolean | undefined };

const INDENT = '    ';

/** Lines of the whole table, head first. */
export function layoutTable(table: Table, options: LayoutOptions): readonly Line[] {
  const fit = fitTable(table, options);
  const head = options.titles && table.columns.length > 0 ? [headLine(table, fit)] : [];
  return [...head, ...table.rows.flatMap((row) => rowLines(row, { table, fit, options }))];
}

type Frame = { readonly table: Table; readonly fit: TableFit; readonly options: LayoutOptions };

function headLine({ columns }: Table, fit: TableFit): Line {
  return join(fit.shown.map(({ index, width }) => aligned(columns[index], { text: cutEnd(columns[index]?.title ?? '', width), width })));
}

function rowLines(row: Row, frame: Frame): readonly Line[] {
  const parts = frame.fit.shown.map((column) => ({ column, texts: textsOf(row, column, frame) }));
  const height = Math.max(1, ...parts.map(({ texts }) => texts.length));
  const lines: Line[] = [];
  for (let at = 0; at < height; at++) {
    const spans = parts.map(({ column, texts }) => {
      const missing = column.index === 0 ? (row.rail ?? '') : '';
      const text = aligned(frame.table.columns[column.index], { text: texts[at] ?? missing, width: column.width });
      return span(text, toneOf(row.cells[column.index]));
    });
    lines.push(joinSpans(spans));
  }
  return [...lines, ...frame.fit.below.flatMap((index) => belowLines(row, index, frame))];
}

function textsOf(row: Row, { index, width }: FittedColumn, { table, options }: Frame): readonly string[] {
  const column = table.columns[index];
  const raw = row.cells[index]?.text ?? '';
  const line = cleanLine(raw);
  if (textWidth(line) <= width && !(options.full === true && options.width !== undefined && column?.fit === 'below')) return [line];
  if (options.full === true && column?.fit === 'below') return cleanLines(raw).flatMap((part) => wrapText(part, width));
  return [column?.fit === 'cutMiddle' ? cutMiddle(line, width) : cutEnd(line, width)];
}

function belowLines(row: Row, index: number, { options }: Frame): readonly Line[] {
  const raw = row.cells[index]?.text ?? '';
  if (raw === '') return [];
  const prefix = `${row.rail ?? ''}${INDENT}`;
  const width = Math.max(8, (options.width ?? Number.MAX_SAFE_INTEGER) - textWidth(prefix));
  const texts = options.full === true ? cleanLines(raw).flatMap((part) => wrapText(part, width)) : twoLines(cleanLine(raw), width);
  return texts.map((text) => [span(prefix), span(text, toneOf(row.cells[index]))]);
}

/** Two lines are enough to see what it is about; the rest is cut. */
function twoLines(text: string, width: number): readonly string[] {
  const lines = wrapText(text, width);
  return lines.length <= 2 ? lines : [lines[0] ?? '', cutEnd(`${lines[1] ?? ''} ${lines[2] ?? ''}`, width)];
}

function aligned(column: Column | undefined, { text, width }: { readonly text: string; readonly width: number }): string {
  return column?.alignRight === true ? padStart(text, width) : padEnd(text, width);
}

function join(texts: readonly string[]): Line {
  return joinSpans(texts.map((text) => span(text, 'strong')));
}

function joinSpans(spans: readonly Span[]): Line {
  const line: Span[] = [];
  for (const [index, part] of spans.entries()) {
    if (index > 0) line.push(span(' '.repeat(GAP)));
    line.push(part);
  }
  return withoutTrailingBlanks(line);
}

function withoutTrailingBlanks(line: readonly Span[]): Line {
  const last = line.findLastIndex(({ text }) => text.trim() !== '');
  return line.slice(0, last + 1).map((part, index) => (index === last ? { ...part, text: part.text.trimEnd() } : part));
}

function toneOf(cell: Cell | undefined): Cell['tone'] {
  return cell?.tone;
}
