// Since when a root is, or is not, in its terminal state.

import type { KubeObject } from '@rectrace/kube';
import { asJson, formatGroupKind, listAt, parseInstant, refOf, stringAt } from '@rectrace/kube';
import type { Cycle, ObjectStates, TerminalState } from '@rectrace/trace';
import { heldUpMembers, knownTime, readinessOf } from '@rectrace/trace';
import { isAtEnd } from '../roots-table.ts';

/** cycle: the latest that was recorded, where it still tells of the object as it is. members: what is in the tree, as far as bodies are known. */
type Told = {
  readonly state: TerminalState;
  readonly cycle: Cycle | undefined;
  readonly members: readonly KubeObject[];
  readonly states: ObjectStates;
};

/**
 * Milliseconds since the epoch. A cycle that agrees with the state tells; else the objects do, as nearly as they can: of a root that is terminal when
 * the last of its tree got there, of one that a member holds up when the first such member began to, of any other when it was last asked for
 * something, or asked to go.
 */
export function rootSince(object: KubeObject | undefined, told: Told): number | undefined {
  return cycleSince(told) ?? (object === undefined ? undefined : objectSince(object, told));
}

function cycleSince({ state, cycle }: Told): number | undefined {
  if (isAtEnd(state)) return cycle?.state === 'open' ? undefined : knownTime(cycle?.end);
  return cycle?.state === 'closed' ? undefined : knownTime(cycle?.start);
}

function objectSince(object: KubeObject, { state, members, states }: Told): number | undefined {
  switch (state.kind) {
    case 'unknown':
      return undefined;
    case 'terminal':
    case 'failed':
      return latest([object, ...members.filter((member) => isAwaited(member, states))].map((one) => restSince(one, states)));
    case 'member':
      return earliest(heldUpMembers(members, states).map((member) => saidSince(member, states) ?? createdAt(member)));
    case 'root':
    case 'cycle':
      return (object.metadata.deletionTimestamp === undefined ? undefined : saidSince(object, states)) ?? lastWrite(object, isSpecWrite);
  }
}

/** Counters of a workload move with its last status write, and its conditions need not; of all others a condition tells, but not of the time before they were last asked for something. */
function restSince(object: KubeObject, states: ObjectStates): number | undefined {
  const said = saidSince(object, states);
  const { kind } = object;
  if (said !== undefined && (kind === 'Pod' || kind === 'Job')) return said;
  if (said !== undefined && !isAwaited(object, states)) return latest([said, lastWrite(object, isSpecWrite)]);
  return lastWrite(object, (write) => !isSpecWrite(write)) ?? lastWrite(object, isSpecWrite);
}

function saidSince(object: KubeObject, states: ObjectStates): number | undefined {
  return parseInstant(readinessOf(object, states).since);
}

function isAwaited(object: KubeObject, states: ObjectStates): boolean {
  return states.isAwaited(formatGroupKind(refOf(object)));
}

type Write = { readonly subresource: string | undefined; readonly time: number };

function isSpecWrite({ subresource }: Write): boolean {
  return subresource !== 'status';
}

/** The newest such write; of an object without any its creation, where the test lets that through. */
function lastWrite(object: KubeObject, test: (write: Write) => boolean): number | undefined {
  const writes = listAt(asJson(object), ['metadata', 'managedFields']).flatMap((entry): readonly Write[] => {
    const time = parseInstant(stringAt(entry, ['time']));
    return time === undefined ? [] : [{ subresource: stringAt(entry, ['subresource']), time }];
  });
  const created = createdAt(object);
  const all = created === undefined ? writes : [...writes, { subresource: undefined, time: created }];
  return latest(all.filter(test).map(({ time }) => time));
}

function createdAt({ metadata }: KubeObject): number | undefined {
  return parseInstant(metadata.creationTimestamp);
}

function latest(times: readonly (number | undefined)[]): number | undefined {
  const known = times.filter((time) => time !== undefined);
  return known.length === 0 ? undefined : known.reduce((later, time) => Math.max(later, time));
}

function earliest(times: readonly (number | undefined)[]): number | undefined {
  const known = times.filter((time) => time !== undefined);
  return known.length === 0 ? undefined : known.reduce((sooner, time) => Math.min(sooner, time));
}
