// Values of CEL as tagged data, and the failure that stands for "no value". JSON is wrapped, not copied: lists and maps convert an item when
// it is read.

import type { Json, JsonObject } from '../json.ts';
import { isJsonObject } from '../json.ts';
import type { Quantity } from '../quantity.ts';
import type { AuthorizationValue } from './authorizer-value.ts';
import type { CidrValue, IpValue } from './ip-address.ts';
import type { UrlValue } from './request-url.ts';
import type { SemverValue } from './semantic-version.ts';

export type NullValue = { readonly kind: 'null' };
export type BoolValue = { readonly kind: 'bool'; readonly value: boolean };
export type IntValue = { readonly kind: 'int'; readonly value: bigint };
export type UintValue = { readonly kind: 'uint'; readonly value: bigint };
export type DoubleValue = { readonly kind: 'double'; readonly value: number };
export type StringValue = { readonly kind: 'string'; readonly value: string };
export type BytesValue = { readonly kind: 'bytes'; readonly value: Uint8Array };
/** Nanoseconds since 1970-01-01T00:00:00Z. */
export type TimestampValue = { readonly kind: 'timestamp'; readonly nanos: bigint };
export type DurationValue = { readonly kind: 'duration'; readonly nanos: bigint };
export type ListValue =
  | {
      readonly kind: 'list';
      readonly items: readonly CelValue[];
      /** Of a list without order: what tells its items apart, some fields of theirs or all. */
      readonly identity?: readonly string[] | 'whole';
    }
  | { readonly kind: 'list'; readonly json: readonly Json[] };
export type MapEntry = { readonly key: CelValue; readonly value: CelValue };
export type MapValue =
  | { readonly kind: 'map'; readonly entries: ReadonlyMap<string, MapEntry> }
  | { readonly kind: 'map'; readonly json: JsonObject };
export type TypeValue = { readonly kind: 'type'; readonly name: string };
export type OptionalValue = { readonly kind: 'optional'; readonly value: CelValue | undefined };
/** A named string format of Kubernetes, e.g. dns1123Label. */
export type FormatValue = { readonly kind: 'format'; readonly name: string };

/** Fields that are worked out when they are first asked for: the variables of a policy. */
export type LazyValue = { readonly kind: 'lazy'; readonly field: (name: string) => Outcome | undefined };

export type CelValue =
  | NullValue
  | BoolValue
  | IntValue
  | UintValue
  | DoubleValue
  | StringValue
  | BytesValue
  | TimestampValue
  | DurationValue
  | ListValue
  | MapValue
  | TypeValue
  | OptionalValue
  | Quantity
  | UrlValue
  | IpValue
  | CidrValue
  | FormatValue
  | SemverValue
  | AuthorizationValue
  | LazyValue;

/** Why there is no value: an absent field or key (its path as written), an error, or a limit, which nothing absorbs. */
export type Failure = {
  readonly kind: 'failure';
  readonly reason: 'absent' | 'error' | 'limit';
  readonly message: string;
  readonly path?: string;
  /** In the words of the API server, where they differ. */
  readonly wire?: string;
};

export type Outcome = CelValue | Failure;

export const NULL: NullValue = { kind: 'null' };
export const TRUE: BoolValue = { kind: 'bool', value: true };
export const FALSE: BoolValue = { kind: 'bool', value: false };
export const NONE: OptionalValue = { kind: 'optional', value: undefined };

export function bool(value: boolean): BoolValue {
  return value ? TRUE : FALSE;
}

export function int(value: bigint | number): IntValue {
  return { kind: 'int', value: BigInt(value) };
}

export function uint(value: bigint): UintValue {
  return { kind: 'uint', value };
}

export function double(value: number): DoubleValue {
  return { kind: 'double', value };
}

export function string(value: string): StringValue {
  return { kind: 'string', value };
}

export function list(items: readonly CelValue[]): ListValue {
  return { kind: 'list', items };
}

export function some(value: CelValue): OptionalValue {
  return { kind: 'optional', value };
}

export function failure(message: string, wire?: string): Failure {
  return { kind: 'failure', reason: 'error', message, ...(wire === undefined ? {} : { wire }) };
}

export function isFailure(outcome: Outcome): outcome is Failure {
  return outcome.kind === 'failure';
}

/** Wraps JSON: integers within 64 bits become ints, other numbers doubles. */
export function fromJson(json: Json): CelValue {
  switch (typeof json) {
    case 'string':
      return string(json);
    case 'boolean':
      return bool(json);
    case 'bigint':
      return BigInt.asIntN(64, json) === json ? int(json) : double(Number(json));
    case 'number':
      return Number.isSafeInteger(json) ? int(json) : double(json);
    default:
      return fromJsonStructure(json);
  }
}

function fromJsonStructure(json: null | readonly Json[] | JsonObject): CelValue {
  if (json === null) return NULL;
  return isJsonObject(json) ? { kind: 'map', json } : { kind: 'list', json };
}
