// A Pod's readiness as kubectl's columns tell it: containers ready, and the most telling reason with its message.

import type { JsonObject } from '@rectrace/kube';
import { integerAt, isJsonObject, listAt, stringAt, valueAt } from '@rectrace/kube';
import type { Readiness } from './readiness.ts';

/** object: a Pod. */
export function podReadiness(object: JsonObject): Readiness {
  const phase = stringAt(object, ['status', 'phase']) ?? 'Pending';
  const containers = listAt(object, ['spec', 'containers']).length;
  const statuses = listAt(object, ['status', 'containerStatuses']);
  const ready = `${statuses.filter((item) => valueAt(item, ['ready']) === true).length}/${containers}`;
  const condition = podCondition(object, 'Ready');
  const since = stringAt(condition, ['lastTransitionTime']);
  const times = since === undefined ? {} : { since };
  if (phase === 'Succeeded') return { state: 'ready', ready, reason: 'Completed', message: '', ...times };
  if (stringAt(condition, ['status']) === 'True') return { state: 'ready', ready, reason: '', message: '', ...times };
  const problem = podProblem(object) ?? containerProblem(object) ?? schedulingProblem(object);
  if (problem !== undefined) return { state: 'notReady', ready, ...problem, ...times };
  const message = stringAt(condition, ['message']) ?? '';
  const reason = stringAt(condition, ['reason']) ?? phase;
  return { state: phase === 'Failed' ? 'notReady' : 'busy', ready, reason: phase === 'Pending' ? 'Pending' : reason, message, ...times };
}

type Problem = { readonly reason: string; readonly message: string };

function podProblem(object: JsonObject): Problem | undefined {
  const reason = stringAt(object, ['status', 'reason']);
  if (reason === undefined || reason === '') return undefined;
  return { reason, message: stringAt(object, ['status', 'message']) ?? '' };
}

function containerProblem(object: JsonObject): Problem | undefined {
  const inits = listAt(object, ['status', 'initContainerStatuses']).filter(isJsonObject);
  const mains = listAt(object, ['status', 'containerStatuses']).filter(isJsonObject);
  const prefixed = inits.flatMap((status) => stuck(status, 'Init:') ?? []);
  return prefixed[0] ?? mains.flatMap((status) => stuck(status, '') ?? [])[0];
}

function stuck(status: JsonObject, prefix: string): Problem | undefined {
  const waiting = valueAt(status, ['state', 'waiting']);
  const reason = stringAt(waiting, ['reason']);
  if (reason !== undefined && reason !== 'ContainerCreating' && reason !== 'PodInitializing') {
    return { reason: prefix + reason, message: stringAt(waiting, ['message']) ?? lastEnd(status) };
  }
  const terminated = valueAt(status, ['state', 'terminated']);
  const exit = integerAt(terminated, ['exitCode']);
  if (exit === undefined || Number(exit) === 0) return undefined;
  return {
    reason: `${prefix}${stringAt(terminated, ['reason']) ?? `ExitCode:${exit}`}`,
    message: stringAt(terminated, ['message']) ?? `exit code ${exit}`,
  };
}

function lastEnd(status: JsonObject): string {
  const last = valueAt(status, ['lastState', 'terminated']);
  const exit = integerAt(last, ['exitCode']);
  return exit === undefined ? '' : `last ended with exit code ${exit} (${stringAt(last, ['reason']) ?? 'no reason'})`;
}

function schedulingProblem(object: JsonObject): Problem | undefined {
  const scheduled = podCondition(object, 'PodScheduled');
  if (stringAt(scheduled, ['status']) !== 'False') return undefined;
  return { reason: stringAt(scheduled, ['reason']) ?? 'Unschedulable', message: stringAt(scheduled, ['message']) ?? '' };
}

function podCondition(object: JsonObject, type: string): JsonObject | undefined {
  return listAt(object, ['status', 'conditions'])
    .filter(isJsonObject)
    .find((item) => item['type'] === type);
}
