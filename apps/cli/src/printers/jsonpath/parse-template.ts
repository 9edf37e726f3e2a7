// Reads a JSONPath template as kubectl does; what is not understood is named with its place.

import { UsageError } from '../../errors.ts';
import { outsideQuotes } from './outside-quotes.ts';
import { parsePath, parseString } from './parse-path.ts';
import type { Path, Piece } from './template.ts';

type OpenRange = { readonly path: Path; readonly pieces: Piece[] };

/** Text without braces around it is one path, as kubectl takes it: '.metadata.name' is '{.metadata.name}'. @throws UsageError */
export function parseTemplate(template: string): readonly Piece[] {
  const text = template.includes('{') ? template : `{${template}}`;
  const top: Piece[] = [];
  const open: OpenRange[] = [];
  for (const part of partsOf(text)) {
    if (part.kind === 'block') takeBlock(part.text.trim(), { top, open });
    else (open.at(-1)?.pieces ?? top).push(part);
  }
  if (open.length > 0) throw new UsageError('jsonpath: {range} without {end}');
  return top;
}

type Part = { readonly kind: 'text'; readonly text: string } | { readonly kind: 'block'; readonly text: string };

function* partsOf(text: string): Generator<Part> {
  let at = 0;
  while (at < text.length) {
    const brace = text.indexOf('{', at);
    const plain = text.slice(at, brace < 0 ? text.length : brace);
    if (plain !== '') yield { kind: 'text', text: plain };
    if (brace < 0) return;
    const end = closingBrace(text, brace);
    yield { kind: 'block', text: text.slice(brace + 1, end) };
    at = end + 1;
  }
}

function takeBlock(block: string, { top, open }: { readonly top: Piece[]; readonly open: OpenRange[] }): void {
  const target = open.at(-1)?.pieces ?? top;
  if (block === 'end') {
    const range = open.pop();
    if (range === undefined) throw new UsageError('jsonpath: {end} without {range}');
    (open.at(-1)?.pieces ?? top).push({ kind: 'range', ...range });
  } else if (/^range\s/.test(block)) open.push({ path: parsePath(block.slice(5).trim()), pieces: [] });
  else if (block.startsWith('"') || block.startsWith("'")) target.push({ kind: 'text', text: parseString(block) });
  else target.push(parsePath(block));
}

/** The brace that ends the block, not one within quotes. */
function closingBrace(text: string, from: number): number {
  for (const { at, character } of outsideQuotes(text, from)) {
    if (character === '}') return at;
  }
  throw new UsageError(`jsonpath: '{' at position ${from + 1} is not closed`);
}
