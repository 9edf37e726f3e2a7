// Takes out of a merged object what its applier has applied before, does not apply any more, and nobody else owns.
import { difference, intersection, union, withNamedFields } from '../fieldpath/combine.ts';
import type { FieldSet } from '../fieldpath/field-set.ts';
import { removeItems } from '../typed/remove-items.ts';
import { toFieldSet } from '../typed/to-field-set.ts';
import { compareTexts } from '../value/compare-values.ts';
import type { Manager, Managers } from './manager.ts';
import type { MergeTarget, TypedObject } from './merge-target.ts';
import { inVersion } from './merge-target.ts';

export type Pruning = {
  readonly target: MergeTarget;
  readonly merged: TypedObject;
  /** With what the applier applies now. */
  readonly managers: Managers;
  /** What the applier applied before. */
  readonly last: Manager;
};

/** @throws TypedMismatch */
export function pruneObject({ target, merged, managers, last }: Pruning): TypedObject {
  const versioned = inVersion(target, merged, last.apiVersion);
  if (last.fields.size === 0 || versioned === undefined) return merged;
  const bare = without(versioned, withNamedFields(last.fields, versioned.type));
  const owned = addOwned(target, { merged: versioned, pruned: bare }, managers);
  const pruned = addDangling(target, { merged: versioned, pruned: owned }, last);
  return inVersion(target, pruned, merged.apiVersion) ?? merged;
}

type Pair = { readonly merged: TypedObject; readonly pruned: TypedObject };

function without(object: TypedObject, set: FieldSet): TypedObject {
  return { ...object, value: removeItems(object.value, set, object.type) };
}

/** What anybody owns stays: first in the version at hand, then in all others. */
function addOwned(target: MergeTarget, pair: Pair, managers: Managers): TypedObject {
  const first = pair.pruned.apiVersion;
  const versions = [...new Set([...managers.values()].map(({ apiVersion }) => apiVersion))];
  const sorted = versions.sort((left, right) => Number(right === first) - Number(left === first) || compareTexts(left, right));
  return sorted.reduce((known, apiVersion) => addOwnedIn(target, known, { managers, apiVersion }), pair).pruned;
}

type InVersion = { readonly managers: Managers; readonly apiVersion: string };

function addOwnedIn(target: MergeTarget, pair: Pair, { managers, apiVersion }: InVersion): Pair {
  const merged = inVersion(target, pair.merged, apiVersion);
  const pruned = inVersion(target, pair.pruned, apiVersion);
  if (merged === undefined || pruned === undefined) return pair;
  const owned = [...managers.values()].filter((manager) => manager.apiVersion === apiVersion).map(({ fields }) => fields);
  const [all, left] = [namedFields(merged), namedFields(pruned)];
  const managed = withNamedFields(owned.reduce(union, new Map()), merged.type);
  return { merged, pruned: without(merged, difference(all, union(left, managed))) };
}

/** What went only because something above it went stays, unless the applier has applied it. */
function addDangling(target: MergeTarget, { merged, pruned }: Pair, last: Manager): TypedObject {
  const versioned = inVersion(target, pruned, last.apiVersion);
  if (versioned === undefined) return merged;
  const gone = difference(namedFields(merged), withNamedFields(toFieldSet(versioned.value, versioned.type), merged.type));
  return without(merged, intersection(gone, withNamedFields(last.fields, merged.type)));
}

function namedFields({ value, type }: TypedObject): FieldSet {
  return withNamedFields(toFieldSet(value, type), type);
}
