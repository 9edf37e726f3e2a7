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
  authorizer: 'kubernetes.authorization.Authorizer',
  'path-check': 'kubernetes.authorization.PathCheck',
  'group-check': 'kubernetes.authorization.GroupCheck',
  'resource-check': 'kubernetes.authorization.ResourceCheck',
  decision: 'kubernetes.authorization.Decision',
  lazy: 'kubernetes.variables',
};

/** The name of a value's type, e.g. int, list or kubernetes.Quantity. */
export function typeNameOf(value: CelValue): string {
  return NAMES[value.kind];
}
