// Kubernetes' and CEL's functions on strings. Positions count characters (code points), not UTF-16 units.

import type { ListValue, Outcome } from '../cel-value.ts';
import { bool, failure, int, isFailure, list, string } from '../cel-value.ts';
import { listItems } from '../list-value.ts';
import type { CallContext, Overload, Parameter } from '../overload.ts';
import { anyInt, anyListOf, anyString, declareFunction, declareMethod, take1, take2, take3, take3AndInt } from '../overload.ts';
import { BOOL, INT, listOf, STRING } from '../static-type.ts';
import { typeNameOf } from '../type-name.ts';
import { formatText } from './text-format.ts';

const TEXTS = listOf(STRING);
const anyTexts: Parameter<ListValue> = anyListOf(STRING);
const ALL = -1n;

export const textFunctions: readonly Overload[] = [
  declareMethod('contains', {
    takes: take2(anyString, anyString),
    result: BOOL,
    call: reading(([text, part]) => bool(text.includes(part))),
  }),
  declareMethod('startsWith', {
    takes: take2(anyString, anyString),
    result: BOOL,
    call: reading(([text, part]) => bool(text.startsWith(part))),
  }),
  declareMethod('endsWith', {
    takes: take2(anyString, anyString),
    result: BOOL,
    call: reading(([text, part]) => bool(text.endsWith(part))),
  }),
  declareMethod('charAt', { takes: take2(anyString, anyInt), result: STRING, call: reading(charAt) }),
  declareMethod('indexOf', { takes: take2(anyString, anyString), result: INT, call: reading(([text, part]) => indexOf([text, part, 0n])) }),
  declareMethod('indexOf', { takes: take3(anyString, anyString, anyInt), result: INT, call: reading(indexOf) }),
  declareMethod('lastIndexOf', { takes: take2(anyString, anyString), result: INT, call: reading(lastIndexOfAll) }),
  declareMethod('lastIndexOf', { takes: take3(anyString, anyString, anyInt), result: INT, call: reading(lastIndexOf) }),
  declareMethod('lowerAscii', {
    takes: take1(anyString),
    result: STRING,
    call: reading(([text]) => string(text.replace(/[A-Z]+/g, (run) => run.toLowerCase()))),
  }),
  declareMethod('upperAscii', {
    takes: take1(anyString),
    result: STRING,
    call: reading(([text]) => string(text.replace(/[a-z]+/g, (run) => run.toUpperCase()))),
  }),
  declareMethod('replace', {
    takes: take3(anyString, anyString, anyString),
    result: STRING,
    call: ([text, old, by], context) => replace([text, old, by, ALL], context),
  }),
  declareMethod('replace', { takes: take3AndInt(anyString, anyString, anyString), result: STRING, call: replace }),
  declareMethod('split', {
    takes: take2(anyString, anyString),
    result: TEXTS,
    call: reading(([text, separator]) => split([text, separator, ALL])),
  }),
  declareMethod('split', { takes: take3(anyString, anyString, anyInt), result: TEXTS, call: reading(split) }),
  declareMethod('substring', {
    takes: take2(anyString, anyInt),
    result: STRING,
    call: reading(([text, start]) => substring([text, start, undefined])),
  }),
  declareMethod('substring', { takes: take3(anyString, anyInt, anyInt), result: STRING, call: reading(substring) }),
  declareMethod('trim', { takes: take1(anyString), result: STRING, call: reading(([text]) => string(trim(text))) }),
  declareMethod('join', { takes: take1(anyTexts), result: STRING, call: ([texts], context) => join([texts, ''], context) }),
  declareMethod('join', { takes: take2(anyTexts, anyString), result: STRING, call: join }),
  declareMethod('format', {
    takes: take2(anyString, anyListOf({ kind: 'dyn' })),
    result: STRING,
    call: ([format, values], context) => formatText({ format, values, context }),
  }),
  declareFunction('strings.quote', { takes: take1(anyString), result: STRING, call: reading(([text]) => string(quote(text))) }),
];

/** Charges for reading the texts before doing the work. */
function reading<A extends readonly unknown[]>(work: (values: A) => Outcome): (values: A, context: CallContext) => Outcome {
  return (values, { budget }) =>
    budget.spendText(values.reduce<number>((sum, value) => sum + (typeof value === 'string' ? value.length : 0), 0)) ?? work(values);
}

function outOfRange(index: bigint): Outcome {
  return failure(`index ${index} is out of range`);
}

function charAt([text, index]: readonly [string, bigint]): Outcome {
  const characters = Array.from(text);
  if (index < 0n || index > BigInt(characters.length)) return outOfRange(index);
  return string(characters[Number(index)] ?? '');
}

function indexOf([text, part, from]: readonly [string, string, bigint]): Outcome {
  if (part === '') return int(from);
  if (from < 0n) return outOfRange(from);
  const characters = Array.from(text);
  if (from >= BigInt(characters.length)) return int(-1);
  const skipped = characters.slice(0, Number(from)).join('').length;
  return int(charactersBefore(text, text.indexOf(part, skipped)));
}

function lastIndexOfAll([text, part]: readonly [string, string]): Outcome {
  const length = BigInt(Array.from(text).length);
  if (part === '') return int(length);
  return length === 0n ? int(-1) : lastIndexOf([text, part, length - 1n]);
}

function lastIndexOf([text, part, from]: readonly [string, string, bigint]): Outcome {
  if (part === '') return int(from);
  if (from < 0n) return outOfRange(from);
  const characters = Array.from(text);
  if (from >= BigInt(characters.length)) return int(-1);
  const start = characters.slice(0, Number(from)).join('').length;
  return int(charactersBefore(text, text.lastIndexOf(part, start)));
}

function charactersBefore(text: string, unit: number): number {
  return unit < 0 ? unit : Array.from(text.slice(0, unit)).length;
}

function replace([text, old, by, limit]: readonly [string, string, string, bigint], { budget }: CallContext): Outcome {
  const pieces = splitTimes(text, old, limit < 0n ? undefined : Number(limit));
  return budget.spendText(text.length + pieces.length * by.length) ?? string(pieces.join(by));
}

function splitTimes(text: string, separator: string, times: number | undefined): readonly string[] {
  const all = separator === '' ? ['', ...Array.from(text), ''] : text.split(separator);
  if (times === undefined || all.length - 1 <= times) return all;
  return [...all.slice(0, times), all.slice(times).join(separator)];
}

function split([text, separator, limit]: readonly [string, string, bigint]): Outcome {
  if (limit === 0n) return list([]);
  const all = separator === '' ? Array.from(text) : text.split(separator);
  const most = limit < 0n || limit > BigInt(all.length) ? all.length : Number(limit);
  const pieces = most < all.length ? [...all.slice(0, most - 1), all.slice(most - 1).join(separator)] : all;
  return list(pieces.map(string));
}

function substring([text, start, end]: readonly [string, bigint, bigint | undefined]): Outcome {
  const characters = Array.from(text);
  const length = BigInt(characters.length);
  const last = end ?? length;
  if (end !== undefined && start > end) return failure(`invalid range: start ${start} is behind end ${end}`);
  if (start < 0n || start > length) return outOfRange(start);
  if (last < 0n || last > length) return outOfRange(last);
  return string(characters.slice(Number(start), Number(last)).join(''));
}

/** Removes Unicode's white space, which other than JavaScript's includes U+0085 and not U+FEFF. */
function trim(text: string): string {
  const isSpace = (character: string): boolean => /^[\p{White_Space}]$/u.test(character);
  const characters = Array.from(text);
  const first = characters.findIndex((character) => !isSpace(character));
  const last = characters.findLastIndex((character) => !isSpace(character));
  return first < 0 ? '' : characters.slice(first, last + 1).join('');
}

function join([texts, separator]: readonly [ListValue, string], { budget }: CallContext): Outcome {
  const parts: string[] = [];
  for (const item of listItems(texts)) {
    if (item.kind !== 'string') return failure(`join takes strings, not ${typeNameOf(item)}`);
    const spent = budget.spendText(item.value.length + separator.length + 1);
    if (spent !== undefined && isFailure(spent)) return spent;
    parts.push(item.value);
  }
  return string(parts.join(separator));
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

function quote(text: string): string {
  const escaped = Array.from(text.toWellFormed(), (character) => ESCAPES[character] ?? character);
  return `"${escaped.join('')}"`;
}
