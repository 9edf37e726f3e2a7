// From a resource request to the verb that answers it.
import type { ApiRequest, ApiResponse } from '../api-request.ts';
import type { Environment } from '../environment.ts';
import { methodNotAllowed, methodNotSupported, noSuchResource, notImplemented } from '../failures.ts';
import { notFoundPage } from '../paths/plain-text.ts';
import type { RequestInfo } from '../request-info.ts';
import type { ServedResource } from '../served-resource.ts';
import { handleCreate } from './create.ts';
import { handleDelete, handleDeleteCollection } from './delete.ts';
import { handleGet } from './get.ts';
import { handleList } from './list.ts';
import { handlePatch } from './patch.ts';
import type { Target } from './target.ts';
import { handleUpdate } from './update.ts';
import { handleWatch } from './watch.ts';

type Handler = (environment: Environment, target: Target) => Promise<ApiResponse> | ApiResponse;

const ON_OBJECTS: Readonly<Record<string, Handler>> = {
  get: handleGet,
  list: handleList,
  watch: handleWatch,
  create: handleCreate,
  update: (environment, target) => handleUpdate(environment, target),
  patch: (environment, target) => handlePatch(environment, target),
  delete: handleDelete,
  deletecollection: handleDeleteCollection,
};

const ON_STATUS: Readonly<Record<string, Handler>> = {
  get: handleGet,
  update: (environment, target) => handleUpdate(environment, target),
  patch: (environment, target) => handlePatch(environment, target),
};

export function handleResource(environment: Environment, request: ApiRequest, info: RequestInfo): Promise<ApiResponse> | ApiResponse {
  const found = environment.catalog.lookup(info.group, info.version, info.resource);
  if (found.kind === 'no-resource') throw noSuchResource();
  if (found.kind !== 'found') return notFoundPage();
  const target = { request, info, resource: found.resource, warnings: new Set<string>() };
  checkRoute(target);
  return handlerFor(target)(environment, target);
}

/** Paths that no route leads to. @throws RequestRefused */
function checkRoute({ info, resource }: Target): void {
  const { namespace, name, parts } = info;
  const isNamespace = resource.group === '' && resource.resource === 'namespaces';
  if (!resource.namespaced && namespace !== '' && !isNamespace) throw noSuchResource();
  if (resource.namespaced && namespace === '' && name !== '') throw noSuchResource();
  if (parts.length > 3) throw noSuchResource();
}

function handlerFor(target: Target): Handler {
  const { info, resource } = target;
  if (info.subresource !== '') return subresourceHandler(target);
  const handler = ON_OBJECTS[info.verb];
  if (handler === undefined || !isRouted(target)) throw methodNotAllowed();
  if (!resource.verbs.includes(info.verb)) throw unsupportedVerb(resource, info.verb);
  return handler;
}

/** A collection is created in and listed, an object is everything else; a namespaced collection only within a namespace. */
function isRouted({ info, resource }: Target): boolean {
  if (info.verb === 'create') return info.name === '' && (!resource.namespaced || info.namespace !== '');
  if (info.verb === 'deletecollection') return !resource.namespaced || info.namespace !== '';
  return info.verb === 'list' || info.verb === 'watch' || info.name !== '';
}

function unsupportedVerb(resource: ServedResource, verb: string): Error {
  return verb === 'watch' ? methodNotSupported(resource, 'watch') : methodNotAllowed();
}

function subresourceHandler({ info, resource }: Target): Handler {
  const known = resource.subresources.find(({ name }) => name === info.subresource);
  if (known === undefined) throw noSuchResource();
  if (!known.verbs.includes(info.verb)) throw methodNotAllowed();
  const handler = info.subresource === 'status' ? ON_STATUS[info.verb] : undefined;
  if (handler === undefined) throw notImplemented(`${info.verb} of ${resource.resource}/${info.subresource}`);
  return handler;
}
