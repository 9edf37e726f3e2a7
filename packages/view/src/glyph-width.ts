// How many terminal columns text takes: graphemes, wide CJK and emoji, marks without width. Cutting and wrapping never split a grapheme.

/** Inclusive code point ranges that Unicode calls Wide or Fullwidth and that are not emoji by themselves (East_Asian_Width W, F). */
const WIDE: readonly (readonly [number, number])[] = [
  [0x1100, 0x115f],
  [0x2329, 0x232a],
  [0x2e80, 0x303e],
  [0x3041, 0x4dbf],
  [0x4e00, 0xa4cf],
  [0xa960, 0xa97c],
  [0xac00, 0xd7a3],
  [0xf900, 0xfaff],
  [0xfe10, 0xfe19],
  [0xfe30, 0xfe6f],
  [0xff01, 0xff60],
  [0xffe0, 0xffe6],
  [0x16fe0, 0x18cff],
  [0x1aff0, 0x1b2ff],
  [0x1f200, 0x1f265],
  [0x20000, 0x3fffd],
];

/** Each character one column and a grapheme of its own: ASCII, the lines of trees, '…' and the shapes of marks. Any other text is segmented, which is dear. */
const PLAIN = /^[\x20-\x7e\u2500-\u257f\u2026\u00bb\u2248\u25a0\u25a1\u25b6\u2713\u2717]*$/;
const NO_WIDTH = /^[\p{M}\p{Cf}\p{Cc}]+$/u;
const EMOJI = /\p{Emoji_Presentation}|\uFE0F|\p{Regional_Indicator}{2}/u;

/** The graphemes of a text: what a reader takes for one character. */
export function graphemesOf(text: string): readonly string[] {
  if (PLAIN.test(text)) return Array.from(text);
  return Array.from(new Intl.Segmenter('en', { granularity: 'grapheme' }).segment(text), ({ segment }) => segment);
}

/** Columns of one grapheme: 0, 1 or 2. */
function graphemeWidth(grapheme: string): number {
  if (NO_WIDTH.test(grapheme)) return 0;
  if (EMOJI.test(grapheme)) return 2;
  const point = grapheme.codePointAt(0) ?? 0;
  return WIDE.some(([first, last]) => point >= first && point <= last) ? 2 : 1;
}

/** Columns of a text without line breaks. */
export function textWidth(text: string): number {
  if (PLAIN.test(text)) return text.length;
  let width = 0;
  for (const grapheme of graphemesOf(text)) width += graphemeWidth(grapheme);
  return width;
}

/** The longest beginning of a text that fits the width. */
export function fitStart(text: string, width: number): string {
  if (PLAIN.test(text)) return text.slice(0, Math.max(0, width));
  let used = 0;
  let taken = '';
  for (const grapheme of graphemesOf(text)) {
    used += graphemeWidth(grapheme);
    if (used > width) break;
    taken += grapheme;
  }
  return taken;
}

/** The longest end of a text that fits the width. */
function fitEnd(text: string, width: number): string {
  let used = 0;
  let taken = '';
  for (const grapheme of graphemesOf(text).toReversed()) {
    used += graphemeWidth(grapheme);
    if (used > width) break;
    taken = grapheme + taken;
  }
  return taken;
}

/** The text itself where it fits, else its beginning and '…'. */
export function cutEnd(text: string, width: number): string {
  if (textWidth(text) <= width) return text;
  return width < 1 ? '' : `${fitStart(text, width - 1)}…`;
}

/** The text itself where it fits, else its beginning and its end around '…': names differ at their ends. */
export function cutMiddle(text: string, width: number): string {
  if (textWidth(text) <= width) return text;
  if (width < 3) return cutEnd(text, width);
  const tail = Math.ceil((width - 1) / 2);
  return `${fitStart(text, width - 1 - tail)}…${fitEnd(text, tail)}`;
}

/** Fills a text with spaces up to the width. */
export function padEnd(text: string, width: number): string {
  return text + ' '.repeat(Math.max(0, width - textWidth(text)));
}

/** Fills a text with spaces in front up to the width. */
export function padStart(text: string, width: number): string {
  return ' '.repeat(Math.max(0, width - textWidth(text))) + text;
}
