// What a ReconciliationTrace asks for. Fields that another vendor's schema prunes are read from annotations instead.

import type { Json, KubeObject } from '@rectrace/kube';
import { asJson, integerAt, parseApiVersion, stringAt, valueAt } from '@rectrace/kube';

export const TRACE_GROUP = 'trace.kubeblocks.io';
export const TRACE_KIND = 'ReconciliationTrace';
export const TRACE_FINALIZER = 'trace.kubeblocks.io/finalizer';

const TARGET_API_VERSION = 'trace.kubeblocks.io/target-api-version';
const TARGET_KIND = 'trace.kubeblocks.io/target-kind';
const DEPTH = 'trace.kubeblocks.io/depth';

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
  const apiVersion = at('apiVersion') ?? annotation(trace, TARGET_API_VERSION);
  const kind = at('kind') ?? annotation(trace, TARGET_KIND);
  const place = { namespace: at('namespace') ?? trace.metadata.namespace ?? '', name: at('name') ?? trace.metadata.name };
  if (kind === undefined)
    return { kind: 'Cluster', group: 'apps.kubeblocks.io', ...(apiVersion === undefined ? {} : parseApiVersion(apiVersion)), ...place };
  return { kind, ...(apiVersion === undefined ? {} : parseApiVersion(apiVersion)), ...place };
}

/** The alias that clients send with updates is stronger than the field they create. */
function expressionOf(json: Json): string | undefined {
  const alias = filled(stringAt(json, ['spec', 'celStateEvaluationExpression']));
  return alias ?? filled(stringAt(json, ['spec', 'stateEvaluationExpression', 'celExpression', 'expression']));
}

function depthOf(trace: KubeObject): number {
  const given = integerAt(asJson(trace), ['spec', 'depth']) ?? annotation(trace, DEPTH);
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
