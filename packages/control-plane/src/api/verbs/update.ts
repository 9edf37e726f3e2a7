// update
import type { Json, JsonObject } from '@rectrace/kube';
import { mutateAdmitted } from '../admission/admission-plugin.ts';
import type { ApiResponse } from '../api-request.ts';
import type { Draft } from '../draft.ts';
import { draftOf } from '../draft.ts';
import type { Environment } from '../environment.ts';
import { badRequest } from '../failures.ts';
import { noteConvertedWrite, noteWrite } from '../field-manager.ts';
import { nameOf, namespaceOf, uidOf } from '../metadata.ts';
import { writeOptionsIn } from '../options/write-options.ts';
import { ensureNamespace } from '../registry/create-object.ts';
import type { ObjectScope } from '../registry/registry.ts';
import { admissionOf } from '../registry/registry.ts';
import type { UpdateShape, UpdateSource } from '../registry/update-object.ts';
import { updateObject } from '../registry/update-object.ts';
import type { Projection } from '../served-resource.ts';
import { answerObject } from './answer.ts';
import { dropRepeatedOwners, TWICE, TWICE_ADMITTED } from './create.ts';
import { checkName, checkNamed } from './get.ts';
import { negotiateAnswer } from './negotiate.ts';
import { managerOf, scopeOf } from './object-scope.ts';
import { quotingSent } from './quote-sent.ts';
import { readObject } from './read-body.ts';
import { absorbShown, showObject } from './shown-object.ts';
import type { Target } from './target.ts';

/** @throws RequestRefused */
export async function handleUpdate(environment: Environment, target: Target, { shape, projection }: Writing = {}): Promise<ApiResponse> {
  const { request, info } = target;
  checkNamed(info.name);
  const media = negotiateAnswer(environment, target);
  const options = writeOptionsIn(request.query, 'UpdateOptions');
  const shown = projection === undefined ? target : { ...target, resource: projection.shown };
  const { draft, sent } = readObject(environment, shown, options.fieldValidation);
  ensureNamespace(draft, isNamespace(target) ? '' : info.namespace);
  checkNames(draft, info);
  checkName(info.name);
  const scope = scopeOf(environment, target, options);
  const manager = managerOf(options.fieldManager, request.headers.userAgent);
  dropRepeatedOwners(draft, (uids) => scope.warn(TWICE + uids));
  const source: UpdateSource = {
    build: async (current) => {
      const written = draftOf(draft);
      if (projection === undefined || current === undefined)
        return admitted(environment, scope, { draft: written, current, manager, sent });
      const shownOld = showObject({ resource: target.resource, projection }, current);
      const { subresource, now } = scope;
      noteWrite(written, shownOld, { resource: projection.shown, subresource, manager, now });
      return projected(environment, scope, { draft: written, current, shownOld, projection });
    },
    uid: projection === undefined ? uidOf(draft) : '',
    forceCreate: false,
    shape,
    projection,
  };
  const { object, created } = await quotingSent(
    () => sent,
    () => updateObject(environment.registry, scope, source),
  );
  return answerObject(environment, shown, { stored: projection?.project(object) ?? object, status: created ? 201 : 200, media });
}

/** How a subresource writes: a part of its object, or its object in another kind. */
export type Writing = { readonly shape?: UpdateShape; readonly projection?: Projection };

/** @throws RequestRefused where the body names another object than the path. */
export function checkNames(draft: Draft, { name, namespace }: { readonly name: string; readonly namespace: string }): void {
  const own = nameOf(draft);
  if (own === '') throw badRequest(`the name of the object (${name} based on URL) was undeterminable: name must be provided`);
  if (own !== name) throw badRequest(`the name of the object (${own}) does not match the name on the URL (${name})`);
  const where = namespaceOf(draft);
  if (namespace !== '' && where !== '' && where !== namespace) {
    throw badRequest(`the namespace of the object (${where}) does not match the namespace on the request (${namespace})`);
  }
}

type Admitting = { readonly draft: Draft; readonly current: JsonObject | undefined; readonly manager: string; readonly sent: Json };

/** The draft with its managed fields, after mutating admission. @throws RequestRefused */
export async function admitted(environment: Environment, scope: ObjectScope, { draft, current, manager, sent }: Admitting): Promise<Draft> {
  const { resource, subresource, now } = scope;
  await noteConvertedWrite(draft, current, { resource, subresource, manager, now, sent });
  return mutated(environment, scope, { draft, current });
}

/** @throws RequestRefused */
export async function mutated(
  environment: Environment,
  scope: ObjectScope,
  { draft, current }: Omit<Admitting, 'manager' | 'sent'>,
): Promise<Draft> {
  const request =
    current === undefined
      ? ({ operation: 'CREATE', object: draft } as const)
      : ({ operation: 'UPDATE', object: draft, old: current } as const);
  await mutateAdmitted(environment.registry.admission, admissionOf(scope, request));
  dropRepeatedOwners(draft, (uids) => scope.warn(TWICE_ADMITTED + uids));
  return draft;
}

type Projecting = {
  /** As the projection shows it. */
  readonly draft: Draft;
  readonly current: JsonObject;
  readonly shownOld: JsonObject;
  readonly projection: Projection;
};

/** What was written through a projection, after mutating admission, as the object that is stored. @throws RequestRefused */
export async function projected(environment: Environment, scope: ObjectScope, projecting: Projecting): Promise<Draft> {
  const { draft, current, shownOld, projection } = projecting;
  const { shown } = projection;
  const { resource } = scope;
  await mutateAdmitted(environment.registry.admission, admissionOf(scope, { operation: 'UPDATE', object: draft, old: shownOld, shown }));
  return absorbShown({ resource, projection }, draft, current);
}

export function isNamespace({ resource }: Target): boolean {
  return resource.group === '' && resource.resource === 'namespaces';
}
