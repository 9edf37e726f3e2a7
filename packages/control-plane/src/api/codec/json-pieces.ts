// The JSON text of an object, in pieces. The items of a list and the rows of a table, which stand last in it, are written some at a time.
import type { Json, JsonObject } from '@rectrace/kube';
import { formatJson, isJsonList } from '@rectrace/kube';
import type { Steps } from '../steps.ts';

/** Letters of a piece, about. */
const PIECE_LETTERS = 64 * 1024;
const INDENT = 2;
const encoder = new TextEncoder();

export function* jsonPieces(value: JsonObject, pretty: boolean): Steps<readonly Uint8Array[]> {
  const list = lastList(value);
  return list === undefined ? [encoder.encode(wholeText(value, pretty))] : yield* listPieces(value, list, pretty ? PRETTY : PLAIN);
}

type NamedList = { readonly name: string; readonly items: readonly Json[] };

/** How a list is written that stands last in an object: what begins an item, and what is behind the last one. */
type Layout = { readonly indent: number; readonly before: string; readonly end: string; readonly item: (item: Json) => string };

const PLAIN: Layout = { indent: 0, before: '', end: ']}', item: (item) => formatJson(item) };
const PRETTY: Layout = {
  indent: INDENT,
  before: '\n    ',
  end: '\n  ]\n}',
  item: (item) => formatJson(item, INDENT).replaceAll('\n', '\n    '),
};

function wholeText(value: JsonObject, pretty: boolean): string {
  return pretty ? formatJson(value, INDENT) : `${formatJson(value)}\n`;
}

/** Undefined where something else stands last, or an empty list. */
function lastList(value: JsonObject): NamedList | undefined {
  const name = Object.keys(value).at(-1) ?? '';
  const items = value[name];
  return isJsonList(items) && items.length > 0 ? { name, items } : undefined;
}

function* listPieces(value: JsonObject, { name, items }: NamedList, { indent, before, end, item }: Layout): Steps<readonly Uint8Array[]> {
  const pieces: Uint8Array[] = [];
  const empty = formatJson({ ...value, [name]: [] }, indent);
  let text = empty.slice(0, empty.lastIndexOf(']'));
  for (const [index, held] of items.entries()) {
    if (text.length >= PIECE_LETTERS) {
      pieces.push(encoder.encode(text));
      text = '';
      yield;
    }
    text += `${index === 0 ? '' : ','}${before}${item(held)}`;
  }
  pieces.push(encoder.encode(`${text}${end}${indent === 0 ? '\n' : ''}`));
  return pieces;
}
