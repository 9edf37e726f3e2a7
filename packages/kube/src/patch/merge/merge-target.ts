// The resource that a write goes to, as structured merge sees it.
import type { Json, JsonObject } from '../../json.ts';
import type { FieldSet } from '../fieldpath/field-set.ts';
import type { MergeType } from '../schema/merge-type.ts';
import { validateTyped } from '../typed/validate-typed.ts';

export type MergeTarget = {
  /** Of the request. */
  readonly apiVersion: string;
  readonly kind: string;
  readonly subresource: string;
  /** The type of the kind in a version; undefined where there is no such version. */
  readonly typeOf: (apiVersion: string) => MergeType | undefined;
  /** Those of the fields that a write to this place can set, in objects of the version. */
  readonly writable: (fields: FieldSet, apiVersion: string) => FieldSet;
  /** An object of the kind before anything is set. */
  readonly emptyObject: JsonObject;
  /** The object in another version; absent where versions differ in nothing but their names. May throw what the caller waits for. */
  readonly convert?: ((object: JsonObject, apiVersion: string) => JsonObject) | undefined;
};

export type TypedObject = { readonly value: Json; readonly apiVersion: string; readonly type: MergeType };

/** Checked against the type of the request's version; the empty object is of its type. @throws TypedMismatch */
export function typedObject(target: MergeTarget, value: Json, allowsDuplicates: boolean): TypedObject | undefined {
  const type = target.typeOf(target.apiVersion);
  if (type === undefined) return undefined;
  if (value !== target.emptyObject) validateTyped(value, type, { allowsDuplicates });
  return { value, apiVersion: target.apiVersion, type };
}

/** The object in another version; undefined where there is none. @throws TypedMismatch */
export function inVersion(target: MergeTarget, object: TypedObject, apiVersion: string): TypedObject | undefined {
  if (object.apiVersion === apiVersion) return object;
  const type = target.typeOf(apiVersion);
  if (type === undefined) return undefined;
  const known = object.value as JsonObject;
  const value: Json = target.convert?.(known, apiVersion) ?? { ...known, apiVersion };
  validateTyped(value, type, { allowsDuplicates: false });
  return { value, apiVersion, type };
}
