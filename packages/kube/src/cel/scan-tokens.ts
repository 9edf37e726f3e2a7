// Splits an expression into tokens: names, numbers, texts, bytes and symbols; white space and // comments are left out.

import { parseQuantity } from '../quantity.ts';
import type { ExpressionFault } from './expression-fault.ts';
import { fault } from './expression-fault.ts';
import { parseTextLiteral } from './text-literal.ts';
import type { Token } from './token.ts';

const BLANK = /(?:[ \t\r\n\f]|\/\/[^\n]*)+/y;
const NAME = /[A-Za-z_][A-Za-z0-9_]*/y;
const TEXT = /[bB]?[rR]?(?:"""|'''|"|')/y;
const DOUBLE = /(?:[0-9]+\.[0-9]+(?:[eE][+-]?[0-9]+)?|[0-9]+[eE][+-]?[0-9]+|\.[0-9]+(?:[eE][+-]?[0-9]+)?)/y;
const INTEGER = /(?:0x[0-9a-fA-F]+|[0-9]+)[uU]?/y;
const SYMBOL = /==|!=|<=|>=|&&|\|\||[-+*/%<>!?:.,()[\]{}]/y;

/** The tokens of an expression, an end token last; or the first thing that is no token. */
export function scanTokens(source: string): readonly Token[] | ExpressionFault {
  const tokens: Token[] = [];
  for (let at = skipBlank(source, 0); at < source.length; at = skipBlank(source, at)) {
    const token = scanToken(source, at);
    if (token.kind === 'fault') return token;
    tokens.push(token);
    at += token.text.length;
  }
  tokens.push({ kind: 'end', text: '', at: source.length });
  return tokens;
}

function skipBlank(source: string, at: number): number {
  return at + (matchAt(BLANK, source, at)?.length ?? 0);
}

function scanToken(source: string, at: number): Token | ExpressionFault {
  const quote = matchAt(TEXT, source, at);
  if (quote !== undefined) return parseTextLiteral(source, { at, opening: quote });
  const name = matchAt(NAME, source, at);
  if (name !== undefined) return { kind: 'name', text: name, at };
  const number = scanNumber(source, at);
  if (number !== undefined) return number;
  const symbol = matchAt(SYMBOL, source, at);
  return symbol === undefined ? strayCharacter(source, at) : { kind: 'symbol', text: symbol, at };
}

function scanNumber(source: string, at: number): Token | ExpressionFault | undefined {
  const double = matchAt(DOUBLE, source, at);
  const text = double ?? matchAt(INTEGER, source, at);
  if (text === undefined) return undefined;
  const unit = matchAt(NAME, source, at + text.length);
  if (unit !== undefined) return fault(at + text.length, `'${text}${unit}' is not a number`, numberHint(`${text}${unit}`));
  if (double !== undefined) return { kind: 'double', text, at };
  return { kind: /u$/i.test(text) ? 'uint' : 'int', text, at };
}

function numberHint(text: string): string {
  const quoted = `put a text in quotes: "${text}"`;
  return parseQuantity(text).kind === 'quantity' ? `write quantity("${text}"), or ${quoted}` : quoted;
}

function matchAt(pattern: RegExp, source: string, at: number): string | undefined {
  const sticky = new RegExp(pattern);
  sticky.lastIndex = at;
  return sticky.exec(source)?.[0];
}

const STRAY_HINTS: { readonly [character: string]: string } = {
  '=': 'use == to compare',
  '&': 'use && for "and"',
  '|': 'use || for "or"',
  '“': 'use plain quotes: " or \'',
  '”': 'use plain quotes: " or \'',
  '‘': 'use plain quotes: " or \'',
  '’': 'use plain quotes: " or \'',
  '`': 'put texts in " or \'; keys with special characters are read as object.metadata.labels["app.kubernetes.io/name"]',
  ';': 'an expression is a single condition; combine several with && and ||',
  '#': 'comments start with //',
  $: 'this is CEL, not a template or JSONPath: write object.status.phase',
  '@': 'this is CEL, not JSONPath: filter a list with object.status.conditions.exists(c, c.type == "Ready")',
  '\\': 'a backslash has a meaning only inside quotes',
  '^': 'CEL has no bit operations',
  '~': 'use matches() for regular expressions: object.metadata.name.matches("^db-")',
};

function strayCharacter(source: string, at: number): ExpressionFault {
  const character = String.fromCodePoint(source.codePointAt(at) ?? 0);
  const letter = /\p{L}/u.test(character) ? `names have ASCII letters only: write object["${character}…"]` : undefined;
  return fault(at, `'${character}' has no meaning here`, STRAY_HINTS[character] ?? letter);
}
