// Text under a hanging indent: a first line behind a label, further lines below its text.

import { cleanLines } from './clean-text.ts';
import { textWidth } from './glyph-width.ts';
import type { Line } from './line.ts';
import { span } from './line.ts';
import type { Tone } from './mark.ts';
import { wrapText } from './wrap-text.ts';

/** label: what stands before the first line, with its blanks. width: undefined = without end. */
export function layoutParagraph(
  text: string,
  options: {
    readonly label: string;
    readonly width?: number | undefined;
    readonly tone?: Tone | undefined;
    readonly labelTone?: Tone | undefined;
  },
): readonly Line[] {
  const labelWidth = textWidth(options.label);
  const hang = options.width !== undefined && labelWidth > options.width / 2 ? 4 : labelWidth;
  const room = options.width === undefined ? Number.MAX_SAFE_INTEGER : Math.max(8, options.width - labelWidth);
  const rest = options.width === undefined ? Number.MAX_SAFE_INTEGER : Math.max(8, options.width - hang);
  const [first = '', ...lines] = cleanLines(text).flatMap((line) => wrapText(line, Math.min(room, rest)));
  const head: Line = [span(options.label, options.labelTone), span(first, options.tone)];
  return [head, ...lines.map((line) => [span(' '.repeat(hang)), span(line, options.tone)])];
}
