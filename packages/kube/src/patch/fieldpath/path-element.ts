// One step of a path into an object: a field, an item of a list by its keys, an item of a set by its value, an item by its index.
import type { Json, JsonObject } from '../../json.ts';
import { formatJson, isJsonObject, parseJson } from '../../json.ts';
import type { Order } from '../value/compare-values.ts';
import { compareLists, compareTexts, compareValues } from '../value/compare-values.ts';
import { formatKeyValue } from '../value/format-go.ts';

export type PathElement =
  | { readonly kind: 'field'; readonly name: string }
  /** Sorted by name. */
  | { readonly kind: 'key'; readonly fields: readonly (readonly [name: string, value: Json])[] }
  | { readonly kind: 'value'; readonly value: Json }
  | { readonly kind: 'index'; readonly index: number };

export type Path = readonly PathElement[];

export function fieldElement(name: string): PathElement {
  return { kind: 'field', name };
}

export function fieldPath(...names: readonly string[]): Path {
  return names.map(fieldElement);
}

const RANKS: Readonly<Record<PathElement['kind'], number>> = { field: 0, key: 1, value: 2, index: 3 };

export function compareElements(left: PathElement, right: PathElement): Order {
  if (left.kind === 'field' && right.kind === 'field') return compareTexts(left.name, right.name);
  if (left.kind === 'key' && right.kind === 'key') return compareLists(left.fields.flat(), right.fields.flat());
  if (left.kind === 'value' && right.kind === 'value') return compareValues(left.value, right.value);
  if (left.kind === 'index' && right.kind === 'index') return compareValues(left.index, right.index);
  return compareValues(RANKS[left.kind], RANKS[right.kind]);
}

/** As FieldsV1 writes it: `f:name`, `k:{"name":"web"}`, `v:"x"`, `i:0`. Equal elements have equal texts. */
export function formatElement(element: PathElement): string {
  switch (element.kind) {
    case 'field':
      return `f:${element.name}`;
    case 'key':
      return `k:{${element.fields.map(([name, value]) => `${JSON.stringify(name)}:${formatValue(value)}`).join(',')}}`;
    case 'value':
      return `v:${formatValue(element.value)}`;
    case 'index':
      return `i:${element.index}`;
  }
}

/** Undefined for what is no element: another version may know it. @throws SyntaxError for one that is broken. */
export function parseElement(text: string): PathElement | undefined {
  if (text.length < 2) throw new SyntaxError(`key must be 2 characters long: ${text}`);
  if (text[1] !== ':') throw new SyntaxError(`missing colon: ${text}`);
  const rest = text.slice(2);
  switch (text[0]) {
    case 'f':
      return fieldElement(rest);
    case 'v':
      return { kind: 'value', value: parseJson(rest) };
    case 'k':
      return { kind: 'key', fields: keyFields(rest) };
    case 'i':
      if (!/^[+-]?[0-9]+$/.test(rest)) throw new SyntaxError(`strconv.Atoi: parsing ${JSON.stringify(rest)}: invalid syntax`);
      return { kind: 'index', index: Number(rest) };
    default:
      return undefined;
  }
}

/** As messages name it: `.spec.containers[name="web"].image`. */
export function formatPath(path: Path): string {
  return path.map(formatStep).join('');
}

export function formatStep(element: PathElement): string {
  switch (element.kind) {
    case 'field':
      return `.${element.name}`;
    case 'key':
      return `[${element.fields.map(([name, value]) => `${name}=${formatKeyValue(value)}`).join(',')}]`;
    case 'value':
      return `[=${formatKeyValue(element.value)}]`;
    case 'index':
      return `[${element.index}]`;
  }
}

export function keyElement(fields: readonly (readonly [string, Json])[]): PathElement {
  return { kind: 'key', fields: [...fields].sort(([left], [right]) => compareTexts(left, right)) };
}

function keyFields(text: string): readonly (readonly [string, Json])[] {
  const value = parseJson(text);
  if (!isJsonObject(value)) throw new SyntaxError(`no object of keys: ${text}`);
  return Object.entries(value as JsonObject).sort(([left], [right]) => compareTexts(left, right));
}

const ESCAPED = /[<>&\u2028\u2029]/g;

/** The server's JSON within these texts escapes what HTML would read. */
function formatValue(value: Json): string {
  return formatJson(value).replaceAll(ESCAPED, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`);
}
