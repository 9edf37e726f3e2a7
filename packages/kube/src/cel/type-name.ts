// The names of types as Kubernetes' CEL gives them.

import type { CelValue } from './cel-value.ts';

const NAMES: { readonly [kind in CelValue['kind']]: string } = {
  null: 'null_type',
  bool: 'bool',
  int: 'int',
  uint: 'uint',
  double: 'double',
  string: 'string',
  bytes: 'bytes',
  timestamp: 'google.protobuf.Timestamp',
  duration: 'google.protobuf.Duration',
  list: 'list',
  map: 'map',
  type: 'type',
  optional: 'optional_type',
  quantity: 'kubernetes.Quantity',
  url: 'kubernetes.URL',
  ip: 'net.IP',
  cidr: 'net.CIDR',
  format: 'kubernetes.NamedFormat',
  semver: 'kubernetes.Semver',
};

/** The name of a value's type, e.g. int, list or kubernetes.Quantity. */
export function typeNameOf(value: CelValue): string {
  return NAMES[value.kind];
}
