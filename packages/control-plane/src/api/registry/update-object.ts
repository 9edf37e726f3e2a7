// Updates an object: what the request makes of the current state, checked and stored if nobody else wrote in between; else again.
import type { JsonObject } from '@rectrace/kube';
import { jsonEquals } from '@rectrace/kube';
import type { StoredObject } from '../../storage/stored-object.ts';
import { validateAdmitted } from '../admission/admission-plugin.ts';
import type { Draft } from '../draft.ts';
import { copyOf, draftOf } from '../draft.ts';
import { conflict, failure, invalid, notFound } from '../failures.ts';
import { invalidValue } from '../field-error.ts';
import {
  annotationsOf,
  deletionGraceOf,
  finalizersOf,
  generationOf,
  isDeleting,
  metadataOf,
  resourceVersionOf,
  uidOf,
  withTidyMetadata,
} from '../metadata.ts';
import { withReservation } from '../reservation.ts';
import type { Projection } from '../served-resource.ts';
import type { StrategyContext } from '../strategy.ts';
import { ensureNamespace, fillSystemFields, prepareCreation, storeNew } from './create-object.ts';
import { keepTimes } from './keep-times.ts';
import type { ObjectScope, Registry } from './registry.ts';
import { admissionOf, contextOf, placeOf, reservationAccess, storageKey } from './registry.ts';
import { validateMainUpdate, validateStatusUpdate } from './validate-object.ts';

export type UpdateSource = {
  /** The new object, made of the current one; of undefined where it is to be created. Called again when another write came first. */
  readonly build: (current: JsonObject | undefined) => Promise<Draft>;
  /** The uid that the request says the object has. */
  readonly uid: string;
  /** Creates a missing object whatever its strategy says (apply). */
  readonly forceCreate: boolean;
  /** How a subresource other than status takes the update. */
  readonly shape?: UpdateShape | undefined;
  /** How a subresource of another kind shows the object: so admission sees it. */
  readonly projection?: Projection | undefined;
};

/** What a subresource writes, and how it is checked. */
export type UpdateShape = {
  readonly prepare: (draft: Draft, old: JsonObject, context: StrategyContext) => void;
  /** @throws RequestRefused */
  readonly validate: (object: JsonObject, old: JsonObject, context: StrategyContext) => void;
};

/** `object`: ready to be presented. */
export type UpdateOutcome = { readonly object: JsonObject; readonly created: boolean };

const OUTDATED = 'the object has been modified; please apply your changes to the latest version and try again';
const MOST_TRIES = 100;

/** @throws RequestRefused */
export async function updateObject(registry: Registry, scope: ObjectScope, source: UpdateSource): Promise<UpdateOutcome> {
  for (let tries = 0; tries < MOST_TRIES; tries++) {
    const outcome = await tryUpdate(registry, scope, source);
    if (outcome === undefined) continue;
    await scope.resource.conversion?.show([outcome.object]);
    return outcome;
  }
  throw conflict(scope.resource, scope.name, OUTDATED);
}

/** Undefined where another write came first. */
async function tryUpdate(registry: Registry, scope: ObjectScope, source: UpdateSource): Promise<UpdateOutcome | undefined> {
  const { resource, name } = scope;
  const current = registry.store.get(placeOf(scope, name));
  if (current === undefined && !resource.strategy.allowCreateOnUpdate && !source.forceCreate) throw notFound(resource, name);
  checkUid(scope, source.uid, current?.object);
  if (current !== undefined) await resource.conversion?.show([current.object]);
  const draft = await source.build(current?.object);
  const version = versionIn(draft);
  if (current === undefined) return createByUpdate(registry, scope, draft);
  checkVersion(scope, { version, current });
  metadataOf(draft)['resourceVersion'] = String(current.revision);
  const { reservation } = scope.subresource === '' ? resource.strategy : {};
  return withReservation(reservation, { draft, old: current.object, access: reservationAccess(registry, scope) }, async () => {
    await prepareUpdate(registry, scope, { draft, old: current.object, source });
    await resource.conversion?.settle(draft);
    resource.codec.fillDefaults(draft);
    keepTimes(draft, current.object);
    if (isFinished(draft, current.object) && !resource.strategy.keepsAfterFinalizers?.(draft))
      return removeFinished(registry, scope, { draft, current });
    return storeUpdate(registry, scope, { draft, current });
  });
}

async function createByUpdate(registry: Registry, scope: ObjectScope, draft: Draft): Promise<UpdateOutcome> {
  fillSystemFields(draft, registry, scope);
  delete metadataOf(draft)['resourceVersion'];
  const { reservation } = scope.resource.strategy;
  return withReservation(reservation, { draft, access: reservationAccess(registry, scope) }, async () => {
    await prepareCreation(registry, scope, draft);
    await scope.resource.conversion?.settle(draft);
    return { object: storeNew(registry, scope, { draft, generated: false }), created: true };
  });
}

function checkUid(scope: ObjectScope, uid: string, current: JsonObject | undefined): void {
  const stored = current === undefined ? '' : uidOf(current);
  if (uid === '' || uid === stored) return;
  const why = `Precondition failed: UID in precondition: ${uid}, UID in object meta: ${stored}`;
  throw storageConflict(scope, why);
}

/** A conflict in the words of the store. */
export function storageConflict(scope: ObjectScope, why: string): Error {
  const key = storageKey(scope, scope.name);
  return conflict(
    scope.resource,
    scope.name,
    `StorageError: invalid object, Code: 4, Key: ${key}, ResourceVersion: 0, AdditionalErrorMsg: ${why}`,
  );
}

/** 0 where the object names none. */
function versionIn(draft: Draft): number {
  const text = resourceVersionOf(draft);
  if (text === '' || text === '0') return 0;
  if (/^[0-9]+$/.test(text)) return Number(text);
  const message = `strconv.ParseUint: parsing ${JSON.stringify(text)}: invalid syntax`;
  throw failure({ code: 500, reason: '', message });
}

function checkVersion(
  { resource, name }: ObjectScope,
  { version, current }: { readonly version: number; readonly current: StoredObject },
): void {
  if (version === current.revision) return;
  if (version !== 0) throw conflict(resource, name, OUTDATED);
  if (resource.strategy.allowUnconditionalUpdate) return;
  const error = invalidValue('metadata.resourceVersion', 0, 'must be specified for an update');
  throw invalid({ group: resource.group, kind: resource.resource, name }, [error]);
}

type Prepared = { readonly draft: Draft; readonly old: JsonObject; readonly source: Pick<UpdateSource, 'shape' | 'projection'> };

async function prepareUpdate(registry: Registry, scope: ObjectScope, { draft, old, source }: Prepared): Promise<void> {
  const { resource, subresource, namespace } = scope;
  const { shape, projection } = source;
  const context = contextOf(scope);
  ensureNamespace(draft, resource.namespaced ? namespace : '');
  keepGeneration(draft, old);
  if (shape !== undefined) shape.prepare(draft, old, context);
  else if (subresource === 'status') prepareStatus(draft, old, scope);
  else prepareMain(draft, old, scope);
  keepSystemFields(draft, old);
  withTidyMetadata(draft);
  if (shape !== undefined) shape.validate(draft, old, context);
  else if (subresource === 'status') validateStatusUpdate(resource, { object: draft, old }, context);
  else validateMainUpdate(resource, { object: draft, old }, context);
  if (shape === undefined) warnOfUpdate(scope, draft, old);
  resource.strategy.canonicalize?.(draft);
  const seen =
    projection === undefined
      ? { object: draft, old }
      : { object: draftOf(projection.project(draft)), old: projection.project(old), shown: projection.shown };
  await validateAdmitted(registry.admission, admissionOf(scope, { operation: 'UPDATE', ...seen }));
}

function warnOfUpdate({ resource, subresource, warn }: ObjectScope, draft: Draft, old: JsonObject): void {
  const { strategy } = resource;
  const told = subresource === 'status' ? strategy.status?.warnings?.(draft) : strategy.warnings?.(draft, old);
  for (const text of told ?? []) warn(text);
}

function prepareMain(draft: Draft, old: JsonObject, scope: ObjectScope): void {
  const { strategy } = scope.resource;
  for (const field of strategy.status?.fields ?? []) copyField(draft, old, field);
  strategy.prepareForUpdate?.(draft, old, contextOf(scope));
  const { generation } = strategy;
  if (generation.kind === 'none') return;
  const moved = generation.fields.some((field) => !jsonEquals(draft[field] ?? null, old[field] ?? null));
  const changed = moved || (generation.annotations && !jsonEquals(annotationsOf(draft), annotationsOf(old)));
  if (changed) metadataOf(draft)['generation'] = generationOf(old) + 1;
}

function prepareStatus(draft: Draft, old: JsonObject, scope: ObjectScope): void {
  const { status } = scope.resource.strategy;
  if (status === undefined) return;
  const others = new Set(
    [...Object.keys(draft), ...Object.keys(old)].filter((field) => field !== 'metadata' && !status.fields.includes(field)),
  );
  for (const field of others) copyField(draft, old, field);
  for (const field of status.keptMetadata) copyField(metadataOf(draft), metadataOf(old as Draft), field);
  status.prepareForUpdate?.(draft, old, contextOf(scope));
}

/** Sets or removes the field as it is in the old object. */
export function copyField(draft: Draft, old: JsonObject, field: string): void {
  const value = Object.hasOwn(old, field) ? old[field] : undefined;
  if (value === undefined) delete draft[field];
  else draft[field] = copyOf(value);
}

function keepGeneration(draft: Draft, old: JsonObject): void {
  const generation = generationOf(old);
  if (generation === 0) delete metadataOf(draft)['generation'];
  else metadataOf(draft)['generation'] = generation;
}

function keepSystemFields(draft: Draft, old: JsonObject): void {
  const metadata = metadataOf(draft);
  const known = metadataOf(old as Draft);
  if (uidOf(draft) === '') copyField(metadata, known, 'uid');
  if (known['creationTimestamp'] !== undefined) copyField(metadata, known, 'creationTimestamp');
  if (known['deletionTimestamp'] !== undefined) copyField(metadata, known, 'deletionTimestamp');
  const grace = metadata['deletionGracePeriodSeconds'];
  if (known['deletionGracePeriodSeconds'] !== undefined && (grace === undefined || grace === null)) {
    copyField(metadata, known, 'deletionGracePeriodSeconds');
  }
}

/** The update took the last finalizer of an object that is being deleted. */
function isFinished(draft: Draft, old: JsonObject): boolean {
  return finalizersOf(draft).length === 0 && isDeleting(old) && (deletionGraceOf(old) ?? 0) === 0;
}

type Change = { readonly draft: Draft; readonly current: StoredObject };

function removeFinished(registry: Registry, scope: ObjectScope, { draft, current }: Change): UpdateOutcome | undefined {
  if (scope.dryRun) return { object: draft, created: false };
  const place = placeOf(scope, scope.name);
  const deleted = registry.store.delete(place, { object: current.object, expected: current.revision });
  if (deleted.kind === 'conflict') return undefined;
  scope.resource.strategy.reservation?.release(current.object, reservationAccess(registry, scope));
  return { object: draft, created: false };
}

function storeUpdate({ store, due }: Registry, scope: ObjectScope, { draft, current }: Change): UpdateOutcome | undefined {
  if (jsonEquals(draft, current.object) && !due.has(current.object)) return { object: current.object, created: false };
  if (scope.dryRun) return { object: draft, created: false };
  const updated = store.update(placeOf(scope, scope.name), { object: draft, expected: current.revision });
  return updated.kind === 'conflict' ? undefined : { object: updated.stored.object, created: false };
}
