// Kinds that only subresources show: they have no collection of their own.
import type { CodecTables } from './codec/built-in-codec.ts';
import { builtInCodec } from './codec/built-in-codec.ts';
import { BuiltInTypes } from './patch/built-in-types.ts';
import { builtInMerging } from './patch/resource-merging.ts';
import type { ScaleKind, ServedResource } from './served-resource.ts';

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
  const types = new BuiltInTypes(table);
  const kindOf = (named: { readonly apiVersion: string; readonly kind: string }): ScaleKind => ({
    codec: builtInCodec(named, tables),
    merging: builtInMerging({ ...named, storage: '' }, { table, types }),
  });
  const eviction = { group: 'policy', version: 'v1', kind: 'Eviction', ...kindOf({ apiVersion: 'policy/v1', kind: 'Eviction' }) };
  const request = { group: 'authentication.k8s.io', version: 'v1', kind: 'TokenRequest' };
  const tokenRequest = { ...request, ...kindOf({ apiVersion: 'authentication.k8s.io/v1', kind: 'TokenRequest' }) };
  return {
    scale: kindOf({ apiVersion: 'autoscaling/v1', kind: 'Scale' }),
    tokenRequest: (of) => ({ ...of, ...tokenRequest }),
    eviction: (of) => ({ ...of, ...eviction }),
  };
}
