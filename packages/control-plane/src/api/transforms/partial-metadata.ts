// PartialObjectMetadata: an object without anything but its metadata.
import type { JsonObject } from '@rectrace/kube';
import type { TransformTarget } from '../transform-target.ts';

export function metadataOnly(stored: JsonObject, { kind, group, version }: TransformTarget): JsonObject {
  return { kind, apiVersion: `${group}/${version}`, metadata: stored['metadata'] ?? {} };
}
