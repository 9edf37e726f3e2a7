// Notes who changed which fields of an object by anything but an apply.
import type { Json } from '../../json.ts';
import { union } from '../fieldpath/combine.ts';
import { capManagers } from './cap-managers.ts';
import type { Manager, Managers } from './manager.ts';
import { managerKey, NO_MANAGERS } from './manager.ts';
import type { MergeTarget } from './merge-target.ts';
import { typedObject } from './merge-target.ts';
import { reconcileManagers, settleManagers } from './settle-managers.ts';
import { stripMetadata } from './strip-metadata.ts';

export type UpdateNote = {
  readonly target: MergeTarget;
  readonly before: Json;
  readonly after: Json;
  readonly managers: Managers;
  /** '' where nobody is named. */
  readonly manager: string;
  /** RFC 3339, to the second. */
  readonly now: string;
};

const UNNAMED = 'unknown';
/** Stands for the change at hand until it is known whether it changed anything. */
const SELF = '';

/** @throws TypedMismatch */
export function noteUpdate({ target, before, after, managers, manager, now }: UpdateNote): Managers {
  const [live, changed] = [typedObject(target, before, true), typedObject(target, after, true)];
  if (live === undefined || changed === undefined) return NO_MANAGERS;
  const reconciled = reconcileManagers(target, managers, live);
  const settled = settleManagers(target, reconciled, { before: live, after: changed, self: SELF, force: true });
  if (settled.kind === 'conflicts') return reconciled;
  const { modified, added } = settled.comparison;
  const fields = stripMetadata(union(modified, added));
  if (fields.size === 0) return capManagers(settled.managers);
  const { apiVersion, subresource } = target;
  const self: Manager = { name: manager || UNNAMED, operation: 'Update', apiVersion, subresource, fields, time: now };
  const key = managerKey(self);
  const known = settled.managers.get(key);
  return capManagers(new Map(settled.managers).set(key, known === undefined ? self : { ...self, fields: union(fields, known.fields) }));
}
