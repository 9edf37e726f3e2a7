// Kinds that only subresources show: they have no collection of their own.
import type { CodecTables } from './codec/built-in-codec.ts';
import { builtInCodec } from './codec/built-in-codec.ts';
import { BuiltInTypes } from './patch/built-in-types.ts';
import { builtInMerging } from './patch/resource-merging.ts';
import type { ScaleKind, ServedResource } from './served-resource.ts';

const SCALE = { apiVersion: 'autoscaling/v1', kind: 'Scale' };

export type SubresourceKinds = {
  /** autoscaling/v1 Scale. */
  readonly scale: ScaleKind;
  /** policy/v1 Eviction, under the resource that it evicts. */
  readonly eviction: (of: ServedResource) => ServedResource;
  /** authentication.k8s.io/v1 TokenRequest, under the account that asks. */
  readonly tokenRequest: (of: ServedResource) => ServedResource;
};

export function subresourceKinds(tables: CodecTables): SubresourceKinds {
  const { table } = tables;
  const eviction = builtInCodec({ apiVersion: 'policy/v1', kind: 'Eviction' }, tables);
  const tokenRequest = builtInCodec({ apiVersion: 'authentication.k8s.io/v1', kind: 'TokenRequest' }, tables);
  return {
    scale: {
      codec: builtInCodec(SCALE, tables),
      merging: builtInMerging({ ...SCALE, storage: '' }, { table, types: new BuiltInTypes(table) }),
    },
    tokenRequest: (of) => ({ ...of, group: 'authentication.k8s.io', version: 'v1', kind: 'TokenRequest', codec: tokenRequest }),
    eviction: (of) => ({ ...of, group: 'policy', version: 'v1', kind: 'Eviction', codec: eviction }),
  };
}
