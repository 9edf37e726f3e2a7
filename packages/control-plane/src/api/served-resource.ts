// One resource in one version, as the API serves it.
import type { JsonObject } from '@rectrace/kube';
import type { ResourceName } from '../storage/stored-object.ts';
import type { ObjectCodec } from './codec/object-codec.ts';
import type { Draft } from './draft.ts';
import type { ResourceMerging } from './patch/resource-merging.ts';
import type { ResourceStrategy } from './strategy.ts';

export type ServedSubresource = {
  readonly name: string;
  readonly kind: string;
  readonly group: string;
  readonly version: string;
  readonly verbs: readonly string[];
};

export type ServedResource = {
  readonly group: string;
  readonly version: string;
  /** Plural, as in paths. */
  readonly resource: string;
  readonly kind: string;
  readonly singular: string;
  readonly namespaced: boolean;
  readonly verbs: readonly string[];
  readonly shortNames: readonly string[];
  readonly categories: readonly string[];
  readonly storageVersionHash?: string;
  readonly subresources: readonly ServedSubresource[];
  /** Where its objects are in the store; several versions share it. */
  readonly storage: ResourceName;
  /** The path that etcd would hold them under; error messages name it. */
  readonly keyPrefix: string;
  readonly codec: ObjectCodec;
  readonly strategy: ResourceStrategy;
  readonly merging: ResourceMerging;
  /** Custom resources: JSON and YAML only, no strategic merge patch. */
  readonly custom: boolean;
  /** Of custom resources in several versions. */
  readonly conversion?: ObjectConversion;
  readonly columns: TableColumns;
  /** Of custom resources: how they show their scale. */
  readonly scale?: (kind: ScaleKind) => Projection;
  /** Nothing more is created: its definition is being deleted. */
  readonly closing?: boolean;
  /** Of custom resources: what they are served from. Watches end once it no longer holds. */
  readonly source?: ServedFrom;
  /** A warning that every request on it gets. */
  readonly deprecation?: string;
};

/** Conversions that may take a webhook: what it answers is kept, so that `codec.present` can show it. */
export interface ObjectConversion {
  /** Makes ready to be presented what is in the form of the store. `anew`: even what is ready already. @throws RequestRefused (500) */
  show(objects: readonly JsonObject[], anew?: 'anew'): Promise<void>;
  /** Brings a draft, in place, from the version of the resource into the form of the store. @throws RequestRefused (500) */
  settle(draft: Draft): Promise<void>;
  /** The object in another version. Absent where versions differ in nothing but their names. @throws RequestRefused (500) */
  readonly convert?: (object: JsonObject, apiVersion: string) => Promise<JsonObject>;
}

export type ServedFrom = {
  readonly resource: ResourceName;
  readonly key: string;
  /** Given what is stored there now. */
  readonly holds: (stored: JsonObject | undefined) => boolean;
};

/** autoscaling/v1 Scale. */
export type ScaleKind = { readonly codec: ObjectCodec; readonly merging: ResourceMerging };

/** A subresource that shows its object as another kind, and takes writes in that kind: scale. */
export type Projection = {
  /** The kind that clients see: its codec, and how messages name it. */
  readonly shown: ServedResource;
  /** @throws RequestRefused where the object can't be shown so. */
  readonly project: (stored: JsonObject) => JsonObject;
  /** What a write starts from, where that is not what is shown. */
  readonly start?: (stored: JsonObject) => JsonObject;
  /** Asked before an object is read so. @throws RequestRefused where there is nothing to show */
  readonly checkRead?: (stored: JsonObject) => void;
  /** The object with what was written through the projection. @throws RequestRefused */
  readonly absorb: (written: Draft, current: JsonObject) => Draft;
};

/** The rows that `kubectl get` shows. */
export type TableColumns = {
  readonly definitions: readonly ColumnDefinition[];
  readonly cells: (object: JsonObject, now: number) => readonly (string | number | boolean | null)[];
  /** Of rows that do not stand in the order of the list. */
  readonly order?: (left: JsonObject, right: JsonObject) => number;
};

export type ColumnDefinition = {
  readonly name: string;
  readonly type: string;
  readonly format: string;
  readonly description: string;
  readonly priority: number;
};

export function apiVersionOf({ group, version }: Pick<ServedResource, 'group' | 'version'>): string {
  return group === '' ? version : `${group}/${version}`;
}
