// @rectrace/trace-api: ReconciliationTrace on the wire, for all who write or read one: the controller, the CLI, later the UI. Pure, and without the
// recorder: packages/trace knows nothing of the resource that asks for its work.

export type { ConditionType, WireCondition } from './condition.ts';
export { isProblem } from './condition.ts';
export type { ServedFields, ServedSchema } from './served-schema.ts';
export { isAccepted, OUR_SCHEMA, readSchema, servedFields, withoutPruned } from './served-schema.ts';
export type { TraceWish } from './trace-manifest.ts';
export { traceManifest, tracePatch } from './trace-manifest.ts';
export { TRACE_API_VERSION, TRACE_FINALIZER, TRACE_SCHEMA_PATH, TRACES, traceId, tracePath } from './trace-resource.ts';
export type { TraceSpec, TraceTarget } from './trace-spec.ts';
export { parseTraceSpec } from './trace-spec.ts';
export type {
  Condition,
  CycleRequestStatus,
  CycleStatus,
  ObjectReference,
  ObjectSummary,
  ObjectTree,
  Omitted,
  TraceChange,
  TraceState,
  TraceStatus,
} from './trace-status.ts';
export { statusOf } from './trace-status.ts';
