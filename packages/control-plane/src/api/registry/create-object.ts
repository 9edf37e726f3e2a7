// Creates an object: names it, lets its strategy prepare and check it, and stores it.
import type { JsonObject } from '@rectrace/kube';
import { RequestRefused } from '../../errors.ts';
import { validateAdmitted } from '../admission/admission-plugin.ts';
import type { Draft } from '../draft.ts';
import { draftOf } from '../draft.ts';
import { alreadyExists, badRequest, failure, noUniqueName } from '../failures.ts';
import { isDeleting, metadataOf, nameOf, namespaceOf, resourceVersionOf, withTidyMetadata } from '../metadata.ts';
import { generatedName, newUid } from '../random-source.ts';
import { withReservation } from '../reservation.ts';
import type { ObjectScope, Registry } from './registry.ts';
import { admissionOf, contextOf, placeOf, reservationAccess } from './registry.ts';
import { validateCreation } from './validate-object.ts';

const MOST_TRIES = 8;

/** The stored object, ready to be presented; for a dry run what would have been stored, without a resourceVersion. @throws RequestRefused */
export async function createObject(registry: Registry, scope: ObjectScope, draft: Draft): Promise<JsonObject> {
  if (nameOf(draft) !== '' || !hasGenerateName(draft)) return createOnce(registry, scope, draft);
  for (let tries = 1; ; tries++) {
    try {
      return await createOnce(registry, scope, draftOf(draft));
    } catch (error) {
      if (tries >= MOST_TRIES || !isTaken(error)) throw error;
    }
  }
}

/** Gives the object what only the server sets. */
export function fillSystemFields(draft: Draft, { random }: Registry, { now }: ObjectScope): void {
  const metadata = metadataOf(draft);
  metadata['creationTimestamp'] = now;
  metadata['uid'] = newUid(random);
}

/** Strategy and checks of a creation, also of one that a PUT or an apply makes. @throws RequestRefused */
export async function prepareCreation(registry: Registry, scope: ObjectScope, draft: Draft): Promise<void> {
  const { resource, namespace } = scope;
  const { strategy } = resource;
  ensureNamespace(draft, resource.namespaced ? namespace : '');
  prepareGeneric(draft, scope);
  strategy.prepareForCreate?.(draft, contextOf(scope));
  withTidyMetadata(draft);
  validateCreation(resource, draft, contextOf(scope));
  for (const text of strategy.warnings?.(draft) ?? []) scope.warn(text);
  strategy.canonicalize?.(draft);
  await validateAdmitted(registry.admission, admissionOf(scope, { operation: 'CREATE', object: draft, name: nameOf(draft) }));
}

/** An object without a namespace gets the request's. @throws RequestRefused where it names another. */
export function ensureNamespace(draft: Draft, namespace: string): void {
  const metadata = metadataOf(draft);
  const own = namespaceOf(draft);
  if (own === namespace) return;
  if (own === '') metadata['namespace'] = namespace;
  else if (namespace === '') delete metadata['namespace'];
  else throw badRequest('the namespace of the provided object does not match the namespace sent on the request');
}

function prepareGeneric(draft: Draft, { resource }: ObjectScope): void {
  const { generation, status } = resource.strategy;
  if (generation.kind === 'counted') metadataOf(draft)['generation'] = 1;
  if (status === undefined || status.atCreation === 'sent') return;
  for (const field of status.fields) draft[field] = status.atCreation;
}

function hasGenerateName(draft: Draft): boolean {
  const prefix = metadataOf(draft)['generateName'];
  return typeof prefix === 'string' && prefix !== '';
}

function isTaken(error: unknown): boolean {
  return error instanceof RequestRefused && error.status.reason === 'AlreadyExists';
}

async function createOnce(registry: Registry, scope: ObjectScope, draft: Draft): Promise<JsonObject> {
  const generated = nameOf(draft) === '' && hasGenerateName(draft);
  fillSystemFields(draft, registry, scope);
  if (generated) metadataOf(draft)['name'] = generatedName(String(metadataOf(draft)['generateName']), registry.random);
  const { reservation } = scope.resource.strategy;
  return withReservation(reservation, { draft, access: reservationAccess(registry, scope) }, async () => {
    await prepareCreation(registry, scope, draft);
    await scope.resource.conversion?.settle(draft);
    const stored = storeNew(registry, scope, { draft, generated: hasGenerateName(draft) });
    await scope.resource.conversion?.show([stored]);
    return stored;
  });
}

type NewObject = { readonly draft: Draft; readonly generated: boolean };

/** @throws RequestRefused where the name is taken. */
export function storeNew({ store, due }: Registry, scope: ObjectScope, { draft, generated }: NewObject): JsonObject {
  const { resource, dryRun } = scope;
  const name = nameOf(draft);
  if (/^[0-9]+$/.test(resourceVersionOf(draft)) && Number(resourceVersionOf(draft)) !== 0) {
    throw failure({ code: 500, reason: '', message: 'resourceVersion should not be set on objects to be created' });
  }
  delete metadataOf(draft)['resourceVersion'];
  resource.codec.fillDefaults(draft);
  const place = placeOf(scope, name);
  const existing = store.get(place);
  if (existing !== undefined) throw taken(resource, { name, generated, deleting: isDeleting(existing.object) });
  if (dryRun) return draft;
  const { object } = store.create(place, draft).stored;
  if (resource.strategy.storesFirstUpdate === true) due.add(object);
  return object;
}

type Taken = { readonly name: string; readonly generated: boolean; readonly deleting: boolean };

function taken(resource: ObjectScope['resource'], { name, generated, deleting }: Taken): RequestRefused {
  const refused = generated ? noUniqueName(resource, name) : alreadyExists(resource, name);
  return deleting ? new RequestRefused({ ...refused.status, message: `object is being deleted: ${refused.status.message}` }) : refused;
}
