// A trace as clients write it: our own fields as fields where the served schema has them, else as annotations. parseTraceSpec reads it.

import type { JsonObject } from '@rectrace/kube';
import type { ServedFields } from './served-schema.ts';
import { TRACE_ANNOTATIONS, TRACE_API_VERSION, TRACES } from './trace-resource.ts';

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

/** A new trace. Its target is named also where it is the default: the printer columns TARGET_NS and TARGET_NAME show the spec, nothing else. */
export function traceManifest(
  place: { readonly namespace: string; readonly name: string },
  wish: TraceWish,
  served: ServedFields,
): JsonObject {
  const named = { ...wish, targetNamespace: wish.targetNamespace ?? place.namespace, targetName: wish.targetName ?? place.name };
  const { annotations, spec } = partsOf(named, served);
  const metadata = { name: place.name, namespace: place.namespace, ...(Object.keys(annotations).length === 0 ? {} : { annotations }) };
  return { apiVersion: TRACE_API_VERSION, kind: TRACES.kind, metadata, spec };
}

/** A merge patch of an existing trace. */
export function tracePatch(wish: TraceWish, served: ServedFields): JsonObject {
  const { annotations, spec } = partsOf(wish, served);
  return { ...(Object.keys(annotations).length === 0 ? {} : { metadata: { annotations } }), spec };
}

function partsOf(wish: TraceWish, served: ServedFields): { readonly annotations: JsonObject; readonly spec: JsonObject } {
  const { targetNamespace, targetName, targetApiVersion, targetKind, depth, locale, expression } = wish;
  const kinds = served.targetKind ? defined({ apiVersion: targetApiVersion, kind: targetKind }) : {};
  const target = { ...defined({ namespace: targetNamespace, name: targetName }), ...kinds };
  const annotations = {
    ...(served.targetKind
      ? {}
      : defined({ [TRACE_ANNOTATIONS.targetApiVersion]: targetApiVersion, [TRACE_ANNOTATIONS.targetKind]: targetKind })),
    ...(served.depth || depth === undefined ? {} : { [TRACE_ANNOTATIONS.depth]: String(depth) }),
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
