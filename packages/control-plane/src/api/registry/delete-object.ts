// Deletes an object: at once, or by marking it where finalizers or a period of grace hold it.
import type { JsonObject } from '@rectrace/kube';
import { jsonEquals } from '@rectrace/kube';
import type { StoredObject } from '../../storage/stored-object.ts';
import { mutateAdmitted, validateAdmitted } from '../admission/admission-plugin.ts';
import type { Draft } from '../draft.ts';
import { draftOf } from '../draft.ts';
import { conflict, notFound } from '../failures.ts';
import { markAsDeleting } from '../mark-as-deleting.ts';
import {
  deletionGraceOf,
  finalizersOf,
  generationOf,
  isDeleting,
  metadataOf,
  millisOf,
  resourceVersionOf,
  timestamp,
  uidOf,
  withTidyMetadata,
} from '../metadata.ts';
import type { DeleteOptions } from '../options/delete-options.ts';
import type { ObjectScope, Registry } from './registry.ts';
import { admissionOf, contextOf, placeOf, reservationAccess } from './registry.ts';

export type Deletion = {
  /** The object as it was last, or as it now is. */
  readonly object: JsonObject;
  /** False where it is still there. */
  readonly gone: boolean;
};

const ORPHAN = 'orphan';
const FOREGROUND = 'foregroundDeletion';
const MOST_TRIES = 100;

export type DeletionRequest = {
  readonly options: DeleteOptions;
  /** Asks admission about the object as it is. @throws RequestRefused */
  readonly admit: (old: JsonObject) => Promise<void>;
};

/** @throws RequestRefused */
export async function admitDeletion({ admission }: Registry, scope: ObjectScope, old: JsonObject): Promise<void> {
  const request = admissionOf(scope, { operation: 'DELETE', old });
  await mutateAdmitted(admission, request);
  await validateAdmitted(admission, request);
}

/** @throws RequestRefused */
export async function deleteObject(registry: Registry, scope: ObjectScope, request: DeletionRequest): Promise<Deletion> {
  for (let tries = 0; tries < MOST_TRIES; tries++) {
    const deletion = await tryDelete(registry, scope, request);
    if (deletion === undefined) continue;
    if (!deletion.gone) await scope.resource.conversion?.show([deletion.object]);
    return deletion;
  }
  throw conflict(scope.resource, scope.name, 'the object is written to all the time');
}

/** Undefined where another write came first. */
async function tryDelete(registry: Registry, scope: ObjectScope, { options, admit }: DeletionRequest): Promise<Deletion | undefined> {
  const { resource, name } = scope;
  const current = registry.store.get(placeOf(scope, name));
  if (current === undefined) throw notFound(resource, name);
  await resource.conversion?.show([current.object]);
  checkPreconditions(scope, current.object, options);
  const step = nextStep(scope, current, options);
  if (step.kind === 'pending') return { object: current.object, gone: false };
  await admit(current.object);
  if (step.kind === 'mark') return mark(registry, scope, { current, marked: step.marked });
  return remove(registry, scope, { current, marked: step.marked, admit });
}

function checkPreconditions({ resource, name }: ObjectScope, object: JsonObject, { preconditions }: DeleteOptions): void {
  const { uid, resourceVersion } = preconditions;
  const subject = { group: resource.group, resource: resource.kind };
  if (uid !== undefined && uid !== uidOf(object)) {
    const why = `the UID in the precondition (${uid}) does not match the UID in record (${uidOf(object)}). The object might have been deleted and then recreated`;
    throw conflict(subject, name, why);
  }
  if (resourceVersion === undefined || resourceVersion === resourceVersionOf(object)) return;
  const why = `the ResourceVersion in the precondition (${resourceVersion}) does not match the ResourceVersion in record (${resourceVersionOf(object)}). The object might have been modified`;
  throw conflict(subject, name, why);
}

type Step =
  /** It goes already, and sooner than asked for. */
  | { readonly kind: 'pending' }
  | { readonly kind: 'mark'; readonly marked: Draft }
  /** `marked` is stored first where the kind knows grace but gives none. */
  | { readonly kind: 'remove'; readonly marked: Draft | undefined };

function nextStep(scope: ObjectScope, { object }: StoredObject, options: DeleteOptions): Step {
  const marked = draftOf(object);
  const own = ownMark(scope, marked, options);
  if (own !== undefined) return own;
  const grace = startGrace(scope, marked, options);
  if (grace === 'pending') return { kind: 'pending' };
  const finalizers = finalizersAtDeletion(scope, object, options);
  metadataOf(marked)['finalizers'] = [...finalizers];
  if (grace > 0) return { kind: 'mark', marked: withTidyMetadata(marked) };
  if (finalizers.length === 0) return { kind: 'remove', marked: grace === 0 ? withTidyMetadata(marked) : undefined };
  if (grace < 0) markAsDeleting(marked, scope.now);
  return { kind: 'mark', marked: withTidyMetadata(marked) };
}

/** Kinds that mark their objects in a way of their own. */
function ownMark(scope: ObjectScope, marked: Draft, options: DeleteOptions): Step | undefined {
  const outcome = scope.resource.strategy.markForDeletion?.(marked, contextOf(scope)) ?? 'proceed';
  if (outcome === 'held') return { kind: 'pending' };
  if (outcome === 'proceed') return undefined;
  metadataOf(marked)['finalizers'] = [...finalizersAtDeletion(scope, marked, options)];
  return { kind: 'mark', marked: withTidyMetadata(marked) };
}

/** Seconds of grace now set on the draft; -1 where the kind knows none, or it is over. */
function startGrace(scope: ObjectScope, marked: Draft, options: DeleteOptions): number | 'pending' {
  const { strategy } = scope.resource;
  if (strategy.gracePeriod === undefined) return -1;
  if (isDeleting(marked)) return shortenGrace(marked, options, scope.now);
  const grace = strategy.gracePeriod(marked, options);
  if (grace === undefined) return -1;
  const metadata = metadataOf(marked);
  metadata['deletionTimestamp'] = timestamp(millisOf(scope.now) + grace * 1000);
  metadata['deletionGracePeriodSeconds'] = grace;
  if (generationOf(marked) > 0) metadata['generation'] = generationOf(marked) + 1;
  return grace;
}

function shortenGrace(marked: Draft, { gracePeriodSeconds }: DeleteOptions, now: string): number | 'pending' {
  const running = deletionGraceOf(marked) ?? 0;
  if (running === 0) return -1;
  const wanted = gracePeriodSeconds === undefined || gracePeriodSeconds >= 0 ? gracePeriodSeconds : 1;
  if (wanted === undefined || wanted >= running) return 'pending';
  const metadata = metadataOf(marked);
  const until = millisOf(String(metadata['deletionTimestamp'])) + (wanted - running) * 1000;
  const passed = until < millisOf(now);
  const grace = passed && wanted !== 0 ? 1 : wanted;
  metadata['deletionTimestamp'] = passed ? now : timestamp(until);
  metadata['deletionGracePeriodSeconds'] = grace;
  return grace;
}

/** The garbage collector's finalizers follow from what the request and the object say about dependents. */
function finalizersAtDeletion(scope: ObjectScope, object: JsonObject, options: DeleteOptions): readonly string[] {
  const known = finalizersOf(object);
  const policy = scope.resource.strategy.garbageCollection === 'unsupported' ? 'none' : policyFor(scope, known, options);
  const others = known.filter((name) => name !== ORPHAN && name !== FOREGROUND);
  const wanted = [...others, ...(policy === 'orphan' ? [ORPHAN] : []), ...(policy === 'foreground' ? [FOREGROUND] : [])];
  const same = wanted.length === known.length && wanted.every((name) => known.includes(name));
  return same ? known : wanted;
}

function policyFor(scope: ObjectScope, finalizers: readonly string[], options: DeleteOptions): 'orphan' | 'foreground' | 'none' {
  const { orphanDependents, propagationPolicy } = options;
  if (orphanDependents !== undefined) return orphanDependents ? 'orphan' : 'none';
  if (propagationPolicy === 'Orphan') return 'orphan';
  if (propagationPolicy === 'Foreground') return 'foreground';
  if (propagationPolicy === 'Background') return 'none';
  const told = finalizers.find((name) => name === ORPHAN || name === FOREGROUND);
  if (told !== undefined) return told === ORPHAN ? 'orphan' : 'foreground';
  return scope.resource.strategy.garbageCollection === 'orphan' ? 'orphan' : 'none';
}

function mark(
  { store }: Registry,
  scope: ObjectScope,
  { current, marked }: { readonly current: StoredObject; readonly marked: Draft },
): Deletion | undefined {
  if (jsonEquals(marked, current.object)) return { object: current.object, gone: false };
  if (scope.dryRun) return { object: marked, gone: false };
  const updated = store.update(placeOf(scope, scope.name), { object: marked, expected: current.revision });
  return updated.kind === 'conflict' ? undefined : { object: updated.stored.object, gone: false };
}

/** Where a mark or finalizers stand before the removal, admission is asked about both steps. */
function inTwoSteps({ current, marked }: Omit<Removal, 'admit'>): boolean {
  return marked !== undefined || finalizersOf(current.object).length > 0;
}

type Removal = { readonly current: StoredObject; readonly marked: Draft | undefined } & Pick<DeletionRequest, 'admit'>;

async function remove(registry: Registry, scope: ObjectScope, { current, marked, admit }: Removal): Promise<Deletion | undefined> {
  if (scope.dryRun) {
    if (inTwoSteps({ current, marked })) await admit(current.object);
    return { object: marked ?? current.object, gone: true };
  }
  const { store } = registry;
  const place = placeOf(scope, scope.name);
  const last = marked === undefined ? undefined : store.update(place, { object: marked, expected: current.revision });
  if (last?.kind === 'conflict') return undefined;
  const { object, revision } = last?.stored ?? current;
  if (inTwoSteps({ current, marked })) await admit(object);
  const deleted = store.delete(place, { object, expected: revision });
  if (deleted.kind === 'conflict') return undefined;
  scope.resource.strategy.reservation?.release(object, reservationAccess(registry, scope));
  return { object: deleted.stored.object, gone: true };
}
