// What a text must be before it is read as rules, and what is wrong with it as YAML, in our words.

import type { YAMLParseError } from 'yaml';

/** What no text of people has; a tab and the ends of lines are no such characters. */
const CONTROL = /[^\P{Cc}\t\n\r\u0085]/u;
/** What bytes that are no UTF-8 become when they are read as such. */
const REPLACEMENT = '\uFFFD';

const FAULTS: { readonly [code: string]: string } = {
  BAD_DQ_ESCAPE: 'YAML does not know this escape; text in single quotes has none',
  BAD_INDENT: 'the indentation fits nothing above it, or a bracket is not closed',
  BAD_SCALAR_START: 'text that begins with this character needs quotes',
  BLOCK_AS_IMPLICIT_KEY: "a map can not begin in the middle of a line; text with ': ' needs quotes",
  COMMENT_SPACE: "a comment needs a space before '#'",
  DUPLICATE_KEY: 'this key is there twice',
  MISSING_CHAR: 'a quote, a bracket, a comma or a colon is missing',
  MULTILINE_IMPLICIT_KEY: 'a key must end on the line on which it begins',
  MULTIPLE_DOCS: 'a second document begins here: a rules file is one; give each a file of its own',
  TAB_AS_INDENT: 'lines are indented with spaces, not with tabs',
  UNEXPECTED_TOKEN: 'this can not follow what stands before it',
};

/** line: 1-based. */
export type TextFault = { readonly line: number; readonly reason: string };

/** The first line that is no text; undefined where all are. */
export function textFault(text: string): TextFault | undefined {
  for (const [index, line] of text.split('\n').entries()) {
    if (line.includes(REPLACEMENT)) return { line: index + 1, reason: 'is not UTF-8 text: save the file as UTF-8' };
    const found = controlFault(line);
    if (found !== undefined) return { line: index + 1, reason: found };
  }
  return undefined;
}

/** 'must not have the control character U+001B'; undefined where there is none. */
export function controlFault(text: string): string | undefined {
  const code = CONTROL.exec(text)?.[0].codePointAt(0);
  return code === undefined ? undefined : `must not have the control character U+${code.toString(16).toUpperCase().padStart(4, '0')}`;
}

/** What the YAML library found. */
export function yamlFault({ code, linePos }: YAMLParseError): TextFault {
  const at = linePos?.[0];
  const place = at === undefined ? '' : `, column ${at.col}`;
  return { line: at?.line ?? 1, reason: `is not YAML${place}: ${FAULTS[code] ?? 'it can not be read on from here'}` };
}
