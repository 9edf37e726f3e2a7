// application/yaml: YAML 1.1 as the API server reads it, one document. Aliases are bounded.
import type { Json } from '@rectrace/kube';
import { formatJson, isJsonObject } from '@rectrace/kube';
import type { Document } from 'yaml';
import { isCollection, parseDocument, stringify, visit } from 'yaml';
import { readJson } from './read-json.ts';
import { repeatedKeys } from './repeated-keys.ts';
import type { Representation } from './representation.ts';

const MOST_ALIASES = 100;
const encoder = new TextEncoder();
const decoder = new TextDecoder();

export const yamlRepresentation: Representation = {
  mediaType: 'application/yaml',
  custom: true,
  streams: false,
  read: (bytes) => {
    const read = readYaml(decoder.decode(bytes));
    return read.kind === 'malformed' ? read : { kind: 'read', value: read.value, duplicates: new Map(), raw: bytes };
  },
  *write(value) {
    yield;
    return [encoder.encode(writeYaml(value))];
  },
  writeEvent: ({ type, object }) => encoder.encode(`---\n${writeYaml({ type, object })}`),
};

/** repeated: keys that stand twice; the later one counts. */
export type ReadYaml =
  | { readonly kind: 'value'; readonly value: Json; readonly repeated: readonly string[] }
  | { readonly kind: 'malformed'; readonly message: string };

export function readYaml(text: string): ReadYaml {
  try {
    const document = parseDocument(text, { version: '1.1', uniqueKeys: false, intAsBigInt: true, schema: 'yaml-1.1' });
    const [error] = document.errors;
    if (error !== undefined) return { kind: 'malformed', message: `error converting YAML to JSON: yaml: ${oneLine(error.message)}` };
    if (hasCollectionKey(document)) return { kind: 'malformed', message: 'error converting YAML to JSON: yaml: invalid map key' };
    return documentValue(document, text);
  } catch (error) {
    return {
      kind: 'malformed',
      message: `error converting YAML to JSON: yaml: ${oneLine(error instanceof Error ? error.message : String(error))}`,
    };
  }
}

/** JSON has no lists and maps for keys; to write each as a text takes twice as long with each level. */
function hasCollectionKey(document: Document): boolean {
  let found = false;
  visit(document, {
    Pair: (_key, { key }) => {
      found ||= isCollection(key);
      return found ? visit.BREAK : undefined;
    },
  });
  return found;
}

/** By way of JSON, so that numbers, keys and times end as the API server sees them. */
function documentValue(document: Document, text: string): ReadYaml {
  const plain: unknown = document.toJS({ maxAliasCount: MOST_ALIASES });
  const read = readJson(formatJson(jsonOf(plain)));
  return read.kind === 'malformed' ? read : { kind: 'value', value: read.value, repeated: repeatedKeys(document, text) };
}

function jsonOf(value: unknown): Json {
  if (value instanceof Date) return value.toISOString();
  if (Array.isArray(value)) return value.map(jsonOf);
  if (isJsonObject(value)) return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, jsonOf(item)]));
  if (typeof value === 'bigint' || typeof value === 'number' || typeof value === 'string' || typeof value === 'boolean') return value;
  return null;
}

function writeYaml(value: Json): string {
  return stringify(value, { version: '1.1', lineWidth: 0, aliasDuplicateObjects: false, sortMapEntries: true });
}

function oneLine(message: string): string {
  return message.split('\n')[0] ?? message;
}
