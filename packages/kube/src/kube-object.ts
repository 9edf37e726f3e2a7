// A Kubernetes object as plain JSON, never converted: unknown fields and times stay as they were written.

import type { Json, JsonObject } from './json.ts';
import { isJsonObject } from './json.ts';

export type OwnerReference = {
  readonly apiVersion: string;
  readonly kind: string;
  readonly name: string;
  readonly uid: string;
  readonly controller?: boolean;
  readonly blockOwnerDeletion?: boolean;
};

export type ManagedFieldsEntry = {
  readonly manager?: string;
  readonly operation?: string;
  readonly apiVersion?: string;
  readonly time?: string;
  readonly subresource?: string;
  readonly fieldsV1?: JsonObject;
};

export type ObjectMeta = {
  readonly name: string;
  readonly namespace?: string;
  readonly uid?: string;
  readonly resourceVersion?: string;
  readonly generation?: number | bigint;
  readonly creationTimestamp?: string;
  readonly deletionTimestamp?: string;
  readonly deletionGracePeriodSeconds?: number;
  readonly labels?: { readonly [key: string]: string };
  readonly annotations?: { readonly [key: string]: string };
  readonly finalizers?: readonly string[];
  readonly ownerReferences?: readonly OwnerReference[];
  readonly managedFields?: readonly ManagedFieldsEntry[];
};

export type KubeObject = {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: ObjectMeta;
  readonly [field: string]: Json | ObjectMeta | undefined;
};

export type ParsedObject = { readonly kind: 'object'; readonly object: KubeObject } | { readonly kind: 'invalid'; readonly reason: string };

/** Fields of metadata that code relies on, and what they must be where they are there. */
const METADATA_SHAPES: readonly (readonly [field: string, what: string, holds: (value: unknown) => boolean])[] = [
  ['namespace', 'text', isText],
  ['uid', 'text', isText],
  ['resourceVersion', 'text', isText],
  ['creationTimestamp', 'text', isText],
  ['deletionTimestamp', 'text', isText],
  ['labels', 'a map of texts', isTextMap],
  ['annotations', 'a map of texts', isTextMap],
  ['finalizers', 'a list of texts', (value) => Array.isArray(value) && value.every(isText)],
  ['ownerReferences', 'a list of references with a uid', (value) => Array.isArray(value) && value.every(isReference)],
  ['managedFields', 'a list of objects', (value) => Array.isArray(value) && value.every(isJsonObject)],
];

/** Checks the envelope (apiVersion, kind, metadata) of untrusted JSON; the rest stays as it is. A null field of metadata counts as absent. */
export function parseObject(value: unknown): ParsedObject {
  if (!isJsonObject(value)) return { kind: 'invalid', reason: 'not a JSON object' };
  const { apiVersion, kind, metadata } = value;
  if (typeof apiVersion !== 'string' || apiVersion === '') return { kind: 'invalid', reason: 'apiVersion is missing' };
  if (typeof kind !== 'string' || kind === '') return { kind: 'invalid', reason: 'kind is missing' };
  if (!isJsonObject(metadata)) return { kind: 'invalid', reason: 'metadata is missing' };
  if (typeof metadata.name !== 'string' || metadata.name === '') return { kind: 'invalid', reason: 'metadata.name is missing' };
  const wrong = METADATA_SHAPES.find(
    ([field, , holds]) => Object.hasOwn(metadata, field) && metadata[field] !== null && !holds(metadata[field]),
  );
  if (wrong !== undefined) return { kind: 'invalid', reason: `metadata.${wrong[0]} is not ${wrong[1]}` };
  return { kind: 'object', object: withoutNulls(value, metadata) as unknown as KubeObject };
}

/** Go programs write null for empty fields: they are left out, as the API server does. */
function withoutNulls(object: JsonObject, metadata: JsonObject): JsonObject {
  if (!Object.values(metadata).includes(null)) return object;
  return { ...object, metadata: Object.fromEntries(Object.entries(metadata).filter(([, value]) => value !== null)) };
}

function isText(value: unknown): boolean {
  return typeof value === 'string';
}

function isTextMap(value: unknown): boolean {
  return isJsonObject(value) && Object.values(value).every(isText);
}

function isReference(value: unknown): boolean {
  return isJsonObject(value) && isText(value.uid) && isText(value.kind) && isText(value.name);
}

/** The object as JSON, for functions that walk arbitrary paths. */
export function asJson(object: KubeObject): JsonObject {
  return object as unknown as JsonObject;
}
