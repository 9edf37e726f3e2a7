// "…".format([…]): %s %d %f %e %b %o %x %X and %%, with a precision for %f, as Kubernetes writes them (en_US: 1,234.500000 and 1.234500×10⁰³).

import type { CelValue, Failure, ListValue, Outcome } from '../cel-value.ts';
import { failure, string } from '../cel-value.ts';
import { compareText } from '../compare-values.ts';
import { limitFailure } from '../evaluation-budget.ts';
import { listItem, listItems, listSize } from '../list-value.ts';
import { mapEntries } from '../map-value.ts';
import { formatDouble, formatFixed, formatScientific } from '../number-text.ts';
import type { CallContext } from '../overload.ts';
import { formatDuration, formatTimestamp } from '../time-text.ts';
import { typeNameOf } from '../type-name.ts';
import { decodeUtf8, encodeUtf8 } from '../utf8.ts';

type Request = { readonly format: string; readonly values: ListValue; readonly context: CallContext };

const CLAUSE = /%(?:%|(?:\.([0-9]{1,3}))?([sdfebxXo]))/y;
const MAX_PRECISION = 100;
const DEFAULT_PRECISION = 6;
const DEPTH_LIMIT = 100;
const SPECIAL_TEXTS = ['NaN', 'Infinity', '-Infinity'];

/** Fills the clauses of a format with the values, in turn. */
export function formatText({ format, values, context }: Request): Outcome {
  const spent = context.budget.spendText(format.length);
  if (spent !== undefined) return spent;
  const pieces = parseFormat(format);
  if ('kind' in pieces) return pieces;
  const parts: string[] = [];
  let used = 0;
  for (const piece of pieces) {
    const written = piece.kind === 'text' ? piece.text : fillNext(piece, { values, used, context });
    if (typeof written !== 'string') return written;
    parts.push(written);
    used += piece.kind === 'clause' ? 1 : 0;
  }
  return string(parts.join(''));
}

export type FormatClause = { readonly kind: 'clause'; readonly length: number; readonly conversion: string; readonly precision: number };
export type FormatPiece = { readonly kind: 'text'; readonly length: number; readonly text: string } | FormatClause;

/** The literal texts and clauses of a format, in order. */
export function parseFormat(format: string): readonly FormatPiece[] | Failure {
  const pieces: FormatPiece[] = [];
  for (let at = 0; at < format.length; ) {
    const piece = pieceAt(format, at);
    if (piece === undefined) return failure(`the format has an unknown clause at position ${at}`);
    pieces.push(piece);
    at += piece.length;
  }
  return pieces;
}

function pieceAt(format: string, at: number): FormatPiece | undefined {
  if (format[at] !== '%') {
    const end = format.indexOf('%', at);
    const text = format.slice(at, end < 0 ? format.length : end);
    return { kind: 'text', text, length: text.length };
  }
  const pattern = new RegExp(CLAUSE);
  pattern.lastIndex = at;
  const match = pattern.exec(format);
  if (match === null) return undefined;
  const [all, precision, conversion] = match;
  if (conversion === undefined) return { kind: 'text', text: '%', length: all.length };
  return { kind: 'clause', length: all.length, conversion, precision: precision === undefined ? DEFAULT_PRECISION : Number(precision) };
}

type Filling = { readonly values: ListValue; readonly used: number; readonly context: CallContext };

function fillNext(clause: FormatClause, { values, used, context }: Filling): string | Failure {
  const value = listItem(values, used);
  if (value === undefined) return failure(`the format has more clauses than the ${listSize(values)} values given`);
  const text = formatValue(clause, value);
  if (typeof text !== 'string') return text;
  return context.budget.spendText(text.length) ?? text;
}

/** A value as a clause writes it. */
export function formatValue(clause: FormatClause, value: CelValue): string | Failure {
  switch (clause.conversion) {
    case 's':
      return plainText(value);
    case 'd':
      return value.kind === 'int' || value.kind === 'uint' ? value.value.toString() : mismatch('%d', value);
    case 'f':
    case 'e':
      return decimal(clause, value);
    case 'b':
      return value.kind === 'bool' ? String(Number(value.value)) : integer(2, value);
    case 'o':
      return integer(8, value);
    default:
      return hexadecimal(clause.conversion === 'X', value);
  }
}

function mismatch(clause: string, value: CelValue): Failure {
  return failure(`${clause} cannot write a value of type ${typeNameOf(value)}`);
}

function decimal(clause: FormatClause, value: CelValue): string | Failure {
  const { conversion, precision } = clause;
  const number = numberOf(value);
  if (number === undefined) return mismatch(`%${conversion}`, value);
  if (precision > MAX_PRECISION) return failure(`a precision of ${precision} is more than ${MAX_PRECISION}`);
  if (Number.isFinite(number)) return conversion === 'f' ? formatFixed(number, precision) : formatScientific(number);
  return infinite(number).padStart(conversion === 'f' ? 0 : precision);
}

/** A double, or one of the texts that stand for what has no digits. */
function numberOf(value: CelValue): number | undefined {
  if (value.kind === 'double') return value.value;
  return value.kind === 'string' && SPECIAL_TEXTS.includes(value.value) ? Number(value.value) : undefined;
}

function infinite(number: number): string {
  if (Number.isNaN(number)) return 'NaN';
  return number < 0 ? '-∞' : '∞';
}

function integer(radix: 2 | 8 | 16, value: CelValue): string | Failure {
  return value.kind === 'int' || value.kind === 'uint'
    ? value.value.toString(radix)
    : mismatch({ 2: '%b', 8: '%o', 16: '%x' }[radix], value);
}

function hexadecimal(upper: boolean, value: CelValue): string | Failure {
  const text = hexadecimalText(value);
  return upper && typeof text === 'string' ? text.toUpperCase() : text;
}

function hexadecimalText(value: CelValue): string | Failure {
  if (value.kind !== 'string' && value.kind !== 'bytes') return integer(16, value);
  const bytes = value.kind === 'string' ? encodeUtf8(value.value) : value.value;
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

function plainText(value: CelValue): string | Failure {
  if (value.kind === 'timestamp') return formatTimestamp(value.nanos);
  if (value.kind === 'duration') return formatDuration(value.nanos);
  if (value.kind === 'double') return formatDouble(value.value);
  if (value.kind === 'string') return value.value;
  if (value.kind === 'bytes') return decodeUtf8(value.value) ?? failure('the bytes are not UTF-8');
  return literalText(value, 0);
}

/** The value as it could be written in an expression. */
function literalText(value: CelValue, depth: number): string | Failure {
  if (depth > DEPTH_LIMIT) return limitFailure(`the value is nested deeper than ${DEPTH_LIMIT}`);
  switch (value.kind) {
    case 'list':
      return joinAll(
        listItems(value).map((item) => literalText(item, depth + 1)),
        ['[', ']'],
      );
    case 'map':
      return mapText(value, depth);
    default:
      return scalarText(value);
  }
}

function mapText(map: CelValue & { readonly kind: 'map' }, depth: number): string | Failure {
  const pairs = mapEntries(map).map(({ key, value }) => {
    const [left, right] = [scalarText(key), literalText(value, depth + 1)];
    if (typeof left !== 'string') return left;
    return typeof right === 'string' ? `${left}:${right}` : right;
  });
  return joinAll(pairs.toSorted(byText), ['{', '}']);
}

function byText(left: string | Failure, right: string | Failure): number {
  return typeof left === 'string' && typeof right === 'string' ? compareText(left, right) : 0;
}

function joinAll(parts: readonly (string | Failure)[], [open, close]: readonly [string, string]): string | Failure {
  const texts: string[] = [];
  for (const part of parts) {
    if (typeof part !== 'string') return part;
    texts.push(part);
  }
  return `${open}${texts.join(', ')}${close}`;
}

function scalarText(value: CelValue): string | Failure {
  switch (value.kind) {
    case 'null':
      return 'null';
    case 'bool':
    case 'int':
    case 'uint':
      return value.value.toString();
    case 'double':
      return Number.isFinite(value.value) ? ungrouped(value.value) : `"${formatDouble(value.value)}"`;
    case 'string':
      return quoted(value.value);
    case 'bytes':
      return `b${quoted(decodeUtf8(value.value) ?? '')}`;
    case 'timestamp':
      return `timestamp("${formatTimestamp(value.nanos)}")`;
    case 'duration':
      return `duration("${formatDuration(value.nanos)}")`;
    case 'type':
      return value.name;
    default:
      return mismatch('%s', value);
  }
}

function ungrouped(value: number): string {
  return formatFixed(value, DEFAULT_PRECISION).replaceAll(',', '');
}

const ESCAPES: { readonly [character: string]: string } = {
  '\u0007': '\\a',
  '\b': '\\b',
  '\f': '\\f',
  '\n': '\\n',
  '\r': '\\r',
  '\t': '\\t',
  '\v': '\\v',
  '\\': '\\\\',
  '"': '\\"',
};

function quoted(text: string): string {
  return `"${Array.from(text.toWellFormed(), escaped).join('')}"`;
}

function escaped(character: string): string {
  const short = ESCAPES[character];
  if (short !== undefined) return short;
  if (/^[\p{L}\p{M}\p{N}\p{P}\p{S} ]$/u.test(character)) return character;
  const point = character.codePointAt(0) ?? 0;
  if (point < 0x80) return `\\x${point.toString(16).padStart(2, '0')}`;
  return point > 0xffff ? `\\U${point.toString(16).padStart(8, '0')}` : `\\u${point.toString(16).padStart(4, '0')}`;
}
