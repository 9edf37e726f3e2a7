// What a ReconciliationTrace asks for. Fields that another vendor's schema prunes are read from annotations instead.

import type { Json, KubeObject } from '@rectrace/kube';
import { asJson, integerAt, parseApiVersion, stringAt, valueAt } from '@rectrace/kube';
import { TRACE_ANNOTATIONS } from './trace-resource.ts';

/** The target of a trace that names no kind. */
const DEFAULT_TARGET = { kind: 'Cluster', group: 'apps.kubeblocks.io' };

export type TraceSpec = {
  readonly namespace: string;
  readonly name: string;
  readonly uid: string;
  readonly generation: number | bigint;
  readonly deleting: boolean;
  readonly finalizers: readonly string[];
  readonly target: TraceTarget;
  /** CEL; absent = the default of the target's kind. */
  readonly expression?: string;
  readonly locale?: string;
  /** Levels below the target; 0 = all. */
  readonly depth: number;
  readonly dryRun: boolean;
};

/** group and version are absent where the trace names only the kind. */
export type TraceTarget = {
  readonly kind: string;
  readonly group?: string;
  readonly version?: string;
  readonly namespace: string;
  readonly name: string;
};

/** Never fails: what is not understood counts as absent, since the API server has checked the schema. */
export function parseTraceSpec(trace: KubeObject): TraceSpec {
  const json = asJson(trace);
  const { namespace = '', name, uid = '', generation = 0, deletionTimestamp, finalizers = [] } = trace.metadata;
  const expression = expressionOf(json);
  const locale = filled(stringAt(json, ['spec', 'locale']));
  return {
    namespace,
    name,
    uid,
    generation,
    deleting: deletionTimestamp !== undefined,
    finalizers,
    target: targetOf(trace),
    ...(expression === undefined ? {} : { expression }),
    ...(locale === undefined ? {} : { locale }),
    depth: depthOf(trace),
    dryRun: valueAt(json, ['spec', 'dryRun']) !== undefined,
  };
}

function targetOf(trace: KubeObject): TraceTarget {
  const at = (field: string): string | undefined => filled(stringAt(asJson(trace), ['spec', 'targetObject', field]));
  const apiVersion = at('apiVersion') ?? annotation(trace, TRACE_ANNOTATIONS.targetApiVersion);
  const kind = at('kind') ?? annotation(trace, TRACE_ANNOTATIONS.targetKind);
  const place = { namespace: at('namespace') ?? trace.metadata.namespace ?? '', name: at('name') ?? trace.metadata.name };
  const named = kind === undefined ? DEFAULT_TARGET : { kind };
  return { ...named, ...(apiVersion === undefined ? {} : parseApiVersion(apiVersion)), ...place };
}

/** The alias that clients send with updates is stronger than the field they create. */
function expressionOf(json: Json): string | undefined {
  const alias = filled(stringAt(json, ['spec', 'celStateEvaluationExpression']));
  return alias ?? filled(stringAt(json, ['spec', 'stateEvaluationExpression', 'celExpression', 'expression']));
}

function depthOf(trace: KubeObject): number {
  const given = integerAt(asJson(trace), ['spec', 'depth']) ?? annotation(trace, TRACE_ANNOTATIONS.depth);
  const depth = Number(given ?? 0);
  return Number.isSafeInteger(depth) && depth > 0 ? depth : 0;
}

function annotation(trace: KubeObject, key: string): string | undefined {
  const annotations = trace.metadata.annotations ?? {};
  return Object.hasOwn(annotations, key) ? filled(annotations[key]) : undefined;
}

function filled(text: string | undefined): string | undefined {
  return text === undefined || text.trim() === '' ? undefined : text;
}
