// When a cycle of an unwatched past was reached, as far as something says so: a condition, an Event, the pods that it made.

import type { KubeObject } from '@rectrace/kube';
import { asJson, integerAt, listAt, parseInstant, stringAt } from '@rectrace/kube';
import { conditionOf } from './conditions.ts';
import type { CycleState } from './cycle.ts';
import { isEvent, readEvent } from './event-details.ts';
import type { Start } from './reconstruct-starts.ts';
import type { Remains } from './remains.ts';
import { kindOf } from './rule-index.ts';

/** time: milliseconds since the epoch; absent where nothing says it. */
export type End = { readonly state: CycleState; readonly time?: number };

type Span = { readonly start: Start; readonly next: Start | undefined };

/** The end of the cycle that began with start, before next began. */
export function findEnd(remains: Remains, { start, next }: Span): End {
  if (next !== undefined) return closedAt(replacedAt(remains, { start, next }));
  if (!isSettled(remains)) return { state: 'open' };
  return closedAt(settledAt(remains, start.evidence.time));
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
function replacedAt({ root, events }: Remains, { start, next }: Span): number | undefined {
  const name = start.replaced?.object.metadata.name;
  if (name === undefined || next === undefined) return undefined;
  const emptied = events
    .filter(isEvent)
    .map(readEvent)
    .filter(({ details, involved }) => involved.uid === root.metadata.uid && isEmptied(details.message, name));
  const times = emptied.map(({ happenedAt }) => happenedAt).filter((time) => time !== undefined);
  const within = times.filter((time) => time >= start.evidence.time && time < next.evidence.time);
  return within.length === 0 ? undefined : Math.max(...within);
}

function isEmptied(message: string, replicaSet: string): boolean {
  const [, name] = /Scaled down replica set (\S+) (?:from \d+ )?to 0(?:$|\s)/.exec(message) ?? [];
  return name === replicaSet;
}

function settledAt(remains: Remains, since: number): number | undefined {
  const times = [deploymentTime, jobTime, conditionTime, podsTime].map((read) => read(remains, since));
  return times.find((time) => time !== undefined && time >= since);
}

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
  return times.includes(undefined) ? undefined : Math.max(...times.filter((time) => time !== undefined));
}

function hasRestarted(pod: KubeObject): boolean {
  return listAt(asJson(pod), ['status', 'containerStatuses']).some((status) => (integerAt(status, ['restartCount']) ?? 0) > 0);
}
