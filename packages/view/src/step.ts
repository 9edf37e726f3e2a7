// A step: one object's way between two of its readiness or phase states. The slow ones tell where a cycle's time went.

import type { ObjectRef } from '@rectrace/kube';
import type { Change, ObjectStates } from '@rectrace/trace';
import { phaseKey, readinessOf } from '@rectrace/trace';
import { isWaiting } from './readiness-mark.ts';

/** start, end: milliseconds since the epoch. end absent: the object is still in that state. */
export type Step = {
  readonly kind: 'step';
  readonly ref: ObjectRef;
  readonly from: string;
  readonly to?: string;
  readonly start: number;
  readonly end?: number;
};

type Standing = { readonly state: string; readonly idle: boolean; readonly since: number; readonly ref: ObjectRef };

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
    if (before !== undefined) steps.push(...stepFrom(before, { to: next.state, end: change.time }));
    if (change.type === 'Deletion') standings.delete(change.ref.uid);
    else standings.set(change.ref.uid, next);
  }
  const open = [...standings.values()].flatMap((standing) => stepFrom(standing, {}));
  return [...steps, ...open].sort((left, right) => left.start - right.start);
}

/** The longest steps, at most `most`, and none under a twentieth of the longest. now: until when an open step counts. */
export function slowestSteps(steps: readonly Step[], options: { readonly most: number; readonly now: number }): ReadonlySet<Step> {
  const byLength = [...steps].sort((left, right) => stepLength(right, options.now) - stepLength(left, options.now));
  const longest = byLength[0] === undefined ? 0 : stepLength(byLength[0], options.now);
  return new Set(byLength.slice(0, options.most).filter((step) => longest > 0 && stepLength(step, options.now) >= longest / 20));
}

/** Milliseconds; of an open step until now. */
export function stepLength(step: Step, now: number): number {
  return Math.max(0, (step.end ?? now) - step.start);
}

function stepFrom({ ref, state, since, idle }: Standing, rest: Pick<Step, 'to' | 'end'>): readonly Step[] {
  return idle ? [] : [{ kind: 'step', ref, from: state, start: since, ...rest }];
}

function standingOf(change: Change, states: ObjectStates): Standing | undefined {
  if (change.type === 'Event') return undefined;
  const base = { since: change.time, ref: change.ref };
  if (change.type === 'Deletion') return { ...base, state: 'gone', idle: true };
  if (change.body === undefined) return undefined;
  const state = phaseKey(change.body, states);
  return state === '' ? undefined : { ...base, state, idle: !isWaiting(readinessOf(change.body, states)) };
}
