// Text of others made fit for a terminal: control characters and direction overrides could move the cursor or hide what follows.

const UNSAFE = /[\p{Cc}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff\p{Cs}]/gu;
const BREAKS = /\r\n|[\n\r\u2028\u2029]/;

/** One line: line breaks become a mark, tabs a space, other control characters '�'. */
export function cleanLine(text: string): string {
  return cleanLines(text).join(' ⏎ ');
}

/** The lines of a text without trailing blanks and without blank lines at its ends. */
export function cleanLines(text: string): readonly string[] {
  const lines = text.split(BREAKS).map((line) => line.replaceAll('\t', ' ').replace(UNSAFE, '�').trimEnd());
  const first = lines.findIndex((line) => line !== '');
  if (first < 0) return [''];
  return lines.slice(first, lines.findLastIndex((line) => line !== '') + 1);
}
