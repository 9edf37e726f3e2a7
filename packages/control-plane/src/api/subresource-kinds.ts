// Kinds that only subresources show: they have no collection of their own.
import type { CodecTables } from './codec/built-in-codec.ts';
import { builtInCodec } from './codec/built-in-codec.ts';
import { BuiltInTypes } from './patch/built-in-types.ts';
import { builtInMerging } from './patch/resource-merging.ts';
import type { ScaleKind, ServedResource } from './served-resource.ts';

const SCALE = { apiVersion: 'autoscaling/v1', kind: 'Scale' };
const TOKEN_REQUEST = { apiVersion: 'authentication.k8s.io/v1', kind: 'TokenRequest' };

export type SubresourceKinds = {
  /** autoscaling/v1 Scale. */
  readonly scale: ScaleKind;
  /** policy/v1 Eviction, under the resource that it evicts. */
  readonly eviction: (of: ServedResource) => ServedResource;
  /** authentication.k8s.io/v1 TokenRequest, under the account that asks. */
  readonly tokenRequest: (of: ServedResource) => ServedResource;
};

export function subresourceKinds(tables: CodecTables): SubresourceKinds {
  const merged = { table: tables.table, types: new BuiltInTypes(tables.table) };
  const eviction = builtInCodec({ apiVersion: 'policy/v1', kind: 'Eviction' }, tables);
  const tokenRequest = {
    group: 'authentication.k8s.io',
    version: 'v1',
    kind: 'TokenRequest',
    codec: builtInCodec(TOKEN_REQUEST, tables),
    merging: builtInMerging({ ...TOKEN_REQUEST, storage: '' }, merged),
  };
  return {
    scale: { codec: builtInCodec(SCALE, tables), merging: builtInMerging({ ...SCALE, storage: '' }, merged) },
    eviction: (of) => ({ ...of, group: 'policy', version: 'v1', kind: 'Eviction', codec: eviction }),
    tokenRequest: (of) => ({ ...of, ...tokenRequest }),
  };
}
