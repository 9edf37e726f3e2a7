// When a cycle of an unwatched past was reached, as far as something says so: a condition, an Event, the pods that it made.

import type { KubeObject } from '@rectrace/kube';
import { asJson, integerAt, listAt, parseInstant, stringAt } from '@rectrace/kube';
import type { CycleState } from '../cycle.ts';
import { isEvent, readEvent } from '../revisions/event-details.ts';
import { kindOf } from '../rules/rule-index.ts';
import { conditionOf } from '../states/conditions.ts';
import { secondOf } from './order-evidence.ts';
import type { Start } from './reconstruct-starts.ts';
import type { Remains } from './remains.ts';

/** time: milliseconds since the epoch; absent where nothing says it. */
export type End = { readonly state: CycleState; readonly time?: number };

type Span = { readonly start: Start; readonly next: Start | undefined };

/** The end of the cycle that began with start, before next began. */
export function findEnd(remains: Remains, { start, next }: Span): End {
  if (next !== undefined) return closedAt(replacedAt(remains, { start, next }));
  if (!isSettled(remains)) return { state: 'open' };
  return closedAt(settledAt(remains, start));
}

function closedAt(time: number | undefined): End {
  return time === undefined ? { state: 'closed' } : { state: 'closed', time };
}

/** Everything is where it should be today. */
function isSettled({ root, members, states, evaluate = states.verdictOf }: Remains): boolean {
  const deleting = [root, ...members].some(({ metadata }) => metadata.deletionTimestamp !== undefined);
  return !deleting && evaluate(root).kind === 'true' && members.every(states.isComplete);
}

/** A Deployment says when it took the last replica from the template before. */
function replacedAt({ root, events, members }: Remains, { start, next }: Span): number | undefined {
  const name = start.replaced?.object.metadata.name;
  if (name === undefined || next === undefined) return undefined;
  const emptied = events
    .filter(isEvent)
    .map(readEvent)
    .filter(({ details, involved }) => involved.uid === root.metadata.uid && isEmptied(details.message, name));
  const times = emptied.flatMap(({ happenedAt, firstAt }) => [happenedAt, firstAt]).filter((time) => time !== undefined);
  const within = times.filter((time) => time >= start.evidence.time && time < next.evidence.time);
  const end = within.length === 0 ? undefined : latestOf(within);
  return end === undefined || secondOf({ time: end }) < secondOf({ time: lastWork({ root, events, members }, { start, next }) })
    ? undefined
    : end;
}

/** What the scheduler and the kubelet say of a pod on its way up. */
const STARTING = new Set(['Scheduled', 'Pulling', 'Pulled', 'Created', 'Started']);

/**
 * When the last pod of a cycle's template was made or started, as far as it shows: Events that were combined keep only their first and last
 * time, so that what says that the cycle was over may be of another one.
 */
function lastWork({ members, events }: Pick<Remains, 'root' | 'members' | 'events'>, { start, next }: Span): number {
  const set = start.rollout?.object.metadata;
  const made = members.filter(({ metadata }) => metadata.ownerReferences?.some(({ uid }) => uid === set?.uid) === true);
  const created = made.map(({ metadata }) => parseInstant(metadata.creationTimestamp));
  const started = events
    .filter(isEvent)
    .map(readEvent)
    .filter(
      ({ details, involved }) => involved.kind === 'Pod' && involved.name.startsWith(`${set?.name}-`) && STARTING.has(details.reason),
    );
  const until = next?.evidence.time ?? Number.POSITIVE_INFINITY;
  const times = [...created, ...started.map(({ happenedAt }) => happenedAt)];
  return Math.max(
    start.evidence.time,
    ...times.filter((time) => time !== undefined && time >= start.evidence.time && time < until).map(Number),
  );
}

function isEmptied(message: string, replicaSet: string): boolean {
  const [, name] = /Scaled down replica set (\S+) (?:from \d+ )?to 0(?:$|\s)/.exec(message) ?? [];
  return name === replicaSet;
}

function settledAt(remains: Remains, { evidence: { time: since }, kind, rollout }: Start): number | undefined {
  const rolledOut = kind === 'created' || rollout !== undefined;
  const readers = [...(rolledOut ? [deploymentTime] : []), jobTime, conditionTime, podsTime];
  const times = readers.map((read) => read(remains, since));
  return times.find((time) => time !== undefined && time >= since);
}

/** Only a rollout moves this condition: it says nothing of the end of another number of replicas. */
function deploymentTime({ root }: Remains): number | undefined {
  if (kindOf(root) !== 'Deployment.apps') return undefined;
  const progressing = listAt(asJson(root), ['status', 'conditions']).find((item) => stringAt(item, ['type']) === 'Progressing');
  if (progressing === undefined || stringAt(progressing, ['reason']) !== 'NewReplicaSetAvailable') return undefined;
  return parseInstant(stringAt(progressing, ['lastUpdateTime']));
}

function jobTime({ root }: Remains): number | undefined {
  if (kindOf(root) !== 'Job.batch') return undefined;
  const ended = ['Complete', 'Failed'].map((type) => conditionOf(asJson(root), type)).find((condition) => condition?.status === 'True');
  return parseInstant(ended?.since);
}

/** Kinds whose terminal state is a condition: not workloads, and not those that go by a phase. */
function conditionTime({ root }: Remains): number | undefined {
  const phased = kindOf(root) !== 'Pod' && stringAt(asJson(root), ['status', 'phase']) !== undefined;
  if (phased || kindOf(root) === 'Deployment.apps') return undefined;
  const stated = conditionOf(asJson(root), 'Ready') ?? conditionOf(asJson(root), 'Available');
  return stated?.status === 'True' ? parseInstant(stated.since) : undefined;
}

const COUNTING_KINDS = new Set(['DaemonSet.apps', 'InstanceSet.workloads.kubeblocks.io', 'ReplicaSet.apps', 'StatefulSet.apps']);

/** Kinds that only count pods: the last of those made since then became ready. A pod that restarted tells of another time. */
function podsTime({ root, members }: Remains, since: number): number | undefined {
  if (!COUNTING_KINDS.has(kindOf(root))) return undefined;
  const made = members.filter((member) => kindOf(member) === 'Pod' && (parseInstant(member.metadata.creationTimestamp) ?? 0) >= since);
  if (made.length === 0 || made.some(hasRestarted)) return undefined;
  const times = made.map((pod) => parseInstant(conditionOf(asJson(pod), 'Ready')?.since));
  return times.includes(undefined) ? undefined : latestOf(times.filter((time) => time !== undefined));
}

function latestOf(times: readonly number[]): number {
  return times.reduce((latest, time) => Math.max(latest, time), Number.NEGATIVE_INFINITY);
}

function hasRestarted(pod: KubeObject): boolean {
  return listAt(asJson(pod), ['status', 'containerStatuses']).some((status) => (integerAt(status, ['restartCount']) ?? 0) > 0);
}
