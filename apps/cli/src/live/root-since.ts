// Since when a root is, or is not, in its terminal state.

import type { KubeObject } from '@rectrace/kube';
import { asJson, listAt, parseInstant, stringAt } from '@rectrace/kube';
import type { Cycle, ObjectStates, TerminalState } from '@rectrace/trace';
import { knownTime, readinessOf } from '@rectrace/trace';
import { isAtEnd } from '../roots-table.ts';

/**
 * Milliseconds since the epoch; undefined where nobody knows. cycle: the latest that was recorded, where it still tells of the object as it is.
 * Without one that agrees with the state a Job or what failed says itself when it ended, what goes since when, and the newest write that was not
 * of the status tells when a root that is not terminal left its state.
 */
export function rootSince(
  object: KubeObject,
  { state, cycle, states }: { readonly state: TerminalState; readonly cycle: Cycle | undefined; readonly states: ObjectStates },
): number | undefined {
  const ended = isAtEnd(state);
  if (cycle !== undefined && ended && cycle.state !== 'open') return knownTime(cycle.end);
  if (cycle !== undefined && !ended && cycle.state !== 'closed') return knownTime(cycle.start);
  const said = object.kind === 'Job' || state.kind === 'failed' || object.metadata.deletionTimestamp !== undefined;
  const since = said ? parseInstant(readinessOf(object, states).since) : undefined;
  return since ?? (state.kind === 'root' ? lastSpecWrite(object) : undefined);
}

function lastSpecWrite(object: KubeObject): number | undefined {
  const times = listAt(asJson(object), ['metadata', 'managedFields'])
    .filter((entry) => stringAt(entry, ['subresource']) !== 'status')
    .flatMap((entry) => parseInstant(stringAt(entry, ['time'])) ?? []);
  return times.length === 0 ? undefined : Math.max(...times);
}
