import fc from 'fast-check';
import { expect, test } from 'vitest';
import { textWidth } from './glyph-width.ts';
import { plainText } from './line.ts';
import type { Column, Table } from './table.ts';
import { cell } from './table.ts';
import { droppedColumns } from './table-fit.ts';
import { layoutTable } from './table-layout.ts';

const COLUMNS: readonly Column[] = [
  { title: 'NAME', fit: 'cutMiddle', min: 10 },
  { title: 'READY', fit: 'keep' },
  { title: 'AGE', fit: 'drop', alignRight: true },
  { title: 'MESSAGE', fit: 'below' },
];

function table(...rows: readonly (readonly string[])[]): Table {
  return { columns: COLUMNS, rows: rows.map((cells) => ({ cells: cells.map((text) => cell(text)), marks: [], rail: '│  ' })) };
}

function lines(content: Table, width?: number, full?: boolean): readonly string[] {
  return layoutTable(content, { width, titles: true, full }).map(plainText);
}

const LONG = 'Back-off pulling image "registry.invalid/shop/web:does-not-exist"';

test('without a width nothing is cut and a row is one line, whatever its text holds', () => {
  expect(lines(table(['web', '1/1', '3m', 'two\nlines']))).toEqual(['NAME  READY  AGE  MESSAGE', 'web   1/1     3m  two ⏎ lines']);
});

test('a text that has room is cut within its column', () => {
  expect(lines(table(['web', '0/1', '3m', LONG]), 60)[1]).toBe('web   0/1     3m  Back-off pulling image "registry.invalid/…');
});

test('on 40 columns the text goes below, behind the rail, in two lines', () => {
  expect(lines(table(['web-56b74c7bbf-8rjkp', '0/1', '3m', LONG]), 40)).toEqual([
    'NAME                  READY  AGE',
    'web-56b74c7bbf-8rjkp  0/1     3m',
    '│      Back-off pulling image "registry.',
    '│      invalid/shop/web:does-not-exist"',
  ]);
});

test('with full text every line of a message is there', () => {
  const shown = lines(table(['web', '0/1', '3m', `first line\n${LONG}`]), 40, true);
  expect(shown.slice(2).join('').replaceAll(/[│ ]/g, '')).toBe(`first line${LONG}`.replaceAll(' ', ''));
});

test('columns that may go are dropped from the right, then names are cut in their middle', () => {
  expect(lines(table(['a-very-long-name-of-a-pod-0', '1/1', '3m', '']), 20)).toEqual(['NAME           READY', 'a-very…-pod-0  1/1']);
});

test('what is left out is named, where it says something', () => {
  const content = table(['a-very-long-name-of-a-pod-0', '1/1', '3m', LONG]);
  const left = (width?: number, of = content): readonly string[] => droppedColumns(of, { width, titles: true });
  expect([left(), left(80), left(20), left(20, table(['a-very-long-name-of-a-pod-0', '1/1', '', '']))]).toEqual([[], [], ['AGE'], []]);
});

test('no line is wider than the terminal, whatever glyphs it holds', () => {
  const word = fc.array(fc.constantFrom('a', '数', '🚀', ' ', '\n', 'é'), { maxLength: 60 }).map((parts) => parts.join(''));
  fc.assert(
    fc.property(
      fc.array(fc.tuple(word, fc.constantFrom('1/1', '0/3'), fc.constant('3m'), word), { maxLength: 5 }),
      fc.integer({ min: 24, max: 120 }),
      fc.boolean(),
      (rows, width, full) => {
        for (const line of lines(table(...rows), width, full)) expect(textWidth(line)).toBeLessThanOrEqual(width);
      },
    ),
  );
});
