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

/** Checks the envelope (apiVersion, kind, metadata.name) of untrusted JSON; the rest stays as it is. */
export function parseObject(value: unknown): ParsedObject {
  if (!isJsonObject(value)) return { kind: 'invalid', reason: 'not a JSON object' };
  const { apiVersion, kind, metadata } = value;
  if (typeof apiVersion !== 'string' || apiVersion === '') return { kind: 'invalid', reason: 'apiVersion is missing' };
  if (typeof kind !== 'string' || kind === '') return { kind: 'invalid', reason: 'kind is missing' };
  if (!isJsonObject(metadata)) return { kind: 'invalid', reason: 'metadata is missing' };
  if (typeof metadata.name !== 'string' || metadata.name === '') return { kind: 'invalid', reason: 'metadata.name is missing' };
  return { kind: 'object', object: value as unknown as KubeObject };
}

/** The object as JSON, for functions that walk arbitrary paths. */
export function asJson(object: KubeObject): JsonObject {
  return object as unknown as JsonObject;
}
