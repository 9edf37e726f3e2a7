// Types as they are known before evaluation. What comes from an object is `dyn`; type parameters appear only in the signatures of functions.

export type ScalarName =
  | 'null_type'
  | 'bool'
  | 'int'
  | 'uint'
  | 'double'
  | 'string'
  | 'bytes'
  | 'google.protobuf.Timestamp'
  | 'google.protobuf.Duration'
  | 'kubernetes.Quantity'
  | 'kubernetes.URL'
  | 'kubernetes.NamedFormat'
  | 'kubernetes.Semver'
  | 'net.IP'
  | 'net.CIDR';

export type StaticType =
  | { readonly kind: 'dyn' }
  | { readonly kind: 'scalar'; readonly name: ScalarName }
  | { readonly kind: 'list'; readonly element: StaticType }
  | { readonly kind: 'map'; readonly key: StaticType; readonly value: StaticType }
  | { readonly kind: 'optional'; readonly inner: StaticType }
  /** What may be null in its place. */
  | { readonly kind: 'nullable'; readonly inner: StaticType }
  | { readonly kind: 'type' }
  | { readonly kind: 'parameter'; readonly name: string }
  /** An object with declared fields: in rules over a schema, or JSON whose form is known. */
  | {
      readonly kind: 'object';
      readonly name: string;
      readonly fields: ReadonlyMap<string, StaticType>;
      /** It has methods and nothing else. */
      readonly opaque?: true;
    }
  /** Of what has been found wrong: fits everything. */
  | { readonly kind: 'error' };

export const DYN: StaticType = { kind: 'dyn' };
export const NULL_TYPE: StaticType = { kind: 'scalar', name: 'null_type' };
export const BOOL: StaticType = { kind: 'scalar', name: 'bool' };
export const INT: StaticType = { kind: 'scalar', name: 'int' };
export const UINT: StaticType = { kind: 'scalar', name: 'uint' };
export const DOUBLE: StaticType = { kind: 'scalar', name: 'double' };
export const STRING: StaticType = { kind: 'scalar', name: 'string' };
export const BYTES: StaticType = { kind: 'scalar', name: 'bytes' };
export const TIMESTAMP: StaticType = { kind: 'scalar', name: 'google.protobuf.Timestamp' };
export const DURATION: StaticType = { kind: 'scalar', name: 'google.protobuf.Duration' };
export const QUANTITY: StaticType = { kind: 'scalar', name: 'kubernetes.Quantity' };
export const URL_TYPE: StaticType = { kind: 'scalar', name: 'kubernetes.URL' };
export const FORMAT: StaticType = { kind: 'scalar', name: 'kubernetes.NamedFormat' };
export const SEMVER: StaticType = { kind: 'scalar', name: 'kubernetes.Semver' };
export const IP: StaticType = { kind: 'scalar', name: 'net.IP' };
export const CIDR: StaticType = { kind: 'scalar', name: 'net.CIDR' };
export const TYPE: StaticType = { kind: 'type' };

export function listOf(element: StaticType): StaticType {
  return { kind: 'list', element };
}

export function mapOf(key: StaticType, value: StaticType): StaticType {
  return { kind: 'map', key, value };
}

export function optionalOf(inner: StaticType): StaticType {
  return { kind: 'optional', inner };
}

export function nullable(inner: StaticType): StaticType {
  return { kind: 'nullable', inner };
}

/** name: what messages call it. */
export function objectOf(name: string, fields: { readonly [field: string]: StaticType }): StaticType {
  return { kind: 'object', name, fields: new Map(Object.entries(fields)) };
}

/** A type where it is not null. */
export function unlessNull(type: StaticType): StaticType {
  return type.kind === 'nullable' ? type.inner : type;
}

export function parameter(name: string): StaticType {
  return { kind: 'parameter', name };
}

/** A type as an error message names it, e.g. list(int). */
export function formatType(type: StaticType): string {
  switch (type.kind) {
    case 'scalar':
      return type.name;
    case 'list':
      return `list(${formatType(type.element)})`;
    case 'map':
      return `map(${formatType(type.key)}, ${formatType(type.value)})`;
    case 'optional':
      return `optional_type(${formatType(type.inner)})`;
    case 'nullable':
      return `${formatType(type.inner)} or null`;
    case 'parameter':
    case 'object':
      return type.name;
    default:
      return type.kind;
  }
}
