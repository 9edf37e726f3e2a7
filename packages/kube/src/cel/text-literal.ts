// Texts and bytes in quotes: "…", '…', """…""", raw (r) and bytes (b) forms, with escapes.

import type { ExpressionFault } from './expression-fault.ts';
import { fault } from './expression-fault.ts';
import type { Token } from './token.ts';
import { encodeUtf8 } from './utf8.ts';

type Opening = { readonly at: number; readonly opening: string };
type Literal = {
  readonly source: string;
  readonly at: number;
  readonly bodyAt: number;
  readonly quote: string;
  readonly raw: boolean;
  readonly bytes: boolean;
};
/** A piece of the value: text, or a byte that an octal or hexadecimal escape gives in bytes. */
type Piece = { readonly kind: 'text'; readonly text: string } | { readonly kind: 'byte'; readonly byte: number };

const PLAIN: { readonly [character: string]: string } = {
  a: '\u0007',
  b: '\b',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
  v: '\v',
  '\\': '\\',
  '?': '?',
  '"': '"',
  "'": "'",
  '`': '`',
};
const NUMBERED = /([xX])([0-9a-fA-F]{2})|u([0-9a-fA-F]{4})|U([0-9a-fA-F]{8})|([0-3][0-7]{2})/y;
const ESCAPE_HINT = 'write \\\\ for a backslash, or put r before the quotes: r"\\d+"';

/** Reads the literal whose prefix and quotes start at an offset. */
export function parseTextLiteral(source: string, { at, opening }: Opening): Token | ExpressionFault {
  const prefix = opening.replace(/["']+$/, '').toLowerCase();
  const quote = opening.slice(prefix.length);
  const literal = { source, at, bodyAt: at + opening.length, quote, raw: prefix.includes('r'), bytes: prefix.includes('b') };
  const end = findEnd(literal);
  if (end === undefined) return fault(at, 'the text has no closing quote', `close it with ${quote}`);
  const pieces = literal.raw ? [{ kind: 'text' as const, text: source.slice(literal.bodyAt, end) }] : parseBody(literal, end);
  if (!Array.isArray(pieces)) return pieces;
  const text = source.slice(at, end + quote.length);
  if (literal.bytes) return { kind: 'bytes', text, at, value: bytesOf(pieces) };
  return { kind: 'string', text, at, value: textOf(pieces) };
}

/** Where the closing quotes start; texts in single quotes end with their line. */
function findEnd(literal: Literal): number | undefined {
  const { source, quote, raw } = literal;
  for (let at = literal.bodyAt; at < source.length; at += 1) {
    if (source.startsWith(quote, at)) return at;
    if (quote.length === 1 && (source[at] === '\n' || source[at] === '\r')) return undefined;
    if (source[at] === '\\' && !raw) at += 1;
  }
  return undefined;
}

function parseBody(literal: Literal, end: number): Piece[] | ExpressionFault {
  const pieces: Piece[] = [];
  for (let at = literal.bodyAt; at < end; ) {
    const backslash = literal.source.indexOf('\\', at);
    const plainEnd = backslash < 0 || backslash > end ? end : backslash;
    if (plainEnd > at) pieces.push({ kind: 'text', text: literal.source.slice(at, plainEnd) });
    if (plainEnd === end) break;
    const escaped = parseEscape(literal, plainEnd);
    if ('at' in escaped) return escaped;
    pieces.push(escaped.piece);
    at = plainEnd + escaped.length;
  }
  return pieces;
}

type Escape = { readonly piece: Piece; readonly length: number };

function parseEscape(literal: Literal, at: number): Escape | ExpressionFault {
  const plain = PLAIN[literal.source[at + 1] ?? ''];
  if (plain !== undefined) return { piece: { kind: 'text', text: plain }, length: 2 };
  const pattern = new RegExp(NUMBERED);
  pattern.lastIndex = at + 1;
  const match = pattern.exec(literal.source);
  if (match === null) return fault(at, `'${literal.source.slice(at, at + 2)}' is not an escape`, ESCAPE_HINT);
  const [all, , , short, long] = match;
  const unicode = short !== undefined || long !== undefined;
  if (literal.bytes && unicode) return fault(at, `'\\${all}' cannot stand in bytes`, 'write bytes as \\x00 to \\xff');
  const point = pointOf(match);
  if (point > 0x10ffff || (point >= 0xd800 && point < 0xe000)) return fault(at, `'\\${all}' is not a character`, ESCAPE_HINT);
  const piece: Piece = literal.bytes ? { kind: 'byte', byte: point } : { kind: 'text', text: String.fromCodePoint(point) };
  return { piece, length: 1 + all.length };
}

function pointOf([, , hex, short, long, octal]: RegExpExecArray): number {
  return octal === undefined ? Number.parseInt(hex ?? short ?? long ?? '0', 16) : Number.parseInt(octal, 8);
}

function textOf(pieces: readonly Piece[]): string {
  return pieces.map((piece) => (piece.kind === 'text' ? piece.text : '')).join('');
}

function bytesOf(pieces: readonly Piece[]): Uint8Array {
  return Uint8Array.from(pieces.flatMap((piece) => (piece.kind === 'byte' ? [piece.byte] : [...encodeUtf8(piece.text)])));
}
