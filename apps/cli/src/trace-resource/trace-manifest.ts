// What `trace create` and `trace update` write: our own fields as fields where the served schema has them, else as annotations.

import type { JsonObject } from '@rectrace/kube';
import type { ServedFields } from './trace-resource.ts';
import { TRACE_API_VERSION, TRACE_KIND } from './trace-resource.ts';

/** Everything optional; absent = not asked for. An update to null removes. */
export type TraceWish = {
  readonly targetNamespace?: string | undefined;
  readonly targetName?: string | undefined;
  readonly targetApiVersion?: string | undefined;
  readonly targetKind?: string | undefined;
  readonly depth?: number | undefined;
  readonly locale?: string | undefined;
  readonly expression?: string | undefined;
};

const ANNOTATIONS = {
  targetApiVersion: 'trace.kubeblocks.io/target-api-version',
  targetKind: 'trace.kubeblocks.io/target-kind',
  depth: 'trace.kubeblocks.io/depth',
} as const;

/** A new trace. */
export function traceManifest(
  place: { readonly namespace: string; readonly name: string },
  wish: TraceWish,
  served: ServedFields,
): JsonObject {
  const { annotations, spec } = tracePatch(wish, served);
  const metadata = { name: place.name, namespace: place.namespace, ...(Object.keys(annotations).length === 0 ? {} : { annotations }) };
  return { apiVersion: TRACE_API_VERSION, kind: TRACE_KIND, metadata, spec };
}

/** A merge patch of an existing trace. */
export function tracePatchBody(wish: TraceWish, served: ServedFields): JsonObject {
  const { annotations, spec } = tracePatch(wish, served);
  return { ...(Object.keys(annotations).length === 0 ? {} : { metadata: { annotations } }), spec };
}

function tracePatch(wish: TraceWish, served: ServedFields): { readonly annotations: JsonObject; readonly spec: JsonObject } {
  const { targetNamespace, targetName, targetApiVersion, targetKind, depth, locale, expression } = wish;
  const kinds = served.targetKind ? defined({ apiVersion: targetApiVersion, kind: targetKind }) : {};
  const target = { ...defined({ namespace: targetNamespace, name: targetName }), ...kinds };
  const annotations = {
    ...(served.targetKind ? {} : defined({ [ANNOTATIONS.targetApiVersion]: targetApiVersion, [ANNOTATIONS.targetKind]: targetKind })),
    ...(served.depth || depth === undefined ? {} : { [ANNOTATIONS.depth]: String(depth) }),
  };
  const spec = {
    ...(Object.keys(target).length === 0 ? {} : { targetObject: target }),
    ...(served.depth && depth !== undefined ? { depth } : {}),
    ...(locale === undefined ? {} : { locale }),
    ...(expression === undefined ? {} : { stateEvaluationExpression: { celExpression: { expression } } }),
  };
  return { annotations, spec };
}

function defined(values: { readonly [key: string]: string | undefined }): JsonObject {
  return Object.fromEntries(Object.entries(values).filter((pair): pair is [string, string] => pair[1] !== undefined));
}
