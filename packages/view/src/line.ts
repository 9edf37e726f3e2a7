// One printed line as spans of text, each with the tone it is painted in.

import type { Tone } from './mark.ts';

export type Span = { readonly text: string; readonly tone?: Tone };
export type Line = readonly Span[];

/** A span; the tone is left out where there is none. */
export function span(text: string, tone?: Tone): Span {
  return tone === undefined ? { text } : { text, tone };
}

/** The line without tones and without blanks at its end. */
export function plainText(line: Line): string {
  return line
    .map(({ text }) => text)
    .join('')
    .trimEnd();
}
