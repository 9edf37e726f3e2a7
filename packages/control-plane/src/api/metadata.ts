// An object's metadata, read and changed.
import type { Json, JsonObject, Labels } from '@rectrace/kube';
import { isJsonObject, listAt, parseInstant, stringAt, valueAt } from '@rectrace/kube';
import type { Draft } from './draft.ts';
import { ensureChild } from './draft.ts';

export function metadataOf(draft: Draft): Draft {
  return ensureChild(draft, 'metadata');
}

export function nameOf(object: JsonObject): string {
  return stringAt(object, ['metadata', 'name']) ?? '';
}

/** The prefix of a name to be generated; '' where there is none. */
export function generateNameOf(object: JsonObject | undefined): string {
  return stringAt(object, ['metadata', 'generateName']) ?? '';
}

export function namespaceOf(object: JsonObject): string {
  return stringAt(object, ['metadata', 'namespace']) ?? '';
}

export function uidOf(object: JsonObject): string {
  return stringAt(object, ['metadata', 'uid']) ?? '';
}

export function resourceVersionOf(object: JsonObject): string {
  return stringAt(object, ['metadata', 'resourceVersion']) ?? '';
}

export function finalizersOf(object: JsonObject): readonly string[] {
  return listAt(object, ['metadata', 'finalizers']).filter((item) => typeof item === 'string');
}

export function labelsOf(object: JsonObject): Labels {
  return textsAt(object, ['metadata', 'labels']);
}

export function annotationsOf(object: JsonObject): Labels {
  return textsAt(object, ['metadata', 'annotations']);
}

export function isDeleting(object: JsonObject): boolean {
  return stringAt(object, ['metadata', 'deletionTimestamp']) !== undefined;
}

export function generationOf(object: JsonObject): number {
  return numberAt(object, ['metadata', 'generation']) ?? 0;
}

/** Undefined where it is absent. */
export function deletionGraceOf(object: JsonObject): number | undefined {
  return numberAt(object, ['metadata', 'deletionGracePeriodSeconds']);
}

export function numberAt(object: JsonObject, path: readonly string[]): number | undefined {
  const value = valueAt(object, path);
  return typeof value === 'number' ? value : undefined;
}

export function booleanAt(object: JsonObject, path: readonly string[]): boolean | undefined {
  const value = valueAt(object, path);
  return typeof value === 'boolean' ? value : undefined;
}

/** A map of texts; what is no text in it is left out. */
export function textsAt(object: Json | undefined, path: readonly string[]): Labels {
  const value = valueAt(object, path);
  if (!isJsonObject(value)) return {};
  const texts = Object.entries(value).filter((entry): entry is [string, string] => typeof entry[1] === 'string');
  return texts.length === Object.keys(value).length ? (value as Labels) : Object.fromEntries(texts);
}

/** RFC 3339 to the second, in UTC. */
export function timestamp(ms: number): string {
  return `${new Date(ms).toISOString().slice(0, 19)}Z`;
}

/** Milliseconds of a time as this server writes it; NaN for any other text. */
export function millisOf(time: string): number {
  return parseInstant(time) ?? Number.NaN;
}

const ORDER = [
  'name',
  'generateName',
  'namespace',
  'uid',
  'resourceVersion',
  'generation',
  'creationTimestamp',
  'deletionTimestamp',
  'deletionGracePeriodSeconds',
  'labels',
  'annotations',
  'ownerReferences',
  'finalizers',
  'managedFields',
];

/** The object with its metadata's fields in the order in which the API server writes them, empty ones and selfLink left out. */
export function withTidyMetadata(draft: Draft): Draft {
  const metadata = metadataOf(draft);
  const tidy: Draft = {};
  for (const key of ORDER) {
    const value = metadata[key];
    if (value !== undefined && !isEmpty(value)) tidy[key] = value;
  }
  draft['metadata'] = tidy;
  return draft;
}

function isEmpty(value: Json): boolean {
  if (value === null || value === '') return true;
  if (Array.isArray(value)) return value.length === 0;
  return isJsonObject(value) && Object.keys(value).length === 0;
}
