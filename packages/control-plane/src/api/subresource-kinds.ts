// Kinds that only subresources show: they have no collection of their own.
import type { CodecTables } from './codec/built-in-codec.ts';
import { builtInCodec } from './codec/built-in-codec.ts';
import type { ObjectCodec } from './codec/object-codec.ts';
import type { ServedResource } from './served-resource.ts';

export type SubresourceKinds = {
  /** autoscaling/v1 Scale. */
  readonly scale: ObjectCodec;
  /** policy/v1 Eviction, under the resource that it evicts. */
  readonly eviction: (of: ServedResource) => ServedResource;
};

export function subresourceKinds(tables: CodecTables): SubresourceKinds {
  const eviction = builtInCodec({ apiVersion: 'policy/v1', kind: 'Eviction' }, tables);
  return {
    scale: builtInCodec({ apiVersion: 'autoscaling/v1', kind: 'Scale' }, tables),
    eviction: (of) => ({ ...of, group: 'policy', version: 'v1', kind: 'Eviction', codec: eviction }),
  };
}
