// The plain part of YAML in which kubectl and cloud tools write kubeconfigs: block mappings and lists of one-line scalars, every scalar as text.
// Loading the whole of YAML takes longer than a request; whatever is not plain is left to it. plain-yaml.test.ts holds both against each other.

import type { Json, JsonObject } from '@rectrace/kube';

export type PlainYaml = { readonly kind: 'plain'; readonly value: Json } | { readonly kind: 'notPlain' };

type Line = { readonly indent: number; readonly text: string };

const LINE = /^( *)([!-~](?:[ -~]*[!-~])?)?$/;
const ENTRY = /^([A-Za-z0-9][A-Za-z0-9_./@-]*):(?: +(.*))?$/;
const ITEM = /^-( +)(.+)$/;
/** No indicator in front, no comment or mapping inside. */
const SCALAR = /^[A-Za-z0-9/_.+=~$(](?:[^:#]|:(?! |$)|#)*$/;
const QUOTED = /^(?:"([^"\\]*)"|'([^']*)')$/;

/** A text without content is not plain. */
export function parsePlainYaml(text: string): PlainYaml {
  try {
    return { kind: 'plain', value: new PlainReader(text).read() };
  } catch (error) {
    if (error instanceof NotPlain) return { kind: 'notPlain' };
    throw error;
  }
}

class NotPlain extends Error {}

class PlainReader {
  readonly #lines: Line[];
  #at = 0;

  constructor(text: string) {
    const lines = text.split('\n').map(lineOf);
    this.#lines = lines.filter(({ text: content }) => content !== '' && !content.startsWith('#'));
    if (this.#lines[0]?.text === '---') this.#lines.shift();
  }

  read(): Json {
    const value = this.#block(0);
    if (this.#at < this.#lines.length) throw new NotPlain();
    return value;
  }

  #line(): Line | undefined {
    return this.#lines[this.#at];
  }

  /** A list or a mapping, all of whose lines stand at this indentation. */
  #block(indent: number): Json {
    const line = this.#line();
    if (line?.indent !== indent) throw new NotPlain();
    return ITEM.test(line.text) ? this.#list(indent) : this.#mapping(indent);
  }

  #list(indent: number): readonly Json[] {
    const items: Json[] = [];
    for (let line = this.#line(); line?.indent === indent; line = this.#line()) {
      const item = ITEM.exec(line.text);
      if (item === null) break;
      items.push(this.#item(item[2] ?? '', indent + 1 + (item[1] ?? '').length));
    }
    return items;
  }

  /** What follows the dash; a mapping begun there goes on below it. */
  #item(text: string, indent: number): Json {
    if (!ENTRY.test(text)) return this.#scalar(text, indent);
    this.#lines[this.#at] = { indent, text };
    return this.#mapping(indent);
  }

  #mapping(indent: number): JsonObject {
    const entries = new Map<string, Json>();
    for (let line = this.#line(); line?.indent === indent; line = this.#line()) {
      const [whole, key = '', value = ''] = ENTRY.exec(line.text) ?? [];
      if (whole === undefined && ITEM.test(line.text)) break;
      if (whole === undefined || entries.has(key)) throw new NotPlain();
      entries.set(key, value === '' ? this.#below(indent) : this.#scalar(value, indent + 1));
    }
    return Object.fromEntries(entries);
  }

  /** What a key without a value on its line leads to; a list may stand at the key's own indentation. */
  #below(indent: number): Json {
    this.#at += 1;
    const next = this.#line();
    if (next !== undefined && next.indent > indent) return this.#block(next.indent);
    return next?.indent === indent && ITEM.test(next.text) ? this.#list(indent) : '';
  }

  /** least: what stands there or deeper in the line below would go on with the scalar. */
  #scalar(text: string, least: number): Json {
    this.#at += 1;
    const next = this.#line();
    if (next !== undefined && next.indent >= least) throw new NotPlain();
    if (text === '{}') return {};
    if (text === '[]') return [];
    const quoted = QUOTED.exec(text);
    if (quoted !== null) return quoted[1] ?? quoted[2] ?? '';
    if (!SCALAR.test(text) || text.includes(' #')) throw new NotPlain();
    return text;
  }
}

/** Printable ASCII without tabs, spaces at the end left out. */
function lineOf(text: string): Line {
  const [whole, indent = '', content = ''] = LINE.exec(text.replace(/[ \r]+$/, '')) ?? [];
  if (whole === undefined) throw new NotPlain();
  return { indent: indent.length, text: content };
}
