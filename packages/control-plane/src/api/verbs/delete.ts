// delete and deletecollection
import type { JsonObject } from '@rectrace/kube';
import { RequestRefused } from '../../errors.ts';
import type { ApiResponse } from '../api-request.ts';
import { decodeTyped } from '../codec/decode-typed.ts';
import type { Environment } from '../environment.ts';
import { badRequest } from '../failures.ts';
import { nameOf, namespaceOf, uidOf } from '../metadata.ts';
import type { DeleteOptions } from '../options/delete-options.ts';
import { deleteOptionsIn, deleteOptionsOf } from '../options/delete-options.ts';
import { listOptionsIn } from '../options/list-options.ts';
import { admitDeletion, deleteObject } from '../registry/delete-object.ts';
import { listObjects } from '../registry/list-objects.ts';
import { answerList, answerObject, answerValue } from './answer.ts';
import { checkName } from './get.ts';
import { selectingOf } from './list.ts';
import { negotiateAnswer } from './negotiate.ts';
import { scopeOf } from './object-scope.ts';
import { readOptionsBody } from './read-body.ts';
import type { Target } from './target.ts';

/** @throws RequestRefused */
export async function handleDelete(environment: Environment, target: Target): Promise<ApiResponse> {
  const media = negotiateAnswer(environment, target);
  const options = readDeleteOptions(environment, target);
  warnOfDeletion(target, options);
  checkName(target.info.name);
  const scope = scopeOf(environment, target, options);
  const admit = (old: JsonObject): Promise<void> => admitDeletion(environment.registry, scope, old);
  const { object, gone } = await deleteObject(environment.registry, scope, { options, admit });
  const status = !gone && options.orphanDependents === false ? 202 : 200;
  if (!gone || target.resource.strategy.returnsDeletedObject) return answerObject(environment, target, { stored: object, status, media });
  return answerValue(target, { value: deletedStatus(target, object), status, media });
}

/** @throws RequestRefused */
export async function handleDeleteCollection(environment: Environment, target: Target): Promise<ApiResponse> {
  const media = negotiateAnswer(environment, target);
  const listOptions = listOptionsIn(target.request.query, false);
  const options = readDeleteOptions(environment, target);
  warnOfDeletion(target, options);
  const list = listObjects(environment.store, selectingOf(target), listOptions);
  const scope = scopeOf(environment, target, options);
  // Of a collection no name is told, as the request has none.
  const admit = (old: JsonObject): Promise<void> => admitDeletion(environment.registry, scope, old);
  for (const item of list.items) {
    const namespace = target.resource.namespaced ? namespaceOf(item) : '';
    await ignoringMissing(deleteObject(environment.registry, { ...scope, namespace, name: nameOf(item) }, { options, admit }));
  }
  return answerList(environment, target, { list, status: 200, media });
}

async function ignoringMissing(deletion: Promise<unknown>): Promise<void> {
  try {
    await deletion;
  } catch (error) {
    if (!(error instanceof RequestRefused) || error.status.reason !== 'NotFound') throw error;
  }
}

function warnOfDeletion({ resource, warnings }: Target, options: DeleteOptions): void {
  const warning = resource.strategy.deletionWarning?.(options);
  if (warning !== undefined) warnings.add(warning);
}

/** Of the body where there is one, else of the query. @throws RequestRefused */
function readDeleteOptions(environment: Environment, target: Target): DeleteOptions {
  const body = readOptionsBody(environment, target, 'DeleteOptions');
  if (body === undefined) return deleteOptionsIn(target.request.query);
  const decoded = decodeTyped(body, environment.table.type('meta.v1.DeleteOptions'), { table: environment.table });
  if (decoded.kind === 'mismatch') throw badRequest(decoded.message);
  return deleteOptionsOf(decoded.object);
}

function deletedStatus({ resource }: Target, object: JsonObject): JsonObject {
  const details = {
    name: nameOf(object),
    ...(resource.group === '' ? {} : { group: resource.group }),
    kind: resource.resource,
    uid: uidOf(object),
  };
  return { kind: 'Status', apiVersion: 'v1', metadata: {}, status: 'Success', details };
}
