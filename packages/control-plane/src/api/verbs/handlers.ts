// What the verbs do with objects and with their status.
import type { ApiResponse } from '../api-request.ts';
import type { Environment } from '../environment.ts';
import { handleCreate } from './create.ts';
import { handleDelete, handleDeleteCollection } from './delete.ts';
import { handleGet } from './get.ts';
import { handleList } from './list.ts';
import { handlePatch } from './patch.ts';
import type { Target } from './target.ts';
import { handleUpdate } from './update.ts';
import { handleWatch } from './watch.ts';

export type Handler = (environment: Environment, target: Target) => Promise<ApiResponse> | ApiResponse;

export const ON_OBJECTS: Readonly<Record<string, Handler>> = {
  get: (environment, target) => handleGet(environment, target),
  list: handleList,
  watch: handleWatch,
  create: handleCreate,
  update: (environment, target) => handleUpdate(environment, target),
  patch: (environment, target) => handlePatch(environment, target),
  delete: handleDelete,
  deletecollection: handleDeleteCollection,
};

export const ON_STATUS: Readonly<Record<string, Handler>> = {
  get: (environment, target) => handleGet(environment, target),
  update: (environment, target) => handleUpdate(environment, target),
  patch: (environment, target) => handlePatch(environment, target),
};

/** Every request on a deprecated version hears of it. */
export function warnOfAge({ resource, warnings }: Target): void {
  if (resource.deprecation !== undefined) warnings.add(resource.deprecation);
}
