// From a resource request to the verb that answers it.
import type { ApiResponse } from '../api-request.ts';
import type { Environment } from '../environment.ts';
import { invalid, methodNotAllowed, methodNotSupported, noSuchResource, notImplemented } from '../failures.ts';
import { nameOf } from '../metadata.ts';
import { notFoundPage } from '../paths/plain-text.ts';
import type { UpdateShape } from '../registry/update-object.ts';
import type { RequestInfo } from '../request-info.ts';
import type { ServedResource } from '../served-resource.ts';
import { connectorOf } from '../subresources/connectors.ts';
import { validateObjectMetaUpdate } from '../validation/object-meta.ts';
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
  get: (environment, target) => handleGet(environment, target),
  list: handleList,
  watch: handleWatch,
  create: handleCreate,
  update: (environment, target) => handleUpdate(environment, target),
  patch: (environment, target) => handlePatch(environment, target),
  delete: handleDelete,
  deletecollection: handleDeleteCollection,
};

const ON_STATUS: Readonly<Record<string, Handler>> = {
  get: (environment, target) => handleGet(environment, target),
  update: (environment, target) => handleUpdate(environment, target),
  patch: (environment, target) => handlePatch(environment, target),
};

export type ResourceRequest = Omit<Target, 'resource'>;

export function handleResource(environment: Environment, request: ResourceRequest): Promise<ApiResponse> | ApiResponse {
  const { info } = request;
  const found = environment.catalog.lookup(info.group, info.version, info.resource);
  if (found.kind === 'no-resource') throw noSuchResource();
  if (found.kind !== 'found') return notFoundPage();
  const target = { ...request, resource: found.resource };
  checkRoute(target);
  if (found.resource.deprecation !== undefined) target.warnings.add(found.resource.deprecation);
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

/** A subresource that shows the object itself. */
function viewHandler({ group, kind, strategy }: ServedResource, { subresource, verb }: RequestInfo): Handler | undefined {
  const view = strategy.views?.[subresource];
  if (view === undefined || ON_STATUS[verb] === undefined) return undefined;
  if (verb === 'get') return (environment, target) => handleGet(environment, target);
  const shape: UpdateShape = {
    prepare: view.prepareForUpdate,
    validate: (object, old) => {
      const errors = [...validateObjectMetaUpdate(object, old), ...view.validateUpdate(object, old)];
      if (errors.length > 0) throw invalid({ group, kind, name: nameOf(object) }, errors);
    },
  };
  return (environment, target) =>
    verb === 'update' ? handleUpdate(environment, target, { shape }) : handlePatch(environment, target, { shape });
}

function subresourceHandler({ info, resource }: Target): Handler {
  const known = resource.subresources.find(({ name }) => name === info.subresource);
  if (known === undefined) throw noSuchResource();
  if (!known.verbs.includes(info.verb)) throw methodNotAllowed();
  const handler = info.subresource === 'status' ? ON_STATUS[info.verb] : (viewHandler(resource, info) ?? connectorOf(resource, info));
  if (handler === undefined) throw notImplemented(`${info.verb} of ${resource.resource}/${info.subresource}`);
  return handler;
}
