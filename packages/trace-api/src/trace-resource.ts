// What the resource is called: its kind, its paths, its finalizer, and the annotations that stand in for fields which another vendor's schema prunes.

import type { ApiResource } from '@rectrace/kube';

/** As our CRD has it; the API server may serve it in another version. */
export const TRACES: ApiResource = {
  group: 'trace.kubeblocks.io',
  version: 'v1',
  kind: 'ReconciliationTrace',
  resource: 'reconciliationtraces',
  singular: 'reconciliationtrace',
  shortNames: ['trace'],
  categories: ['kubeblocks', 'all'],
  namespaced: true,
  verbs: ['get', 'list', 'watch', 'create', 'patch', 'update', 'delete'],
};

export const TRACE_API_VERSION = `${TRACES.group}/${TRACES.version}`;
export const TRACE_FINALIZER = `${TRACES.group}/finalizer`;

export const TRACE_ANNOTATIONS = {
  targetApiVersion: `${TRACES.group}/target-api-version`,
  targetKind: `${TRACES.group}/target-kind`,
  depth: `${TRACES.group}/depth`,
} as const;

/** Of the OpenAPI document that says what the served version may hold. */
export const TRACE_SCHEMA_PATH = `/openapi/v3/apis/${TRACE_API_VERSION}`;

/** Path of all traces of a namespace ('' = of the cluster), or of one. */
export function tracePath(namespace: string, name?: string): string {
  const scope = namespace === '' ? '' : `/namespaces/${encodeURIComponent(namespace)}`;
  const one = name === undefined ? '' : `/${encodeURIComponent(name)}`;
  return `/apis/${TRACE_API_VERSION}${scope}/${TRACES.resource}${one}`;
}

/** As kubectl names one: 'reconciliationtrace.trace.kubeblocks.io/web'. */
export function traceId(name: string): string {
  return `${TRACES.singular}.${TRACES.group}/${name}`;
}
