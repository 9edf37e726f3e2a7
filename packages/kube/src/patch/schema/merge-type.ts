// What structured merge knows of a place in an object: which forms its value may have, and how values of each form come together.
import type { Json } from '../../json.ts';
import { isJsonList, isJsonObject } from '../../json.ts';

export type ScalarForm = 'numeric' | 'string' | 'boolean' | 'untyped';

/** A place may allow several forms; the value then decides. */
export type MergeType = { readonly scalar?: ScalarForm; readonly list?: ListType; readonly map?: MapType };

/** atomic: one value as a whole. associative: items are told apart by their keys; without keys the list is a set of scalars. */
export type ListType = {
  readonly relation: 'atomic' | 'associative';
  readonly keys: readonly string[];
  readonly element: () => MergeType;
};

export type MapType = {
  readonly relation: 'atomic' | 'granular';
  readonly field: (name: string) => MergeField | undefined;
  /** Of keys that are no declared field; undefined where there may be none. */
  readonly element: () => MergeType | undefined;
  /** Nothing is declared of its values. */
  readonly opaque: boolean;
};

export type MergeField = {
  readonly type: () => MergeType;
  /** Stands in where an item of a list leaves out the key. */
  readonly default?: Json;
};

/** The type with only the form that the value has, where the type has it. */
export function formOf(type: MergeType, value: Json | undefined): MergeType {
  if (value === undefined || value === null) return type;
  if (isJsonList(value)) return type.list === undefined ? type : { list: type.list };
  if (isJsonObject(value)) return type.map === undefined ? type : { map: type.map };
  return type.scalar === undefined ? type : { scalar: type.scalar };
}

export function sameForms(left: MergeType, right: MergeType): boolean {
  return left.scalar === right.scalar && left.list === right.list && left.map === right.map;
}

/** The type below a key of a map. */
export function typeBelow(map: MapType, key: string): MergeType | undefined {
  return map.field(key)?.type() ?? map.element();
}
