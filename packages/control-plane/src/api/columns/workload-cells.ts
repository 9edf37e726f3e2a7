// Rows of apps, batch, autoscaling and policy.
import type { Json, JsonObject } from '@rectrace/kube';
import { listAt, parseInstant, valueAt } from '@rectrace/kube';
import { isDeleting, nameOf } from '../metadata.ts';
import type { Cells } from './cell.ts';
import {
  ageOf,
  conditionStatus,
  containerCells,
  flag,
  formatLabels,
  formatSelector,
  list,
  NONE,
  number,
  since,
  text,
  textOr,
  UNKNOWN,
  UNSET,
} from './cell.ts';
import { humanDuration } from './human-duration.ts';

const templateContainers = (object: JsonObject): readonly [string, string] =>
  containerCells(list(object, 'spec', 'template', 'spec', 'containers'));

const replicaCells: Cells = (set, now) => [
  nameOf(set),
  number(set, 'spec', 'replicas'),
  number(set, 'status', 'replicas'),
  number(set, 'status', 'readyReplicas'),
  ageOf(set, now),
  ...templateContainers(set),
];

export const WORKLOAD_CELLS: Readonly<Record<string, Cells>> = {
  'deployments.apps': (deployment, now) => [
    nameOf(deployment),
    `${number(deployment, 'status', 'readyReplicas')}/${number(deployment, 'spec', 'replicas')}`,
    number(deployment, 'status', 'updatedReplicas'),
    number(deployment, 'status', 'availableReplicas'),
    ageOf(deployment, now),
    ...templateContainers(deployment),
    selectorText(valueAt(deployment, ['spec', 'selector'])),
  ],
  'replicasets.apps': (set, now) => [...replicaCells(set, now), formatSelector(valueAt(set, ['spec', 'selector']))],
  replicationcontrollers: (controller, now) => [
    ...replicaCells(controller, now),
    formatLabels(valueAt(controller, ['spec', 'selector'])) || NONE,
  ],
  'statefulsets.apps': (set, now) => [
    nameOf(set),
    `${number(set, 'status', 'readyReplicas')}/${number(set, 'spec', 'replicas')}`,
    ageOf(set, now),
    ...templateContainers(set),
  ],
  'daemonsets.apps': (set, now) => [
    nameOf(set),
    number(set, 'status', 'desiredNumberScheduled'),
    number(set, 'status', 'currentNumberScheduled'),
    number(set, 'status', 'numberReady'),
    number(set, 'status', 'updatedNumberScheduled'),
    number(set, 'status', 'numberAvailable'),
    formatLabels(valueAt(set, ['spec', 'template', 'spec', 'nodeSelector'])) || NONE,
    ageOf(set, now),
    ...templateContainers(set),
    formatSelector(valueAt(set, ['spec', 'selector'])),
  ],
  'controllerrevisions.apps': (revision, now) => [
    nameOf(revision),
    controllerOf(revision),
    number(revision, 'revision'),
    ageOf(revision, now),
  ],
  'jobs.batch': (job, now) => [
    nameOf(job),
    jobStatus(job),
    completionsOf(job),
    jobDuration(job, now),
    ageOf(job, now),
    ...templateContainers(job),
    formatSelector(valueAt(job, ['spec', 'selector'])),
  ],
  'cronjobs.batch': (job, now) => [
    nameOf(job),
    text(job, 'spec', 'schedule'),
    text(job, 'spec', 'timeZone') || NONE,
    valueAt(job, ['spec', 'suspend']) === undefined ? UNSET : titled(flag(job, 'spec', 'suspend')),
    list(job, 'status', 'active').length,
    text(job, 'status', 'lastScheduleTime') === '' ? NONE : since(text(job, 'status', 'lastScheduleTime'), now),
    ageOf(job, now),
    ...containerCells(list(job, 'spec', 'jobTemplate', 'spec', 'template', 'spec', 'containers')),
    formatSelector(valueAt(job, ['spec', 'jobTemplate', 'spec', 'selector'])),
  ],
  'horizontalpodautoscalers.autoscaling': (scaler, now) => [
    nameOf(scaler),
    `${text(scaler, 'spec', 'scaleTargetRef', 'kind')}/${text(scaler, 'spec', 'scaleTargetRef', 'name')}`,
    metricsOf(scaler),
    valueAt(scaler, ['spec', 'minReplicas']) === undefined ? UNSET : String(number(scaler, 'spec', 'minReplicas')),
    number(scaler, 'spec', 'maxReplicas'),
    number(scaler, 'status', 'currentReplicas'),
    ageOf(scaler, now),
  ],
  'poddisruptionbudgets.policy': (budget, now) => [
    nameOf(budget),
    intOrText(valueAt(budget, ['spec', 'minAvailable'])),
    intOrText(valueAt(budget, ['spec', 'maxUnavailable'])),
    number(budget, 'status', 'disruptionsAllowed'),
    ageOf(budget, now),
  ],
};

function titled(value: boolean): string {
  return value ? 'True' : 'False';
}

/** As of a selector that can't be empty. */
function selectorText(selector: Json | undefined): string {
  const formatted = formatSelector(selector);
  return formatted === NONE ? '' : formatted;
}

function intOrText(value: Json | undefined): string {
  return value === undefined || value === null ? 'N/A' : String(value);
}

function controllerOf(revision: JsonObject): string {
  const owner = listAt(revision, ['metadata', 'ownerReferences']).find((reference) => flag(reference, 'controller'));
  if (owner === undefined) return NONE;
  const apiVersion = text(owner, 'apiVersion');
  const group = apiVersion.includes('/') ? `.${apiVersion.slice(0, apiVersion.indexOf('/'))}` : '';
  return `${text(owner, 'kind').toLowerCase()}${group}/${text(owner, 'name')}`;
}

function jobStatus(job: JsonObject): string {
  const holds = (type: string): boolean => conditionStatus(job, type) === 'True';
  if (holds('Complete')) return 'Complete';
  if (holds('Failed')) return 'Failed';
  if (isDeleting(job)) return 'Terminating';
  return ['Suspended', 'FailureTarget', 'SuccessCriteriaMet'].find(holds) ?? 'Running';
}

function completionsOf(job: JsonObject): string {
  const succeeded = number(job, 'status', 'succeeded');
  const completions = valueAt(job, ['spec', 'completions']);
  if (completions !== undefined) return `${succeeded}/${String(completions)}`;
  const parallelism = number(job, 'spec', 'parallelism');
  return parallelism > 1 ? `${succeeded}/1 of ${parallelism}` : `${succeeded}/1`;
}

function jobDuration(job: JsonObject, now: number): string {
  const start = parseInstant(text(job, 'status', 'startTime'));
  const end = parseInstant(text(job, 'status', 'completionTime'));
  return start === undefined ? '' : humanDuration((end ?? now) - start);
}

const MOST_METRICS = 2;

function metricsOf(scaler: JsonObject): string {
  const metrics = list(scaler, 'spec', 'metrics');
  if (metrics.length === 0) return NONE;
  const statuses = list(scaler, 'status', 'currentMetrics');
  const texts = metrics.slice(0, MOST_METRICS).map((metric, index) => metricText(metric, statuses[index]));
  return metrics.length > MOST_METRICS ? `${texts.join(', ')} + ${metrics.length - MOST_METRICS} more...` : texts.join(', ');
}

function metricText(metric: Json, status: Json | undefined): string {
  const type = text(metric, 'type');
  const field = `${type.charAt(0).toLowerCase()}${type.slice(1)}`;
  const target = valueAt(metric, [field, 'target']);
  const current = valueAt(status, [field, 'current']);
  const byName = type === 'Resource' || type === 'ContainerResource';
  const named = byName ? `${text(metric, field, 'name')}: ` : '';
  const average = text(target, 'averageValue');
  if (average !== '') return `${named}${textOr(UNKNOWN, current, 'averageValue')}/${average}${byName || type === 'Pods' ? '' : ' (avg)'}`;
  if (!byName) return `${textOr(UNKNOWN, current, 'value')}/${text(target, 'value')}`;
  return `${named}${percent(current) ?? UNKNOWN}/${percent(target) ?? '<auto>'}`;
}

function percent(target: Json | undefined): string | undefined {
  const value = valueAt(target, ['averageUtilization']);
  return value === undefined ? undefined : `${String(value)}%`;
}
