// Hides the secrets that take lines of their own below their field in YAML: block scalars (password: | and >), texts that go on, with or without
// quotes, values and items that begin on the next line. Line by line, so that the time grows with the length of the text.

import { holdsSecret, isSecretText } from './field-lines.ts';
import { withoutQuotes } from './quoted-text.ts';

type Mask = (text: string) => string;

const FIELD = /^([ \t]{0,200}(?:- {1,8}){0,8})["']?([A-Za-z0-9_.-]{1,80})["']? {0,8}:(?!\S)[ \t]*(?:[!&]\S{0,80}[ \t]*)?(.*?)\r?$/;
const SCALAR = /^[|>][-+0-9]{0,2}[ \t]*(?:#.*)?$/;
const NOTHING = /^(?:#.*)?$/;
const OPEN_QUOTE = /^(?:"(?:[^"\\]|\\.)*\\?|'(?:[^']|'')*)$/;
const UP_TO_QUOTE = { '"': /^(?:[^"\\]|\\[\s\S])*(?=")/, "'": /^(?:[^']|'')*(?='(?!'))/ } as const;
const ITEM = /^([ \t]*- {1,8})(.*?)\r?$/;
/** No plain text: a field, an item, a flow, an alias, a comment. */
const STRUCTURE = /^(?:- |-$|[[{*#]|["']?[A-Za-z0-9_./-]{1,200}["']?\s{0,8}:(?:\s|$))/;
const LIST_OF_NAMES = /secrets$/i;
const HIDDEN = /^<redacted:[^<>]*>$/;
/** Blank lines between a field and its value. */
const MOST_BLANK = 8;

/** column: where the field begins. value: what stands behind it in its line. */
type Field = {
  readonly lines: readonly string[];
  readonly at: number;
  readonly column: number;
  readonly name: string;
  readonly value: string;
};

/** shown: in place of the line and of so many below it. */
type Hidden = { readonly shown: readonly string[]; readonly below: number };

/** The text as it may be shown; the same where no secret takes lines of its own. */
export function redactFieldBlocks(text: string, mask: Mask): string {
  if (!text.includes('\n') || !text.includes(':')) return text;
  const lines = text.split('\n');
  const shown: string[] = [];
  for (let at = 0; at < lines.length; at++) {
    const hidden = hiddenAt(lines, at, mask);
    for (const line of hidden?.shown ?? lines.slice(at, at + 1)) shown.push(line);
    at += hidden?.below ?? 0;
  }
  return shown.join('\n');
}

/** Undefined where no field with a secret below it stands in the line. */
function hiddenAt(lines: readonly string[], at: number, mask: Mask): Hidden | undefined {
  const [, front = '', name = '', value = ''] = FIELD.exec(lines[at] ?? '') ?? [];
  if (name === '' || !holdsSecret(name)) return undefined;
  const field = { lines, at, column: front.length, name, value };
  if (SCALAR.test(value)) return hideBelow(field, mask);
  if (OPEN_QUOTE.test(value)) return hideQuoted(field, mask);
  return NOTHING.test(value) ? hideNext(field, mask) : hidePlain(field, mask);
}

/** All that is indented deeper than the field, as one. */
function hideBelow({ lines, at, column }: Field, mask: Mask): Hidden | undefined {
  const below = linesBelow(lines, at, column);
  const indent = indentOf(below.find(isFilled) ?? '');
  const text = withoutQuotes(
    below
      .map((line) => textOf(line, indent))
      .join('\n')
      .trim(),
  );
  return isSecret(text) ? { shown: [lines[at] ?? '', indent + mask(text)], below: below.length } : undefined;
}

/** A text in quotes that ends on a later line, or nowhere. */
function hideQuoted({ lines, at, column, value }: Field, mask: Mask): Hidden | undefined {
  const line = lines[at] ?? '';
  const below = linesBelow(lines, at, column);
  const start = line.lastIndexOf(value) + 1;
  const rest = [line.slice(start), ...below].join('\n');
  const closed = UP_TO_QUOTE[value.startsWith('"') ? '"' : "'"].exec(rest)?.[0];
  const text = closed ?? rest;
  if (!isSecret(text)) return undefined;
  const front = line.slice(0, closed === undefined ? start - 1 : start);
  return { shown: [front + mask(text) + rest.slice(text.length)], below: below.length };
}

/** A text without quotes that goes on in the next line. */
function hidePlain(field: Field, mask: Mask): Hidden | undefined {
  const { lines, at, column, value } = field;
  if (/^["'[{*]/.test(value) || !isPlainBelow(lines[at + 1] ?? '', column)) return undefined;
  const below = linesBelow(lines, at, column);
  const line = lines[at] ?? '';
  const text = [value, ...below.map((next) => next.trim())].join('\n');
  return isSecret(text) ? { shown: [line.slice(0, line.lastIndexOf(value)) + mask(text)], below: below.length } : undefined;
}

function isPlainBelow(line: string, column: number): boolean {
  return isFilled(line) && indentOf(line).length > column && !STRUCTURE.test(line.trim());
}

/** A value, or the items of a list, on the lines after the field's. */
function hideNext(field: Field, mask: Mask): Hidden | undefined {
  const { lines, at, column } = field;
  const next = lines.slice(at + 1, at + 1 + MOST_BLANK).find(isFilled) ?? '';
  const { length } = indentOf(next);
  if (ITEM.test(next)) return length < column || LIST_OF_NAMES.test(field.name) ? undefined : hideItems({ ...field, column: length }, mask);
  return isPlainBelow(next, column) ? hideBelow(field, mask) : undefined;
}

/** The items at the column, up to the first that is no text. */
function hideItems(field: Field, mask: Mask): Hidden | undefined {
  const { lines, at } = field;
  const shown = lines.slice(at, at + 1);
  let place = at + 1;
  for (let item = hideItem(field, place, mask); item !== undefined; item = hideItem(field, place, mask)) {
    for (const line of item.shown) shown.push(line);
    place += 1 + item.below;
  }
  return place === at + 1 ? undefined : { shown, below: place - at - 1 };
}

function hideItem(field: Field, at: number, mask: Mask): Hidden | undefined {
  const line = field.lines[at];
  if (line === undefined) return undefined;
  if (!isFilled(line)) return { shown: [line], below: 0 };
  const [, front = '', value = ''] = ITEM.exec(line) ?? [];
  if (indentOf(front).length !== field.column || STRUCTURE.test(value)) return undefined;
  if (SCALAR.test(value)) return hideBelow({ ...field, at }, mask);
  const text = withoutQuotes(value.trim());
  return { shown: [isSecret(text) ? front + mask(text) : line], below: 0 };
}

/** The lines after that one that are indented deeper than the column, without blank ones at their end. */
function linesBelow(lines: readonly string[], at: number, column: number): readonly string[] {
  let end = at + 1;
  for (let place = end; place < lines.length; place++) {
    const line = lines[place] ?? '';
    if (!isFilled(line)) continue;
    if (indentOf(line).length <= column) break;
    end = place + 1;
  }
  return lines.slice(at + 1, end);
}

function indentOf(line: string): string {
  return /^[ \t]*/.exec(line)?.[0] ?? '';
}

function textOf(line: string, indent: string): string {
  return (line.startsWith(indent) ? line.slice(indent.length) : line.trimStart()).replace(/\r$/, '');
}

function isFilled(line: string): boolean {
  return /\S/.test(line);
}

function isSecret(text: string): boolean {
  return isSecretText(text) && !HIDDEN.test(text);
}
