// The forms beside the object itself that a client may ask for: a table of it, or its metadata only.

export type TransformTarget = { readonly kind: string; readonly group: string; readonly version: string };

export type Transform = 'table' | 'metadata' | 'metadata-list';

const VERSIONS = ['v1', 'v1beta1'];

/** Undefined where nobody offers it. */
export function transformOf({ kind, group, version }: TransformTarget): Transform | undefined {
  if (group !== 'meta.k8s.io' || !VERSIONS.includes(version)) return undefined;
  if (kind === 'Table') return 'table';
  if (kind === 'PartialObjectMetadata') return 'metadata';
  return kind === 'PartialObjectMetadataList' ? 'metadata-list' : undefined;
}
