// How the items of a list are told apart: by the keys of the built-in kinds' schema, by a guess for other lists of objects, as a set of
// scalars, or only by position.

import { KIND_TYPES, type ListField, TYPE_FIELDS } from './generated/list-keys.ts';
import type { Json, JsonObject } from './json.ts';
import { isJsonObject } from './json.ts';

/** keys: the fields that identify an item; '' stands for the item itself, a scalar of a set. */
export type ListIdentity = { readonly kind: 'keyed'; readonly keys: readonly string[] } | { readonly kind: 'positional' };

const POSITIONAL: ListIdentity = { kind: 'positional' };
const SET_KEYS: readonly string[] = [''];
const OBJECT_META = 'meta.v1.ObjectMeta';

/** Tried in this order on lists whose schema names no keys; the first that is unique in both lists is taken. */
const GUESSES: readonly (readonly string[])[] = [
  ['name'],
  ['type'],
  ['key'],
  ['containerPort', 'protocol'],
  ['port', 'protocol'],
  ['uid'],
  ['ip'],
  ['id'],
  ['mountPath'],
  ['devicePath'],
  ['topologyKey'],
  ['apiVersion', 'kind', 'namespace', 'name'],
  ['kind', 'namespace', 'name'],
];

/** What the schema says of the list at this path of an object of this kind; undefined where the schema or the path is not known. */
export function schemaFieldAt(apiVersion: string, kind: string, path: readonly string[]): ListField | undefined {
  let type = own(KIND_TYPES, `${apiVersion}/${kind}`);
  let field: ListField | undefined;
  let inMap = false;
  for (const step of path) {
    if (inMap || isListStep(step)) {
      inMap = false;
      continue;
    }
    field = fieldOf(type, step);
    type = field?.of;
    inMap = field?.map === true;
  }
  return field;
}

/** How items of these two versions of one list are matched. */
export function identifyItems(before: readonly Json[], after: readonly Json[], field: ListField | undefined): ListIdentity {
  if (field?.set === true) return fits(before, after, SET_KEYS) ? { kind: 'keyed', keys: SET_KEYS } : POSITIONAL;
  if (field?.keys !== undefined && fits(before, after, field.keys)) return { kind: 'keyed', keys: field.keys };
  if (!before.every(isJsonObject) || !after.every(isJsonObject)) return POSITIONAL;
  const keys = GUESSES.find((candidate) => fits(before, after, candidate));
  return keys === undefined ? POSITIONAL : { kind: 'keyed', keys };
}

/**
 * The path step of an item: 'name=web', 'containerPort=80,protocol=TCP', '=value' for a scalar of a set; a further key that is absent stands
 * without '='. Undefined where the first key is absent or a key is no scalar.
 */
export function itemStep(item: Json, keys: readonly string[]): string | undefined {
  let text = '';
  for (let index = 0; index < keys.length; index++) {
    const part = keyPart(item, keys[index] ?? '');
    if (part === undefined || (index === 0 && !part.includes('='))) return undefined;
    text = index === 0 ? part : `${text},${part}`;
  }
  return text;
}

function keyPart(item: Json, key: string): string | undefined {
  const value = key === '' ? item : memberOf(item, key);
  if (value === undefined) return key;
  return typeof value === 'object' ? undefined : `${key}=${escapeStep(String(value))}`;
}

/** The keys that a step made by itemStep names. */
export function keysOfStep(step: string): readonly string[] {
  const keys: string[] = [];
  let start = 0;
  for (let index = 0; index <= step.length; index++) {
    if (step[index] === '\\') index++;
    else if (index === step.length || step[index] === ',') {
      const part = step.slice(start, index);
      const equals = part.indexOf('=');
      keys.push(equals < 0 ? part : part.slice(0, equals));
      start = index + 1;
    }
  }
  return keys;
}

function fits(before: readonly Json[], after: readonly Json[], keys: readonly string[]): boolean {
  return isUnique(before, keys) && isUnique(after, keys);
}

function isUnique(items: readonly Json[], keys: readonly string[]): boolean {
  const seen = new Set<string>();
  for (const item of items) {
    const step = itemStep(item, keys);
    if (step === undefined) return false;
    seen.add(step);
  }
  return seen.size === items.length;
}

function fieldOf(type: string | undefined, step: string): ListField | undefined {
  if (step === 'metadata' && type === undefined) return { of: OBJECT_META };
  const fields = type === undefined ? undefined : own(TYPE_FIELDS, type);
  return fields === undefined ? undefined : own(fields, step);
}

function own<Value>(record: Readonly<Record<string, Value>>, key: string): Value | undefined {
  return Object.hasOwn(record, key) ? record[key] : undefined;
}

function memberOf(item: Json, key: string): Json | undefined {
  return isJsonObject(item) && Object.hasOwn(item, key) ? (item as JsonObject)[key] : undefined;
}

function isListStep(step: string): boolean {
  return step.includes('=') || /^[0-9]+$/.test(step);
}

function escapeStep(text: string): string {
  return /[\\,]/.test(text) ? text.replace(/[\\,]/g, '\\$&') : text;
}
