// What the store holds: objects as plain JSON under a resource and a key, each at the revision of its last write.
import type { JsonObject } from '@rectrace/kube';

/** A resource as the store knows it, e.g. 'deployments.apps', 'pods'. All versions of a resource share it. */
export type ResourceName = string;

/** 'namespace/name', or 'name' of what belongs to no namespace. Keys order as the API server lists. */
export type ObjectKey = string;

export type StoredObject = { readonly revision: number; readonly object: JsonObject };

/** One write. `object` is what was written, or the last state where it was deleted; both carry the revision as their resourceVersion. */
export type LogRecord = {
  readonly kind: 'created' | 'updated' | 'deleted';
  readonly revision: number;
  readonly key: ObjectKey;
  readonly object: JsonObject;
  readonly previous: JsonObject | undefined;
};

export function objectKey(namespace: string, name: string): ObjectKey {
  return namespace === '' ? name : `${namespace}/${name}`;
}

/** The object with metadata.resourceVersion set to the revision. */
export function atRevision(object: JsonObject, revision: number): JsonObject {
  const { metadata } = object;
  const known = typeof metadata === 'object' && metadata !== null && !Array.isArray(metadata) ? metadata : {};
  return { ...object, metadata: { ...known, resourceVersion: String(revision) } };
}
