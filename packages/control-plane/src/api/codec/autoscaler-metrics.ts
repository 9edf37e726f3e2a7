// The metrics of an autoscaler, as autoscaling/v2 and as the annotations of autoscaling/v1 have them.
import type { Json, JsonObject } from '@rectrace/kube';
import { isJsonObject, valueAt } from '@rectrace/kube';

type Form = {
  /** From autoscaling/v2, in the order of the older type's fields. Undefined leaves a field out. */
  readonly older: (source: JsonObject) => Readonly<Record<string, Json | undefined>>;
  readonly newer: (source: JsonObject) => Readonly<Record<string, Json | undefined>>;
};

const ZERO = '0';

const at = (source: JsonObject, ...path: readonly string[]): Json | undefined => valueAt(source, path) ?? undefined;

/** Of `spec.metrics`, by the field that holds them. */
const SOURCES: Readonly<Record<string, Form>> = {
  object: {
    older: (source) => ({
      target: referenceOf(at(source, 'describedObject')),
      metricName: at(source, 'metric', 'name'),
      targetValue: at(source, 'target', 'value') ?? ZERO,
      selector: selectorOf(at(source, 'metric', 'selector')),
      averageValue: at(source, 'target', 'averageValue'),
    }),
    newer: (source) => ({
      describedObject: at(source, 'target'),
      metric: identifier(source, 'selector'),
      target: {
        type: source['averageValue'] === undefined ? 'Value' : 'AverageValue',
        ...values(source, ['targetValue', 'averageValue'], ZERO),
      },
    }),
  },
  pods: {
    older: (source) => ({
      metricName: at(source, 'metric', 'name'),
      targetAverageValue: at(source, 'target', 'averageValue') ?? ZERO,
      selector: selectorOf(at(source, 'metric', 'selector')),
    }),
    newer: (source) => ({
      metric: identifier(source, 'selector'),
      target: { type: 'AverageValue', averageValue: at(source, 'targetAverageValue') ?? ZERO },
    }),
  },
  resource: {
    older: (source) => ({ name: at(source, 'name'), ...targetOf(source) }),
    newer: (source) => ({ name: at(source, 'name'), target: utilization(source) }),
  },
  containerResource: {
    older: (source) => ({ name: at(source, 'name'), ...targetOf(source), container: at(source, 'container') }),
    newer: (source) => ({ name: at(source, 'name'), target: utilization(source), container: at(source, 'container') }),
  },
  external: {
    older: (source) => ({
      metricName: at(source, 'metric', 'name'),
      metricSelector: selectorOf(at(source, 'metric', 'selector')),
      targetValue: at(source, 'target', 'value'),
      targetAverageValue: at(source, 'target', 'averageValue'),
    }),
    newer: (source) => ({
      metric: identifier(source, 'metricSelector'),
      target: {
        type: at(source, 'targetValue') === undefined ? 'AverageValue' : 'Value',
        ...values(source, ['targetValue', 'targetAverageValue']),
      },
    }),
  },
};

/** Of `status.currentMetrics`. */
const STATUSES: Readonly<Record<string, Form>> = {
  object: {
    older: (source) => ({
      target: referenceOf(at(source, 'describedObject')),
      metricName: at(source, 'metric', 'name'),
      currentValue: at(source, 'current', 'value') ?? ZERO,
      selector: selectorOf(at(source, 'metric', 'selector')),
      averageValue: at(source, 'current', 'averageValue'),
    }),
    newer: (source) => ({
      describedObject: at(source, 'target'),
      metric: identifier(source, 'selector'),
      current: values(source, ['currentValue', 'averageValue'], ZERO),
    }),
  },
  pods: {
    older: (source) => ({
      metricName: at(source, 'metric', 'name'),
      currentAverageValue: at(source, 'current', 'averageValue') ?? ZERO,
      selector: selectorOf(at(source, 'metric', 'selector')),
    }),
    newer: (source) => ({
      metric: identifier(source, 'selector'),
      current: { averageValue: at(source, 'currentAverageValue') ?? ZERO },
    }),
  },
  resource: {
    older: (source) => ({ name: at(source, 'name'), ...currentOf(source) }),
    newer: (source) => ({ name: at(source, 'name'), current: currentUse(source) }),
  },
  containerResource: {
    older: (source) => ({ name: at(source, 'name'), ...currentOf(source), container: at(source, 'container') }),
    newer: (source) => ({ name: at(source, 'name'), current: currentUse(source), container: at(source, 'container') }),
  },
  external: {
    older: (source) => ({
      metricName: at(source, 'metric', 'name'),
      metricSelector: selectorOf(at(source, 'metric', 'selector')),
      currentValue: at(source, 'current', 'value') ?? ZERO,
      currentAverageValue: at(source, 'current', 'averageValue'),
    }),
    newer: (source) => ({
      metric: identifier(source, 'metricSelector'),
      current: values(source, ['currentValue', 'currentAverageValue'], ZERO),
    }),
  },
};

export const olderMetric = (metric: Json): Json => converted(metric, SOURCES, 'older');
export const newerMetric = (metric: Json): Json => converted(metric, SOURCES, 'newer');
export const olderMetricStatus = (status: Json): Json => converted(status, STATUSES, 'older');
export const newerMetricStatus = (status: Json): Json => converted(status, STATUSES, 'newer');

/** What is no object stays as it is: who reads the result finds that it does not fit. */
function converted(metric: Json, forms: Readonly<Record<string, Form>>, to: keyof Form): Json {
  if (!isJsonObject(metric)) return metric;
  const parts = Object.entries(forms).flatMap(([key, form]) => {
    const source = metric[key] ?? undefined;
    return source === undefined ? [] : [[key, isJsonObject(source) ? given(form[to](source)) : source] as const];
  });
  return { type: metric['type'] ?? '', ...Object.fromEntries(parts) };
}

function given(fields: Readonly<Record<string, Json | undefined>>): JsonObject {
  return Object.fromEntries(Object.entries(fields).flatMap(([key, value]) => (value === undefined ? [] : [[key, value] as const])));
}

function referenceOf(reference: Json | undefined): JsonObject {
  const fields = isJsonObject(reference) ? reference : {};
  const { apiVersion } = fields;
  return given({ kind: fields['kind'] ?? '', name: fields['name'] ?? '', apiVersion: apiVersion === '' ? undefined : apiVersion });
}

/** Keys as the type has them; labels sorted. */
function selectorOf(selector: Json | undefined): Json | undefined {
  if (!isJsonObject(selector)) return undefined;
  const { matchLabels, matchExpressions } = selector;
  const labels = isJsonObject(matchLabels)
    ? Object.fromEntries(Object.entries(matchLabels).toSorted(([a], [b]) => (a < b ? -1 : 1)))
    : undefined;
  const expressions = Array.isArray(matchExpressions) ? matchExpressions.map(requirementOf) : undefined;
  return given({ matchLabels: labels, matchExpressions: expressions });
}

function requirementOf(requirement: Json): Json {
  if (!isJsonObject(requirement)) return requirement;
  const { key, operator, values: chosen } = requirement;
  return given({ key, operator, values: chosen });
}

function identifier(source: JsonObject, selector: string): JsonObject {
  return given({ name: at(source, 'metricName') ?? '', selector: at(source, selector) });
}

/** `absent`: in place of a value that is not there. */
function values(source: JsonObject, [value, average]: readonly [string, string], absent?: string): JsonObject {
  return given({ value: at(source, value) ?? absent, averageValue: at(source, average) });
}

function targetOf(source: JsonObject): Readonly<Record<string, Json | undefined>> {
  return {
    targetAverageUtilization: at(source, 'target', 'averageUtilization'),
    targetAverageValue: at(source, 'target', 'averageValue'),
  };
}

function utilization(source: JsonObject): JsonObject {
  const share = at(source, 'targetAverageUtilization');
  return given({
    type: share === undefined ? 'AverageValue' : 'Utilization',
    averageValue: at(source, 'targetAverageValue'),
    averageUtilization: share,
  });
}

function currentOf(source: JsonObject): Readonly<Record<string, Json | undefined>> {
  return {
    currentAverageUtilization: at(source, 'current', 'averageUtilization'),
    currentAverageValue: at(source, 'current', 'averageValue') ?? ZERO,
  };
}

function currentUse(source: JsonObject): JsonObject {
  return given({
    averageValue: at(source, 'currentAverageValue') ?? ZERO,
    averageUtilization: at(source, 'currentAverageUtilization'),
  });
}
