// The STATUS column that kubectl prints for a pod, with the reason and message behind it.

import type { Json } from '@rectrace/kube';
import { integerAt, isJsonObject, listAt, stringAt, valueAt } from '@rectrace/kube';
import { conditionOf, isTrue } from './conditions.ts';

/** status: Running, Pending, Init:0/1, CrashLoopBackOff, Completed, Terminating …; reason and message: of the container that holds the pod up, else ''. */
export type PodStatus = { readonly status: string; readonly reason: string; readonly message: string };

type Container = {
  readonly waiting: Json | undefined;
  readonly terminated: Json | undefined;
  readonly running: boolean;
  readonly ready: boolean;
  readonly started: boolean;
  readonly restartable: boolean;
};

/** What kubectl get prints as STATUS. */
export function podStatusOf(pod: Json): PodStatus {
  return withDeletion(pod, liveStatus(pod));
}

function liveStatus(pod: Json): PodStatus {
  const phase = textAt(pod, ['status', 'reason']) || textAt(pod, ['status', 'phase']);
  const scheduled = conditionOf(pod, 'PodScheduled');
  const start: PodStatus = {
    status: scheduled?.reason === 'SchedulingGated' ? 'SchedulingGated' : phase,
    reason: scheduled !== undefined && scheduled.status !== 'True' ? scheduled.reason : textAt(pod, ['status', 'reason']),
    message: scheduled !== undefined && scheduled.status !== 'True' ? scheduled.message : textAt(pod, ['status', 'message']),
  };
  const initializing = initStatus(pod);
  if (initializing !== undefined && !isTrue(pod, 'Initialized')) return initializing;
  return mainStatus(pod, initializing ?? start);
}

/** Undefined where all init containers are done. */
function initStatus(pod: Json): PodStatus | undefined {
  const restartable = restartableNames(pod);
  const statuses = listAt(pod, ['status', 'initContainerStatuses']);
  const total = listAt(pod, ['spec', 'initContainers']).length;
  for (const [index, item] of statuses.entries()) {
    const container = readContainer(item, restartable);
    if (isInitDone(container)) continue;
    return blockingInit(container, `Init:${index}/${total}`);
  }
  return undefined;
}

function restartableNames(pod: Json): ReadonlySet<string> {
  const sidecars = listAt(pod, ['spec', 'initContainers']).filter((item) => stringAt(item, ['restartPolicy']) === 'Always');
  return new Set(sidecars.map((item) => textAt(item, ['name'])));
}

function isInitDone({ terminated, restartable, started }: Container): boolean {
  return (terminated !== undefined && integerAt(terminated, ['exitCode']) === 0) || (restartable && started);
}

function blockingInit({ terminated, waiting }: Container, progress: string): PodStatus {
  if (terminated !== undefined) return prefixed(endOf(terminated));
  const reason = textAt(waiting, ['reason']);
  if (reason !== '' && reason !== 'PodInitializing') return prefixed({ status: reason, reason, message: textAt(waiting, ['message']) });
  return { status: progress, reason: '', message: '' };
}

function prefixed({ status, reason, message }: PodStatus): PodStatus {
  return { status: `Init:${status}`, reason, message };
}

/** The first container that does not run decides; a completed one only while no other runs. */
function mainStatus(pod: Json, start: PodStatus): PodStatus {
  const containers = listAt(pod, ['status', 'containerStatuses']).map((item) => readContainer(item, new Set()));
  const held = containers.map(holdUp).find((status) => status !== undefined) ?? start;
  const runs = containers.some(
    ({ ready, running, waiting, terminated }) => ready && running && waiting === undefined && terminated === undefined,
  );
  if (held.status !== 'Completed' || !runs) return held;
  return { status: isTrue(pod, 'Ready') ? 'Running' : 'NotReady', reason: '', message: '' };
}

function holdUp({ waiting, terminated }: Container): PodStatus | undefined {
  const reason = textAt(waiting, ['reason']);
  if (reason !== '') return { status: reason, reason, message: textAt(waiting, ['message']) };
  return terminated === undefined ? undefined : endOf(terminated);
}

function endOf(terminated: Json): PodStatus {
  const reason = textAt(terminated, ['reason']);
  const message = textAt(terminated, ['message']);
  if (reason !== '') return { status: reason, reason, message };
  const signal = integerAt(terminated, ['signal']) ?? 0;
  const status = signal === 0 ? `ExitCode:${integerAt(terminated, ['exitCode']) ?? 0}` : `Signal:${signal}`;
  return { status, reason: status, message };
}

function withDeletion(pod: Json, live: PodStatus): PodStatus {
  if (stringAt(pod, ['metadata', 'deletionTimestamp']) === undefined) return live;
  if (textAt(pod, ['status', 'reason']) === 'NodeLost') return { ...live, status: 'Unknown' };
  const phase = textAt(pod, ['status', 'phase']);
  return phase === 'Succeeded' || phase === 'Failed' ? live : { ...live, status: 'Terminating' };
}

function readContainer(item: Json, restartable: ReadonlySet<string>): Container {
  const state = (name: string) => {
    const found = valueAt(item, ['state', name]);
    return isJsonObject(found) ? found : undefined;
  };
  return {
    waiting: state('waiting'),
    terminated: state('terminated'),
    running: state('running') !== undefined,
    ready: valueAt(item, ['ready']) === true,
    started: valueAt(item, ['started']) === true,
    restartable: restartable.has(textAt(item, ['name'])),
  };
}

function textAt(value: Json | undefined, path: readonly string[]): string {
  return stringAt(value, path) ?? '';
}
