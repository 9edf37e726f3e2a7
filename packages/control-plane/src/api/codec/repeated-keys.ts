// Keys that stand twice in a mapping of a YAML document, in the words of the server: 'line 7: key "a" already set in map'.
import type { Document, Pair } from 'yaml';
import { isMap, isNode, isScalar, isSeq } from 'yaml';

/** `text`: what the document was parsed from. */
export function repeatedKeys(document: Document, text: string): readonly string[] {
  const found: string[] = [];
  walk(document.contents, { text, found });
  return found;
}

type Walk = { readonly text: string; readonly found: string[] };

function walk(node: unknown, into: Walk): void {
  if (isSeq(node)) for (const item of node.items) walk(item, into);
  if (isMap(node)) walkMap(node.items, into);
}

/** What stands within a value is told before the value itself. */
function walkMap(pairs: readonly Pair[], into: Walk): void {
  const seen = new Set<string>();
  for (const { key, value } of pairs) {
    walk(value, into);
    const name = nameOf(key);
    if (name === undefined) continue;
    if (seen.has(name)) into.found.push(`line ${lineOf(value, into.text)}: key ${name} already set in map`);
    seen.add(name);
  }
}

/** Undefined for a key that is no scalar. */
function nameOf(key: unknown): string | undefined {
  if (!isScalar(key)) return undefined;
  return typeof key.value === 'string' ? JSON.stringify(key.value) : String(key.value);
}

function lineOf(value: unknown, text: string): number {
  const start = isNode(value) ? (value.range?.[0] ?? 0) : 0;
  return text.slice(0, start).split('\n').length;
}
