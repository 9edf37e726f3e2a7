// What a change of an object does to those who manage its fields: they lose what was removed, and what another one has changed.

import { difference, intersection, union } from '../fieldpath/combine.ts';
import type { FieldSet } from '../fieldpath/field-set.ts';
import { pathsOf } from '../fieldpath/field-set.ts';
import type { Path } from '../fieldpath/path-element.ts';
import type { Comparison } from '../typed/compare-typed.ts';
import { compareTyped } from '../typed/compare-typed.ts';
import { reconcileFields } from '../typed/reconcile-fields.ts';
import { compareTexts } from '../value/compare-values.ts';
import type { Manager, Managers } from './manager.ts';
import type { MergeTarget, TypedObject } from './merge-target.ts';
import { inVersion } from './merge-target.ts';

/** A field that a manager owns and the change would take. */
export type FieldConflict = { readonly manager: Manager; readonly path: Path };

export type Settled =
  | { readonly kind: 'settled'; readonly managers: Managers; readonly comparison: Comparison }
  | { readonly kind: 'conflicts'; readonly conflicts: readonly FieldConflict[] };

export type ObjectChange = {
  readonly before: TypedObject;
  readonly after: TypedObject;
  /** Key of the manager who makes it. */
  readonly self: string;
  /** What others own is taken from them. */
  readonly force: boolean;
};

/** Managers of versions that are gone are dropped. @throws TypedMismatch */
export function settleManagers(target: MergeTarget, managers: Managers, change: ObjectChange): Settled {
  const comparisons = new Map([[change.after.apiVersion, compareIn(target, change, change.after.apiVersion)]]);
  const found: (readonly FieldConflict[])[] = [];
  const left = new Map<string, Manager>();
  for (const [key, manager] of sortedManagers(managers)) {
    const comparison = comparisons.get(manager.apiVersion) ?? compareIn(target, change, manager.apiVersion);
    comparisons.set(manager.apiVersion, comparison);
    if (key === change.self) left.set(key, manager);
    else if (comparison !== undefined) {
      const taken = intersection(manager.fields, union(comparison.modified, comparison.added));
      found.push(pathsOf(taken).map((path) => ({ manager, path })));
      left.set(key, { ...manager, fields: difference(difference(manager.fields, taken), comparison.removed) });
    }
  }
  const conflicts = found.flat();
  if (!change.force && conflicts.length > 0) return { kind: 'conflicts', conflicts };
  const kept = new Map([...left].filter(([, { fields }]) => fields.size > 0));
  return { kind: 'settled', managers: kept, comparison: comparisons.get(change.after.apiVersion) ?? NO_CHANGE };
}

const NO_CHANGE: Comparison = { removed: new Map(), modified: new Map(), added: new Map() };

function sortedManagers(managers: Managers): readonly (readonly [string, Manager])[] {
  return [...managers].sort(([left], [right]) => compareTexts(left, right));
}

/** Undefined where there is no such version. */
function compareIn(target: MergeTarget, { before, after }: ObjectChange, apiVersion: string): Comparison | undefined {
  const [left, right] = [inVersion(target, before, apiVersion), inVersion(target, after, apiVersion)];
  if (left === undefined || right === undefined) return undefined;
  const { removed, modified, added } = compareTyped(left.value, right.value, right.type);
  const writable = (fields: FieldSet): FieldSet => target.writable(fields, apiVersion);
  return { removed: writable(removed), modified: writable(modified), added: writable(added) };
}

/** Managers under today's schema; those of versions that are gone are dropped. @throws TypedMismatch */
export function reconcileManagers(target: MergeTarget, managers: Managers, live: TypedObject): Managers {
  const result = new Map<string, Manager>();
  for (const [key, manager] of managers) {
    const versioned = inVersion(target, live, manager.apiVersion);
    if (versioned !== undefined) result.set(key, { ...manager, fields: reconcileFields(manager.fields, versioned.type) });
  }
  return result;
}
