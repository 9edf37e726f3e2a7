// How objects of one served resource are merged, and who can own what of them.
import type { FieldSet, JsonObject, MergeTarget, MergeType, ReplicasPaths } from '@rectrace/kube';
import { fieldPath } from '@rectrace/kube';
import { decodeTyped, withKind } from '../codec/decode-typed.ts';
import type { TypeTable } from '../type-table.ts';
import type { BuiltInTypes } from './built-in-types.ts';
import { writableFields } from './reset-fields.ts';

export type ResourceMerging = {
  readonly typeOf: (apiVersion: string) => MergeType | undefined;
  /** Those of the fields that a write to the subresource ('' for none) can set. */
  readonly writable: (fields: FieldSet, place: { readonly apiVersion: string; readonly subresource: string }) => FieldSet;
  /** An object before anything is set. */
  readonly emptyObject: () => JsonObject;
  /** Where each version keeps what its scale shows. */
  readonly replicas: ReplicasPaths;
  /** Between versions that differ in more than their names. */
  readonly convert?: MergeTarget['convert'];
};

export type MergedKind = { readonly apiVersion: string; readonly kind: string };

/** `convert`: as a merge target has it. */
export type MergePlace = { readonly subresource: string; readonly convert?: MergeTarget['convert'] };

export function mergeTarget(merging: ResourceMerging, { apiVersion, kind }: MergedKind, place: MergePlace): MergeTarget {
  const { subresource, convert = merging.convert } = place;
  return {
    apiVersion,
    kind,
    subresource,
    convert,
    typeOf: merging.typeOf,
    writable: (fields, version) => merging.writable(fields, { apiVersion: version, subresource }),
    emptyObject: merging.emptyObject(),
  };
}

const WITH_SCALE = ['deployments.apps', 'replicasets.apps', 'statefulsets.apps', 'replicationcontrollers'];

export type BuiltInTables = { readonly table: TypeTable; readonly types: BuiltInTypes };

/** `storage`: the resource as the store names it. */
export function builtInMerging(
  { apiVersion, kind, storage, convert }: MergedKind & Pick<ResourceMerging, 'convert'> & { readonly storage: string },
  { table, types }: BuiltInTables,
): ResourceMerging {
  let empty: JsonObject | undefined;
  const scaled = WITH_SCALE.includes(storage);
  return {
    typeOf: (version) => types.ofKind(version, kind),
    writable: (fields, { subresource }) => writableFields(storage, subresource)(fields),
    emptyObject: () => {
      empty ??= emptyBuiltIn({ apiVersion, kind }, table);
      return empty;
    },
    replicas: new Map(scaled ? [[apiVersion, fieldPath('spec', 'replicas')]] : []),
    convert,
  };
}

/** What Go writes of a new object of the type. */
function emptyBuiltIn(named: MergedKind, table: TypeTable): JsonObject {
  const type = table.ofKind(named.apiVersion, named.kind);
  const decoded = type === undefined ? undefined : decodeTyped({}, type, { table });
  return decoded?.kind === 'decoded' ? withKind(decoded.object, named) : { ...named };
}
