// A step: one object's way between two of its readiness or phase states. The slow ones tell where a cycle's time went.

import type { ObjectRef } from '@rectrace/kube';
import type { Change, ObjectStates } from '@rectrace/trace';
import { phaseKey, readinessOf } from '@rectrace/trace';
import { isWaiting } from './readiness-mark.ts';

/** How well the length of a step is known: as the changes came, to the second, or not at all. */
type Known = 'exactly' | 'second' | 'no';

/**
 * start, end: milliseconds since the epoch. end absent: the object is still in that state. known: as well as the worse of the two times;
 * startKnown: false where the start is only the latest that it can be.
 */
export type Step = {
  readonly kind: 'step';
  readonly ref: ObjectRef;
  readonly from: string;
  readonly to?: string;
  readonly start: number;
  readonly end?: number;
  readonly known: Known;
  readonly startKnown: boolean;
};

type Standing = { readonly state: string; readonly idle: boolean; readonly since: number; readonly known: Known; readonly ref: ObjectRef };

/**
 * Steps out of the changes of a time, ordered by start. A state of rest (ready, nothing to wait for) begins no step: the time an object was
 * simply fine is nobody's work. Objects without readiness or phase have none. states: what readiness goes by.
 */
export function stepsOf(changes: readonly Change[], states: ObjectStates): readonly Step[] {
  const standings = new Map<string, Standing>();
  const steps: Step[] = [];
  for (const change of changes) {
    const next = standingOf(change, states);
    if (next === undefined) continue;
    const before = standings.get(change.ref.uid);
    if (before?.state === next.state) continue;
    if (before !== undefined) steps.push(...stepFrom(before, { to: next.state, end: change.time, known: next.known }));
    if (change.type === 'Deletion') standings.delete(change.ref.uid);
    else standings.set(change.ref.uid, next);
  }
  const open = [...standings.values()].flatMap((standing) => stepFrom(standing, { known: 'exactly' }));
  return [...steps, ...open].sort((left, right) => left.start - right.start);
}

/** The longest steps, at most `most`, and none under a twentieth of the longest. now: until when an open step counts. */
export function slowestSteps(steps: readonly Step[], options: { readonly most: number; readonly now: number }): ReadonlySet<Step> {
  const length = (step: Step): number => stepLength(step, options.now) ?? 0;
  const byLength = [...steps].sort((left, right) => length(right) - length(left));
  const longest = byLength[0] === undefined ? 0 : length(byLength[0]);
  return new Set(byLength.slice(0, options.most).filter((step) => longest > 0 && length(step) >= longest / 20));
}

/** Milliseconds; of an open step until now. undefined where it is not known. */
export function stepLength(step: Step, now: number): number | undefined {
  return step.known === 'no' ? undefined : Math.max(0, (step.end ?? now) - step.start);
}

function stepFrom({ ref, state, since, idle, known }: Standing, rest: Pick<Step, 'to' | 'end' | 'known'>): readonly Step[] {
  const both = { known: worse(known, rest.known), startKnown: known !== 'no' };
  return idle ? [] : [{ kind: 'step', ref, from: state, start: since, ...rest, ...both }];
}

function worse(one: Known, other: Known): Known {
  if (one === 'no' || other === 'no') return 'no';
  return one === 'second' || other === 'second' ? 'second' : 'exactly';
}

/** A write's own time has whole seconds; an inferred deletion has none. */
function knownOf({ certainty, noLater }: Change): Known {
  if (noLater === true || certainty === 'inferred') return 'no';
  return certainty === 'observed' ? 'exactly' : 'second';
}

function standingOf(change: Change, states: ObjectStates): Standing | undefined {
  if (change.type === 'Event') return undefined;
  const base = { since: change.time, known: knownOf(change), ref: change.ref };
  if (change.type === 'Deletion') return { ...base, state: 'gone', idle: true };
  if (change.body === undefined) return undefined;
  const state = phaseKey(change.body, states);
  return state === '' ? undefined : { ...base, state, idle: !isWaiting(readinessOf(change.body, states)) };
}
