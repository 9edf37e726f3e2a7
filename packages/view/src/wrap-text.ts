// Breaking long text into lines of a width: at spaces where there are some, else between graphemes.

import { fitStart, graphemesOf, textWidth } from './glyph-width.ts';

/** Lines of at most the width; a width under 1 counts as 1. The text has no line breaks. */
export function wrapText(text: string, width: number): readonly string[] {
  const limit = Math.max(1, width);
  const lines: string[] = [];
  let rest = text;
  while (textWidth(rest) > limit) {
    const line = firstLine(rest, limit);
    lines.push(line.trimEnd());
    rest = rest.slice(line.length).trimStart();
  }
  return rest === '' && lines.length > 0 ? lines : [...lines, rest];
}

function firstLine(text: string, limit: number): string {
  const fitting = fitStart(text, limit);
  if (fitting === '') return graphemesOf(text)[0] ?? text;
  if (text[fitting.length] === ' ') return fitting;
  const space = fitting.lastIndexOf(' ');
  const word = text.slice(space + 1).split(' ', 1)[0] ?? '';
  return space > 0 && textWidth(word) <= limit ? fitting.slice(0, space + 1) : fitting;
}
