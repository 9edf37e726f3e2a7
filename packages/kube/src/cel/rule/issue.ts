// What is wrong with an expression, as the API server shows it: with the line of the source and a mark below.

import { compareText } from '../compare-values.ts';

/** `at`: an offset in UTF-16 units. */
export type Issue = { readonly at: number; readonly message: string };

type Located = Issue & { readonly line: number; readonly column: number; readonly text: string };

const MOST_SNIPPET = 16_384;

/** All of them, a paragraph each, in the order of their places. */
export function formatIssues(source: string, issues: readonly Issue[]): string {
  const lines = source.split('\n');
  const located = issues.map((issue) => locate(issue, lines));
  return located
    .toSorted((left, right) => left.line - right.line || left.column - right.column)
    .map(format)
    .join('\n');
}

function locate(issue: Issue, lines: readonly string[]): Located {
  let [line, start] = [0, 0];
  while (line < lines.length - 1 && start + (lines[line]?.length ?? 0) < issue.at) {
    start += (lines[line]?.length ?? 0) + 1;
    line += 1;
  }
  const text = lines[line] ?? '';
  return { ...issue, line: line + 1, column: [...text.slice(0, issue.at - start)].length, text };
}

function format({ line, column, text, message }: Located): string {
  const head = `ERROR: <input>:${line}:${column + 1}: ${message}`;
  if (text.length > MOST_SNIPPET) return head;
  const shown = text.replaceAll('\t', ' ');
  const letters = [...shown];
  const dots = letters.slice(0, column).map((letter) => (isWide(letter) ? '\uff0e' : '.'));
  const mark = isWide(letters[column] ?? '') ? '\uff3e' : '^';
  return `${head}\n | ${shown}\n | ${dots.join('')}${mark}`;
}

function isWide(letter: string): boolean {
  return letter !== '' && compareText(letter, '\u007f') > 0;
}
