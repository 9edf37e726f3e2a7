// A step: one object's way between two of its readiness or phase states. The slow ones tell where a cycle's time went.

import type { ObjectRef } from '@rectrace/kube';
import type { Change, ObjectStates } from '@rectrace/trace';
import { knownTime, ownReadinessOf, phaseKey } from '@rectrace/trace';
import { isWaiting } from './readiness-mark.ts';

/** How well the length of a step is known: as the changes came, to the second, or not at all. */
type Known = 'exactly' | 'second' | 'no';

/**
 * start, end: milliseconds since the epoch. end absent: the object is still in that state. known: as well as the worse of the two times;
 * startKnown: false where the start is only a bound of it. isEarlier: it began before the time that is told.
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
  readonly isEarlier: boolean;
};

type Standing = Pick<Step, 'ref' | 'known' | 'isEarlier'> & { readonly state: string; readonly idle: boolean; readonly since: number };

/** states: what readiness goes by. before: what happened earlier, so that what began then is known. */
export type StepOptions = { readonly states: ObjectStates; readonly before?: readonly Change[] };

/**
 * Steps out of the changes of a time, ordered by start. A state of rest (ready, nothing to wait for) begins no step: the time an object was
 * simply fine is nobody's work. Objects without readiness or phase have none.
 */
export function stepsOf(changes: readonly Change[], { states, before = [] }: StepOptions): readonly Step[] {
  const standings = underWayAfter(before, states);
  const steps: Step[] = [];
  for (const change of changes) {
    const next = standingOf(change, states);
    if (next === undefined) continue;
    const former = standings.get(change.ref.uid);
    if (former?.state === next.state) continue;
    if (former !== undefined) steps.push(...stepFrom(former, { to: next.state, end: change.time, known: next.known }));
    if (change.type === 'Deletion') standings.delete(change.ref.uid);
    else standings.set(change.ref.uid, next);
  }
  const open = [...standings.values()].flatMap((standing) => stepFrom(standing, { known: 'exactly' }));
  return [...steps, ...open].sort((left, right) => left.start - right.start);
}

/** From when on a step counts, and until when one that is open does. */
export type Within = { readonly from: number; readonly now: number };

/** The longest steps, at most `most`, and none under a twentieth of the longest. */
export function slowestSteps(steps: readonly Step[], options: Within & { readonly most: number }): ReadonlySet<Step> {
  const length = (step: Step): number => lengthWithin(step, options) ?? 0;
  const byLength = [...steps].sort((left, right) => length(right) - length(left));
  const longest = byLength[0] === undefined ? 0 : length(byLength[0]);
  return new Set(byLength.slice(0, options.most).filter((step) => longest > 0 && length(step) >= longest / 20));
}

/** Milliseconds; of an open step until now. undefined where it is not known. */
export function stepLength(step: Step, now: number): number | undefined {
  return step.known === 'no' ? undefined : Math.max(0, (step.end ?? now) - step.start);
}

/** The same without what of it lies before that time. */
export function lengthWithin(step: Step, { from, now }: Within): number | undefined {
  return stepLength(step.isEarlier ? { ...step, start: Math.max(from, step.start) } : step, now);
}

/**
 * What was under way after these changes, and since when: read backwards, as most objects are at rest. How long what a first list found had stood
 * so is not known.
 */
function underWayAfter(changes: readonly Change[], states: ObjectStates): Map<string, Standing> {
  const standings = new Map<string, Standing>();
  const known = new Set<string>();
  for (const change of changes.toReversed()) {
    const { uid } = change.ref;
    const standing = known.has(uid) ? undefined : standingOf(change, states);
    if (standing === undefined) continue;
    if (standing.idle || hasMoved(standing, standings.get(uid))) known.add(uid);
    else standings.set(uid, earlier(standing, change));
  }
  return standings;
}

function earlier(standing: Standing, { type }: Change): Standing {
  return { ...standing, isEarlier: true, known: type === 'Present' ? 'no' : standing.known };
}

function hasMoved({ state }: Standing, later: Standing | undefined): boolean {
  return later !== undefined && later.state !== state;
}

function stepFrom({ ref, state, since, idle, known, isEarlier }: Standing, rest: Pick<Step, 'to' | 'end' | 'known'>): readonly Step[] {
  const both = { known: worse(known, rest.known), startKnown: known !== 'no', isEarlier };
  return idle ? [] : [{ kind: 'step', ref, from: state, start: since, ...rest, ...both }];
}

function worse(one: Known, other: Known): Known {
  if (one === 'no' || other === 'no') return 'no';
  return one === 'second' || other === 'second' ? 'second' : 'exactly';
}

/** A write's own time has whole seconds; an inferred deletion has none. */
function knownOf(change: Change): Known {
  if (knownTime(change) === undefined || change.certainty === 'inferred') return 'no';
  return change.certainty === 'observed' ? 'exactly' : 'second';
}

function standingOf(change: Change, states: ObjectStates): Standing | undefined {
  if (change.type === 'Event') return undefined;
  const base = { since: change.time, known: knownOf(change), ref: change.ref, isEarlier: false };
  if (change.type === 'Deletion') return { ...base, state: 'gone', idle: true };
  if (change.body === undefined) return undefined;
  const state = phaseKey(change.body, states);
  return state === '' ? undefined : { ...base, state, idle: !isWaiting(ownReadinessOf(change.body, states)) };
}
