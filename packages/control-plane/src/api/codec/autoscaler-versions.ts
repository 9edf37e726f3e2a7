// HorizontalPodAutoscalers: the store keeps them as autoscaling/v2 writes them. What autoscaling/v1 has no fields for, it shows in annotations, and
// takes from there.
import type { Json, JsonObject } from '@rectrace/kube';
import { isJsonList, isJsonObject, listAt, parseJson, stringAt, valueAt } from '@rectrace/kube';
import type { TypeTable } from '../type-table.ts';
import { newerMetric, newerMetricStatus, olderMetric, olderMetricStatus } from './autoscaler-metrics.ts';
import type { VersionConversion } from './built-in-codec.ts';
import { decodeTyped } from './decode-typed.ts';
import { goJson } from './go-json.ts';
import { readAs } from './read-as.ts';

const KIND = 'HorizontalPodAutoscaler';
const OLDER = { apiVersion: 'autoscaling/v1', kind: KIND };
const NEWER = { apiVersion: 'autoscaling/v2', kind: KIND };

const PREFIX = 'autoscaling.alpha.kubernetes.io/';
const METRICS = `${PREFIX}metrics`;
const BEHAVIOR = `${PREFIX}behavior`;
const STATUSES = `${PREFIX}current-metrics`;
const CONDITIONS = `${PREFIX}conditions`;
/** Annotations that no object keeps: those above, and two of a version that is no longer served. */
const OWN = new Set([METRICS, BEHAVIOR, STATUSES, CONDITIONS, `${PREFIX}scale-down-tolerance`, `${PREFIX}scale-up-tolerance`]);

const DEFAULT_UTILIZATION = 80;

/** Of autoscaling/v1. */
export function autoscalerConversion(table: TypeTable): VersionConversion {
  return {
    storedType: table.ofKind(NEWER.apiVersion, NEWER.kind)?.name ?? '',
    toStored: (draft) => readAs(newerOf(draft, table), NEWER, table),
    fromStored: (stored) => readAs(olderOf(stored), OLDER, table),
  };
}

function cpuMetric(utilization: Json): JsonObject {
  return { type: 'Resource', resource: { name: 'cpu', target: { type: 'Utilization', averageUtilization: utilization } } };
}

function newerOf(scaler: JsonObject, table: TypeTable): JsonObject {
  const { metadata, spec, status, ...rest } = scaler;
  const notes = new Notes(scaler, table);
  const { targetCPUUtilizationPercentage: wanted, ...bounds } = isJsonObject(spec) ? spec : {};
  const { currentCPUUtilizationPercentage: current, ...counts } = isJsonObject(status) ? status : {};
  const metrics = [...(notes.list(METRICS, METRIC) ?? []), ...(isGiven(wanted) ? [cpuMetric(wanted)] : [])];
  const used: Json = { type: 'Resource', resource: { name: 'cpu', current: { averageUtilization: current ?? null } } };
  const behavior = notes.behavior();
  return {
    ...rest,
    metadata: withAnnotations(metadata, {}),
    spec: {
      ...bounds,
      metrics: metrics.length === 0 ? [cpuMetric(DEFAULT_UTILIZATION)] : metrics,
      ...(behavior === undefined ? {} : { behavior }),
    },
    status: {
      ...counts,
      currentMetrics: notes.list(STATUSES, METRIC_STATUS) ?? (isGiven(current) ? [used] : []),
      conditions: notes.list(CONDITIONS, CONDITION) ?? [],
    },
  };
}

function isGiven(value: Json | undefined): value is Json {
  return value !== undefined && value !== null;
}

/** How the items of an annotation are read: into which type of autoscaling/v2. */
type Item = { readonly type: string; readonly newer: (item: Json) => Json };

const METRIC: Item = { type: 'autoscaling.v2.MetricSpec', newer: newerMetric };
const METRIC_STATUS: Item = { type: 'autoscaling.v2.MetricStatus', newer: newerMetricStatus };
const CONDITION: Item = { type: 'autoscaling.v2.HorizontalPodAutoscalerCondition', newer: (item) => item };

/** The annotations of an older object. What can't be read of them does not count. */
class Notes {
  readonly #scaler: JsonObject;
  readonly #table: TypeTable;

  constructor(scaler: JsonObject, table: TypeTable) {
    this.#scaler = scaler;
    this.#table = table;
  }

  /** Undefined where there is none. */
  list(annotation: string, { type, newer }: Item): readonly Json[] | undefined {
    const value = this.#read(annotation);
    if (value === null) return [];
    if (!isJsonList(value)) return undefined;
    const items = value.map((item) => newer(item ?? {}));
    return items.every((item) => this.#fits(item, type)) ? items : undefined;
  }

  behavior(): JsonObject | undefined {
    const value = this.#read(BEHAVIOR);
    if (!isJsonObject(value)) return undefined;
    const behavior = withSmallKeys(value);
    const says = ['scaleUp', 'scaleDown'].some((key) => isGiven(valueAt(behavior, [key])));
    return isJsonObject(behavior) && says && this.#fits(behavior, 'autoscaling.v2.HorizontalPodAutoscalerBehavior') ? behavior : undefined;
  }

  #read(annotation: string): Json | undefined {
    const text = stringAt(this.#scaler, ['metadata', 'annotations', annotation]);
    if (text === undefined) return undefined;
    try {
      return parseJson(text);
    } catch {
      return undefined;
    }
  }

  #fits(value: Json, type: string): boolean {
    return decodeTyped(value, this.#table.type(type), { table: this.#table }).kind === 'decoded';
  }
}

/** The annotation has the names of Go's fields. */
function withSmallKeys(value: Json): Json {
  if (isJsonList(value)) return value.map(withSmallKeys);
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [key.slice(0, 1).toLowerCase() + key.slice(1), withSmallKeys(item)]),
  );
}

function olderOf(scaler: JsonObject): JsonObject {
  const { metadata, spec, status, ...rest } = scaler;
  const metrics = listAt(spec, ['metrics']);
  const statuses = listAt(status, ['currentMetrics']);
  const conditions = listAt(status, ['conditions']);
  const behavior = valueAt(spec, ['behavior']);
  const others = metrics.filter((metric) => !isCpuShare(metric));
  const notes = {
    ...(others.length > 0 ? { [METRICS]: goJson(others.map(olderMetric)) } : {}),
    ...(statuses.length > 0 ? { [STATUSES]: goJson(statuses.map(olderMetricStatus)) } : {}),
    ...(isJsonObject(behavior) ? { [BEHAVIOR]: goJson(behaviorNote(behavior)) } : {}),
    ...(conditions.length > 0 ? { [CONDITIONS]: goJson(conditions.map(conditionNote)) } : {}),
  };
  return {
    ...rest,
    metadata: withAnnotations(metadata, notes),
    spec: {
      ...(isJsonObject(spec) ? spec : {}),
      targetCPUUtilizationPercentage: valueAt(metrics.find(isCpuShare), ['resource', 'target', 'averageUtilization']) ?? null,
    },
    status: { ...(isJsonObject(status) ? status : {}), currentCPUUtilizationPercentage: cpuUse(statuses) },
  };
}

function isCpuShare(metric: Json): boolean {
  const target = valueAt(metric, ['resource', 'target', 'averageUtilization']);
  return isCpu(metric) && isGiven(target);
}

function isCpu(metric: Json): boolean {
  return stringAt(metric, ['type']) === 'Resource' && stringAt(metric, ['resource', 'name']) === 'cpu';
}

/** The last one counts. */
function cpuUse(statuses: readonly Json[]): Json {
  const uses = statuses.filter(isCpu).map((status) => valueAt(status, ['resource', 'current', 'averageUtilization']));
  return uses.findLast(isGiven) ?? null;
}

/** Without the annotations that stand for fields, but for `notes`. */
function withAnnotations(metadata: Json | undefined, notes: Readonly<Record<string, string>>): JsonObject {
  const { annotations, ...others } = isJsonObject(metadata) ? metadata : {};
  const own = Object.entries(isJsonObject(annotations) ? annotations : {}).filter(([key]) => !OWN.has(key));
  const all = { ...Object.fromEntries(own), ...notes };
  return Object.keys(all).length === 0 ? others : { ...others, annotations: all };
}

/** As Go writes a type without names for JSON. */
function behaviorNote(behavior: JsonObject): JsonObject {
  return { ScaleUp: rulesNote(valueAt(behavior, ['scaleUp'])), ScaleDown: rulesNote(valueAt(behavior, ['scaleDown'])) };
}

function rulesNote(rules: Json | undefined): Json {
  if (!isJsonObject(rules)) return null;
  const { stabilizationWindowSeconds, selectPolicy, policies, tolerance } = rules;
  return {
    StabilizationWindowSeconds: stabilizationWindowSeconds ?? null,
    SelectPolicy: selectPolicy ?? null,
    Policies: isJsonList(policies ?? null) ? listAt(rules, ['policies']).map(policyNote) : null,
    Tolerance: tolerance ?? null,
  };
}

function policyNote(policy: Json): Json {
  const [type, value, periodSeconds] = ['type', 'value', 'periodSeconds'].map((key) => valueAt(policy, [key]));
  return { Type: type ?? '', Value: value ?? 0, PeriodSeconds: periodSeconds ?? 0 };
}

function conditionNote(condition: Json): Json {
  const { type, status, lastTransitionTime, reason, message } = isJsonObject(condition) ? condition : {};
  return {
    type: type ?? '',
    status: status ?? '',
    lastTransitionTime: lastTransitionTime ?? null,
    ...(reason === undefined || reason === '' ? {} : { reason }),
    ...(message === undefined || message === '' ? {} : { message }),
  };
}
