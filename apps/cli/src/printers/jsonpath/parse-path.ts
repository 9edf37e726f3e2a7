// Reads one JSONPath expression: fields, indexes, slices, unions, filters, '..' and '*'.

import { UsageError } from '../../errors.ts';
import { outsideQuotes } from './outside-quotes.ts';
import type { FilterOperator, Operand, Path, Step } from './template.ts';

const OPERATORS: readonly FilterOperator[] = ['==', '!=', '<=', '>=', '<', '>'];
const INTEGER = /^-?\d+$/;

/** @throws UsageError naming what is not understood */
export function parsePath(text: string): Path {
  const root = !text.startsWith('@');
  let rest = text.startsWith('$') || text.startsWith('@') ? text.slice(1) : text;
  const steps: Step[] = [];
  if (rest !== '' && !rest.startsWith('.') && !rest.startsWith('[')) rest = `.${rest}`;
  while (rest !== '') {
    const { taken, length } = takeStep(rest, text);
    steps.push(...taken);
    rest = rest.slice(length);
  }
  return { kind: 'path', root, steps };
}

/** The text within quotes, with \n, \t and escaped quotes resolved. */
export function parseString(text: string): string {
  const quote = text[0] ?? '';
  if (text.length < 2 || !text.endsWith(quote)) throw new UsageError(`jsonpath: ${text} is not closed`);
  return text.slice(1, -1).replace(/\\(.)/g, (_match, escaped: string) => ESCAPES[escaped] ?? escaped);
}

const ESCAPES: { readonly [letter: string]: string } = { n: '\n', t: '\t', r: '\r' };

type Taken = { readonly taken: readonly Step[]; readonly length: number };

function takeStep(rest: string, whole: string): Taken {
  if (rest.startsWith('..')) return takeDescent(rest);
  if (rest.startsWith('[')) return takeBracket(rest, whole);
  if (!rest.startsWith('.')) throw new UsageError(`jsonpath: '${rest}' in '${whole}' is not understood`);
  return takeField(rest.slice(1), 1);
}

function takeDescent(rest: string): Taken {
  const following = rest.slice(2);
  if (following === '' || following.startsWith('[')) return { taken: [{ kind: 'descent' }], length: 2 };
  const field = takeField(following, 2);
  return { taken: [{ kind: 'descent' }, ...field.taken], length: field.length };
}

function takeField(text: string, skipped: number): Taken {
  const match = /^(?:\\.|[^.[\\])*/.exec(text)?.[0] ?? '';
  if (match === '') return { taken: [], length: skipped };
  const step: Step = match === '*' ? { kind: 'wildcard' } : { kind: 'field', name: match.replace(/\\(.)/g, '$1') };
  return { taken: [step], length: skipped + match.length };
}

function takeBracket(rest: string, whole: string): Taken {
  const end = closingBracket(rest, whole);
  const inside = rest.slice(1, end).trim();
  const length = end + 1;
  if (inside.startsWith('?(') && inside.endsWith(')')) return { taken: [parseFilter(inside.slice(2, -1))], length };
  const steps = splitOutside(inside, ',').map((part) => bracketStep(part.trim(), whole));
  const [only] = steps;
  return { taken: [steps.length === 1 && only !== undefined ? only : { kind: 'union', steps }], length };
}

function bracketStep(text: string, whole: string): Step {
  if (text === '*') return { kind: 'wildcard' };
  if (text.startsWith("'") || text.startsWith('"')) return { kind: 'field', name: parseString(text) };
  if (INTEGER.test(text)) return { kind: 'index', at: Number.parseInt(text, 10) };
  const parts = text.split(':');
  if (parts.length < 2 || parts.length > 3 || !parts.every((part) => part === '' || INTEGER.test(part))) {
    throw new UsageError(`jsonpath: '[${text}]' in '${whole}' is not understood`);
  }
  const [from, to, step] = parts.map((part) => (part === '' || part === undefined ? undefined : Number.parseInt(part, 10)));
  return {
    kind: 'slice',
    ...(from === undefined ? {} : { from }),
    ...(to === undefined ? {} : { to }),
    ...(step === undefined ? {} : { step }),
  };
}

function parseFilter(text: string): Step {
  for (const operator of OPERATORS) {
    const sides = splitOutside(text, operator);
    const [left, right] = sides;
    if (sides.length === 2 && left !== undefined && right !== undefined) {
      return { kind: 'filter', left: parseOperand(left.trim()), operator, right: parseOperand(right.trim()) };
    }
  }
  return { kind: 'filter', left: parseOperand(text.trim()) };
}

function parseOperand(text: string): Operand {
  if (text.startsWith('"') || text.startsWith("'")) return { kind: 'literal', value: parseString(text) };
  if (text === 'true' || text === 'false') return { kind: 'literal', value: text === 'true' };
  if (text === 'null') return { kind: 'literal', value: null };
  if (/^-?\d+(\.\d+)?$/.test(text)) return { kind: 'literal', value: Number(text) };
  return parsePath(text);
}

function closingBracket(text: string, whole: string): number {
  let depth = 0;
  for (const { at, character } of outsideQuotes(text)) {
    if (character === '[') depth++;
    else if (character === ']') depth--;
    if (depth === 0) return at;
  }
  throw new UsageError(`jsonpath: '[' in '${whole}' is not closed`);
}

/** Parts between the separators that stand outside of quotes. */
function splitOutside(text: string, separator: string): readonly string[] {
  const parts: string[] = [];
  let start = 0;
  for (const { at } of outsideQuotes(text)) {
    if (at < start || !text.startsWith(separator, at)) continue;
    parts.push(text.slice(start, at));
    start = at + separator.length;
  }
  return [...parts, text.slice(start)];
}
