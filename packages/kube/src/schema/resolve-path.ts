// JSON paths that name a field of a schema: .spec.replicas, .labels['app'].

import { childPath, keyPath } from './field-path.ts';
import type { SchemaNode } from './schema-node.ts';

export type ResolvedPath =
  | { readonly kind: 'found'; readonly path: string; readonly root: string; readonly schema: SchemaNode }
  | { readonly kind: 'wrong'; readonly message: string };

type Step = { readonly kind: 'step'; readonly name: string } | { readonly kind: 'wrong'; readonly message: string };

/** Delimiters, texts in single quotes, and what stands between. */
const TOKEN = /[.[\]]|'(?:[^']|(?<=\\)')*(?<!\\)'|'.*$|[^.[\]]+/gsu;
const ESCAPES: Readonly<Record<string, string>> = {
  a: '\u0007',
  b: '\b',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
  v: '\v',
  "'": "'",
  '\\': '\\',
};

/** `brackets`: whether keys may stand in brackets. */
export function resolvePath(schema: SchemaNode, path: string, { brackets = true } = {}): ResolvedPath {
  const tokens = path.match(TOKEN) ?? [];
  let found: ResolvedPath = { kind: 'found', path: '', root: '', schema };
  for (let at = 0; at < tokens.length && found.kind === 'found'; at += tokens[at] === '[' ? 3 : 2) {
    const step = tokens[at] === '[' ? bracketStep(tokens.slice(at), brackets) : dotStep(tokens.slice(at));
    found = step.kind === 'wrong' ? step : follow(found, step.name);
  }
  return found;
}

function dotStep([dot = '', name]: readonly string[]): Step {
  if (dot !== '.') return { kind: 'wrong', message: `expected [ or . but got: ${dot}` };
  return name === undefined ? { kind: 'wrong', message: 'unexpected end of JSON path' } : { kind: 'step', name };
}

function bracketStep([, quoted, close]: readonly string[], brackets: boolean): Step {
  const wrong = (message: string): Step => ({ kind: 'wrong', message });
  if (!brackets) return wrong('array notation is not allowed');
  if (quoted === undefined) return wrong('unexpected end of JSON path');
  if (quoted.length < 2 || !quoted.startsWith("'") || !quoted.endsWith("'"))
    return wrong(`expected single quoted string but got ${quoted}`);
  const inner = quoted.slice(1, -1);
  const odd = inner.match(/\\./g)?.find((text) => ESCAPES[text.slice(1)] === undefined);
  if (odd !== undefined) return wrong(`invalid string literal: invalid escape char ${odd}`);
  if (close === undefined) return wrong('unexpected end of JSON path');
  if (close !== ']') return wrong(`expected ] but got ${close}`);
  return { kind: 'step', name: inner.replaceAll(/\\(.)/g, (_all, letter: string) => ESCAPES[letter] ?? letter) };
}

function follow({ path, root, schema }: ResolvedPath & { readonly kind: 'found' }, name: string): ResolvedPath {
  const named = schema.properties.size > 0;
  const below = named ? schema.properties.get(name) : schema.additional?.schema;
  if (below === undefined) return { kind: 'wrong', message: 'does not refer to a valid field' };
  return { kind: 'found', path: named ? childPath(path, name) : keyPath(path, name), root: root === '' ? name : root, schema: below };
}
