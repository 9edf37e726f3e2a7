// Two writers setting one field back and forth: told from the values that a field returns to, revision after revision of one object.
// Statuses are left out, whose values return in every healthy life. Plain state, bounded per object in fields, values and the length of each.

import type { FieldChange } from '@rectrace/kube';
import type { ValueMark } from './value-mark.ts';
import { isSameMark, markOf } from './value-mark.ts';
import type { Writer } from './writer.ts';

/** What is remembered of one field: the values it had, newest last, and how often it returned to one of them. */
type ContestedField = {
  readonly path: readonly string[];
  readonly values: readonly VisitedValue[];
  readonly returns: number;
  /** Returns for which both writers were known and the same: one writer changing its mind. */
  readonly own: number;
  readonly writer: string | undefined;
  readonly since: number;
  readonly last: number;
};

type VisitedValue = ValueMark & { readonly visits: number };

/** Per object; start with undefined. */
export type FightState = readonly ContestedField[];

/** count: how often the field returned to a value it had before; values: those it went through, newest last, empty where it was removed. */
export type Fight = {
  readonly path: readonly string[];
  readonly values: readonly ValueMark[];
  readonly count: number;
  readonly ratePerMinute: number;
};

export type FightStep = {
  readonly state: FightState;
  /** The fight that this revision is a blow of. */
  readonly fight?: Fight;
  /** The fight is all there is in this revision: it may be folded into the fight's one entry. */
  readonly folds: boolean;
};

/** time: milliseconds since the epoch. */
export type FightRevision = { readonly diff: readonly FieldChange[]; readonly writer?: Writer | undefined; readonly time: number };

const RETURNS_OF_KNOWN_WRITERS = 2;
const RETURNS_OF_UNKNOWN_WRITERS = 3;
const VALUES_KEPT = 4;
const FIELDS_KEPT = 16;
/** Characters; a set names its items by their values. */
const LONGEST_PATH = 1_024;
/** A field that kept still for longer starts anew. */
const CALM_AFTER_MS = 5 * 60_000;

/** The state after a revision, and the fight it belongs to. */
export function trackFight(previous: FightState | undefined, revision: FightRevision): FightStep {
  const contestable = revision.diff.filter(isContestable);
  if (contestable.length === 0) return { state: previous ?? [], folds: false };
  const before = (previous ?? []).filter((field) => !isFieldCalm(field, revision.time));
  const moved = contestable.map((change) => moveField(before, change, revision));
  const kept = before.filter((field) => !moved.some((other) => isSamePath(field.path, other.path)));
  const state = [...kept, ...moved].slice(-FIELDS_KEPT);
  const fought = moved.filter(isFight);
  const [field] = fought;
  if (field === undefined) return { state, folds: false };
  const rest = revision.diff.filter(({ path }) => !isGeneration(path) && !fought.some((other) => isSamePath(path, other.path)));
  return { state, fight: toFight(field), folds: rest.length === 0 };
}

/** Nothing of it matters any more. time: milliseconds since the epoch. */
export function isCalm(state: FightState, time: number): boolean {
  return state.every((field) => isFieldCalm(field, time));
}

function isFieldCalm({ last }: ContestedField, time: number): boolean {
  return time - last > CALM_AFTER_MS;
}

/** The state after a revision that was told of a fight, where what led to it is not at hand. time: of that revision. */
export function resumeFight(
  { path, values, count, ratePerMinute }: Fight,
  { writer, time }: { readonly writer?: Writer | undefined; readonly time: number },
): FightState {
  const since = time - (count / ratePerMinute) * 60_000;
  const visited = values.map((value): VisitedValue => ({ ...(value.digest === undefined ? markOf(value.value) : value), visits: 1 }));
  return [{ path, values: visited, returns: count, own: 0, writer: writer?.manager, since, last: time }];
}

function isContestable({ path }: FieldChange): boolean {
  if (path[0] === 'status' || isGeneration(path) || path[1] === 'deletionTimestamp') return false;
  return path.reduce((length, step) => length + step.length, 0) <= LONGEST_PATH;
}

function isGeneration(path: readonly string[]): boolean {
  return path.length === 2 && path[0] === 'metadata' && path[1] === 'generation';
}

function moveField(state: FightState, change: FieldChange, { writer, time }: FightRevision): ContestedField {
  const known = state.find(({ path }) => isSamePath(path, change.path));
  const manager = writer?.manager;
  const after = markOf(change.after);
  if (known === undefined) {
    const values: readonly VisitedValue[] = [
      { ...markOf(change.before), visits: 2 },
      { ...after, visits: 1 },
    ];
    return { path: change.path, values, returns: 0, own: 0, writer: manager, since: time, last: time };
  }
  const earlier = known.values.find((value) => isSameMark(value, after));
  const own = earlier !== undefined && manager !== undefined && manager === known.writer;
  const others = known.values.filter((value) => value !== earlier);
  return {
    ...known,
    values: dropLeastVisited([...others, { ...after, visits: (earlier?.visits ?? 0) + 1 }]),
    returns: known.returns + (earlier === undefined ? 0 : 1),
    own: known.own + (own ? 1 : 0),
    writer: manager,
    last: time,
  };
}

/** The newest value stays, whatever its visits; what the field held at first counts twice, since a fight tends back to it. */
function dropLeastVisited(values: readonly VisitedValue[]): readonly VisitedValue[] {
  if (values.length <= VALUES_KEPT) return values;
  const fewest = Math.min(...values.slice(0, -1).map(({ visits }) => visits));
  const dropped = values.find(({ visits }) => visits === fewest);
  return values.filter((value) => value !== dropped);
}

function isFight({ returns, own, writer }: ContestedField): boolean {
  return returns - own >= (writer === undefined ? RETURNS_OF_UNKNOWN_WRITERS : RETURNS_OF_KNOWN_WRITERS);
}

function toFight({ path, values, returns, since, last }: ContestedField): Fight {
  const minutes = Math.max(last - since, 1000) / 60_000;
  const plain = values.map(({ visits: _visits, ...value }): ValueMark => value);
  return { path, values: plain, count: returns, ratePerMinute: Math.round((returns / minutes) * 10) / 10 };
}

function isSamePath(left: readonly string[], right: readonly string[]): boolean {
  return left.length === right.length && left.every((step, index) => step === right[index]);
}
