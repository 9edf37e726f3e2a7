// Server-side apply: what a manager wants an object to be, merged into what the object is.
import type { JsonObject } from '../../json.ts';
import { isJsonObject, jsonEquals, stringAt } from '../../json.ts';
import { hasPath } from '../fieldpath/field-set.ts';
import { mergeTyped } from '../typed/merge-typed.ts';
import { toFieldSet } from '../typed/to-field-set.ts';
import { TypedMismatch } from '../typed/typed-fault.ts';
import { LAST_APPLIER, lastAppliedFields, withLastApplied } from './last-applied.ts';
import type { Manager, Managers } from './manager.ts';
import { managerKey } from './manager.ts';
import type { MergeTarget, TypedObject } from './merge-target.ts';
import { typedObject } from './merge-target.ts';
import { noteUpdate } from './note-update.ts';
import { pruneObject } from './prune-object.ts';
import type { FieldConflict } from './settle-managers.ts';
import { reconcileManagers, settleManagers } from './settle-managers.ts';
import { stripMetadata } from './strip-metadata.ts';

export type Application = {
  readonly target: MergeTarget;
  /** The target's empty object where it is to be created. */
  readonly live: JsonObject;
  readonly config: JsonObject;
  readonly managers: Managers;
  readonly manager: string;
  readonly force: boolean;
  /** RFC 3339, to the second. */
  readonly now: string;
};

export type Applied =
  | { readonly kind: 'applied'; readonly object: JsonObject; readonly managers: Managers; readonly changed: boolean }
  | { readonly kind: 'conflicts'; readonly conflicts: readonly FieldConflict[] }
  /** The request can't be carried out as it is. */
  | { readonly kind: 'refused'; readonly message: string }
  /** A value does not fit its type. `of`: which object holds it. */
  | { readonly kind: 'mismatch'; readonly of: 'config' | 'live' | 'merge'; readonly message: string };

const BEFORE_FIRST = 'before-first-apply';

export function applyObject(application: Application): Applied {
  const { target, config, manager } = application;
  const named = [stringAt(config, ['apiVersion']) ?? '', stringAt(config, ['kind']) ?? ''] as const;
  if (named[0] !== target.apiVersion || named[1] !== target.kind) return { kind: 'refused', message: wrongKind(...named) };
  const applied = applyFromLast(application);
  if (applied.kind !== 'applied' || manager !== LAST_APPLIER) return applied;
  const object = withLastApplied(applied.object, config);
  return { ...applied, object, changed: applied.changed || object !== applied.object };
}

function wrongKind(apiVersion: string, kind: string): string {
  return `invalid object type: ${apiVersion.includes('/') ? apiVersion : `/${apiVersion}`}, Kind=${kind}`;
}

/** What client-side apply has set conflicts with nobody. */
function applyFromLast(application: Application): Applied {
  const applied = applyAfterFirst(application);
  if (applied.kind !== 'conflicts' || application.manager !== LAST_APPLIER) return applied;
  const own = lastAppliedFields(application.target, application.live);
  if (own === undefined) return applied;
  const conflicts = applied.conflicts.filter(({ path }) => !hasPath(own, path));
  return conflicts.length > 0 ? { kind: 'conflicts', conflicts } : applyAfterFirst({ ...application, force: true });
}

/** What nobody manages yet is managed by those before the first apply. */
function applyAfterFirst(application: Application): Applied {
  const { target, live, managers, now } = application;
  if (managers.size > 0) return checkedApply(application, managers);
  const noted = attempt('live', () =>
    noteUpdate({ target, before: target.emptyObject, after: live, managers, manager: BEFORE_FIRST, now }),
  );
  if (noted.kind === 'mismatch') return { ...noted, message: `failed to create manager for existing fields: ${noted.message}` };
  return checkedApply(application, noted.value);
}

function checkedApply(application: Application, managers: Managers): Applied {
  const { target, live, config } = application;
  const metadata = config['metadata'];
  if (isJsonObject(metadata) && Array.isArray(metadata['managedFields']))
    return { kind: 'refused', message: 'metadata.managedFields must be nil' };
  const typedConfig = attempt('config', () => typedObject(target, config, false));
  if (typedConfig.kind === 'mismatch') return typedConfig;
  const typedLive = attempt('live', () => typedObject(target, live, true));
  if (typedLive.kind === 'mismatch') return typedLive;
  if (typedConfig.value === undefined || typedLive.value === undefined)
    return { kind: 'refused', message: `no corresponding type for ${target.apiVersion}, Kind=${target.kind}` };
  const merging = { application, live: typedLive.value, config: typedConfig.value };
  const merged = attempt('merge', () => mergeInto(merging, managers));
  return merged.kind === 'mismatch' ? merged : merged.value;
}

type Merging = { readonly application: Application; readonly live: TypedObject; readonly config: TypedObject };

/** @throws TypedMismatch */
function mergeInto({ application, live, config }: Merging, known: Managers): Applied {
  const { target, manager, force, now } = application;
  const reconciled = reconcileManagers(target, known, live);
  const merged = { ...live, value: mergeTyped(live.value, config.value, live.type) ?? {} };
  const self = ownEntry(application, config);
  const key = managerKey(self);
  const last = reconciled.get(key);
  const managers = new Map(reconciled).set(key, last?.time === undefined ? self : { ...self, time: last.time });
  const pruned = last === undefined ? merged : pruneObject({ target, merged, managers, last });
  const settled = settleManagers(target, managers, { before: live, after: pruned, self: key, force });
  if (settled.kind === 'conflicts') return settled;
  const changed = !jsonEquals(live.value, pruned.value);
  const object = (changed ? pruned.value : live.value) as JsonObject;
  return { kind: 'applied', object, managers: withOwn(settled.managers, { key, now, changed, name: manager }), changed };
}

function ownEntry({ target, manager }: Application, { value, type }: TypedObject): Manager {
  const { apiVersion, subresource } = target;
  const fields = target.writable(toFieldSet(value, type), apiVersion);
  return { name: manager, operation: 'Apply', apiVersion, subresource, fields };
}

type Own = { readonly key: string; readonly now: string; readonly changed: boolean; readonly name: string };

/** Only a change moves the time. */
function withOwn(managers: Managers, { key, now, changed }: Own): Managers {
  const own = managers.get(key);
  if (own === undefined) return managers;
  const fields = stripMetadata(own.fields);
  const result = new Map(managers);
  if (fields.size === 0) result.delete(key);
  else result.set(key, { ...own, fields, ...(changed ? { time: now } : {}) });
  return result;
}

type Mismatch = Extract<Applied, { kind: 'mismatch' }>;

function attempt<Value>(of: Mismatch['of'], make: () => Value): { readonly kind: 'made'; readonly value: Value } | Mismatch {
  try {
    return { kind: 'made', value: make() };
  } catch (error) {
    if (error instanceof TypedMismatch) return { kind: 'mismatch', of, message: error.message };
    throw error;
  }
}
