// The row of a pod: how many containers are ready, what it does or suffers from, how often it restarted.
import type { Json, JsonObject } from '@rectrace/kube';
import { valueAt } from '@rectrace/kube';
import { isDeleting, nameOf } from '../metadata.ts';
import type { Cell } from './cell.ts';
import { ageOf, conditionStatus, flag, list, NONE, number, since, text, textOr } from './cell.ts';

const TERMINAL = ['Succeeded', 'Failed'];

export function podCells(pod: JsonObject, now: number): readonly Cell[] {
  const { ready, total, reason, restarts, last } = summaryOf(pod);
  const restarted = restarts !== 0 && last !== '' ? `${restarts} (${since(last, now)} ago)` : String(restarts);
  return [
    nameOf(pod),
    `${ready}/${total}`,
    reason,
    restarted,
    ageOf(pod, now),
    textOr(NONE, list(pod, 'status', 'podIPs')[0], 'ip'),
    textOr(NONE, pod, 'spec', 'nodeName'),
    textOr(NONE, pod, 'status', 'nominatedNodeName'),
    readinessGates(pod),
  ];
}

type Summary = {
  readonly ready: number;
  readonly total: number;
  readonly reason: string;
  readonly restarts: number;
  readonly last: string;
};

function summaryOf(pod: JsonObject): Summary {
  const init = initSummary(pod);
  const sidecars = list(pod, 'spec', 'initContainers').filter(isSidecar).length;
  const total = list(pod, 'spec', 'containers').length + sidecars;
  const started = init.reason === undefined || conditionStatus(pod, 'Initialized') === 'True';
  const own = started
    ? containerSummary(pod, init)
    : { ready: init.ready, restarts: init.restarts, last: init.last, reason: init.reason ?? '' };
  return { ...own, total, reason: endingReason(pod, own.reason) };
}

function phaseReason(pod: JsonObject): string {
  const gated = list(pod, 'status', 'conditions').some(
    (condition) => text(condition, 'type') === 'PodScheduled' && text(condition, 'reason') === 'SchedulingGated',
  );
  return gated ? 'SchedulingGated' : text(pod, 'status', 'reason') || text(pod, 'status', 'phase');
}

function endingReason(pod: JsonObject, reason: string): string {
  if (!isDeleting(pod)) return reason;
  if (text(pod, 'status', 'reason') === 'NodeLost') return 'Unknown';
  return TERMINAL.includes(text(pod, 'status', 'phase')) ? reason : 'Terminating';
}

function isSidecar(container: Json | undefined): boolean {
  return text(container, 'restartPolicy') === 'Always';
}

type InitSummary = {
  readonly restarts: number;
  readonly last: string;
  readonly sidecarRestarts: number;
  readonly sidecarLast: string;
  readonly ready: number;
  /** Absent once all have done their work. */
  readonly reason: string | undefined;
};

function initSummary(pod: JsonObject): InitSummary {
  const containers = new Map(list(pod, 'spec', 'initContainers').map((container) => [text(container, 'name'), container]));
  const statuses = list(pod, 'status', 'initContainerStatuses');
  const stop = statuses.findIndex((status) => !isPassed(status, containers.get(text(status, 'name'))));
  const seen = stop < 0 ? statuses : statuses.slice(0, stop + 1);
  const sidecars = seen.filter((status) => isSidecar(containers.get(text(status, 'name'))));
  const passed = stop < 0 ? seen : seen.slice(0, -1);
  return {
    restarts: restartsOf(seen),
    last: lastRestart(seen),
    sidecarRestarts: restartsOf(sidecars),
    sidecarLast: lastRestart(sidecars),
    ready: passed.filter((status) => isSidecar(containers.get(text(status, 'name'))) && flag(status, 'ready') && !endedWell(status)).length,
    reason: stop < 0 ? undefined : initReason(statuses[stop], { index: stop, of: containers.size }),
  };
}

function endedWell(status: Json): boolean {
  return valueAt(status, ['state', 'terminated']) !== undefined && number(status, 'state', 'terminated', 'exitCode') === 0;
}

function isPassed(status: Json, container: Json | undefined): boolean {
  return endedWell(status) || (isSidecar(container) && flag(status, 'started'));
}

function initReason(status: Json | undefined, { index, of }: { readonly index: number; readonly of: number }): string {
  if (valueAt(status, ['state', 'terminated']) !== undefined) return `Init:${terminationReason(status)}`;
  const waiting = text(status, 'state', 'waiting', 'reason');
  return waiting !== '' && waiting !== 'PodInitializing' ? `Init:${waiting}` : `Init:${index}/${of}`;
}

function terminationReason(status: Json | undefined): string {
  const reason = text(status, 'state', 'terminated', 'reason');
  if (reason !== '') return reason;
  const signal = number(status, 'state', 'terminated', 'signal');
  return signal === 0 ? `ExitCode:${number(status, 'state', 'terminated', 'exitCode')}` : `Signal:${signal}`;
}

function restartsOf(statuses: readonly Json[]): number {
  return statuses.reduce<number>((sum, status) => sum + number(status, 'restartCount'), 0);
}

function lastRestart(statuses: readonly Json[]): string {
  const times = statuses.map((status) => text(status, 'lastState', 'terminated', 'finishedAt'));
  return times.toSorted().at(-1) ?? '';
}

function containerSummary(pod: JsonObject, init: InitSummary): Omit<Summary, 'total'> {
  const statuses = list(pod, 'status', 'containerStatuses');
  const running = statuses.filter((status) => isRunning(status));
  // The first container that has something to say is the one that is shown.
  const telling = statuses.map(reasonOf).find((reason) => reason !== undefined);
  const failing = statuses.map(failureOf).find((reason) => reason !== undefined);
  const shown = telling ?? init.reason ?? phaseReason(pod);
  return {
    ready: init.ready + running.length,
    restarts: init.sidecarRestarts + restartsOf(statuses),
    last: [init.sidecarLast, lastRestart(statuses)].toSorted().at(-1) ?? '',
    reason: shown === 'Completed' ? completedReason(pod, { running: running.length > 0, failing }) : shown,
  };
}

function isRunning(status: Json): boolean {
  return reasonOf(status) === undefined && flag(status, 'ready') && valueAt(status, ['state', 'running']) !== undefined;
}

function reasonOf(status: Json): string | undefined {
  const waiting = text(status, 'state', 'waiting', 'reason');
  if (waiting !== '') return waiting;
  return valueAt(status, ['state', 'terminated']) === undefined ? undefined : terminationReason(status);
}

function failureOf(status: Json): string | undefined {
  const ended = text(status, 'state', 'waiting', 'reason') === '' && valueAt(status, ['state', 'terminated']) !== undefined;
  return ended && number(status, 'state', 'terminated', 'exitCode') !== 0 ? terminationReason(status) : undefined;
}

function completedReason(
  pod: JsonObject,
  { running, failing }: { readonly running: boolean; readonly failing: string | undefined },
): string {
  if (running && conditionStatus(pod, 'Ready') === 'True') return 'Running';
  if (failing !== undefined) return failing;
  return running ? 'NotReady' : 'Completed';
}

function readinessGates(pod: JsonObject): string {
  const gates = list(pod, 'spec', 'readinessGates');
  if (gates.length === 0) return NONE;
  const open = gates.filter((gate) => conditionStatus(pod, text(gate, 'conditionType')) === 'True');
  return `${open.length}/${gates.length}`;
}
