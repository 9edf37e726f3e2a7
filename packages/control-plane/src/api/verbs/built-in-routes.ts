// Which handler a request for a built-in resource goes to. Every route is known beforehand: what is none is refused.
import { methodNotAllowed, methodNotSupported, noSuchResource, notImplemented } from '../failures.ts';
import type { UpdateShape } from '../registry/update-object.ts';
import { validateViewUpdate } from '../registry/validate-object.ts';
import type { RequestInfo } from '../request-info.ts';
import { answerReview } from '../reviews/answer-review.ts';
import { reviewOf } from '../reviews/review-of.ts';
import type { ServedResource } from '../served-resource.ts';
import { connectorOf } from '../subresources/connectors.ts';
import { handleGet } from './get.ts';
import type { Handler } from './handlers.ts';
import { ON_OBJECTS, ON_STATUS, warnOfAge } from './handlers.ts';
import { handlePatch } from './patch.ts';
import type { Target } from './target.ts';
import { handleUpdate } from './update.ts';

/** By what a path says, HEAD reads as well, and under /watch every method watches; there are routes of GET alone. */
const READING = ['get', 'list', 'watch'];

/** Paths that no route leads to. @throws RequestRefused */
function checkRoute({ info, resource, request }: Target): void {
  const { namespace, name, parts, subresource, verb } = info;
  const isNamespace = resource.group === '' && resource.resource === 'namespaces';
  if (!resource.namespaced && namespace !== '' && !isNamespace) throw noSuchResource();
  if (resource.namespaced && namespace === '' && name !== '') throw noSuchResource();
  if (parts.length > 3 && subresource !== 'proxy') throw noSuchResource();
  if (READING.includes(verb) && request.method !== 'GET' && subresource !== 'proxy') throw methodNotAllowed();
}

/** @throws RequestRefused where no route leads there. */
export function builtInRoute(target: Target): Handler {
  checkRoute(target);
  const { info, resource } = target;
  if (info.subresource !== '') return subresourceHandler(target);
  const review = reviewOf(resource.storage);
  if (review !== undefined && info.verb === 'create') return (environment, reviewed) => answerReview(environment, reviewed, review);
  const handler = ON_OBJECTS[info.verb];
  if (handler === undefined || !isRouted(target)) throw methodNotAllowed();
  warnOfAge(target);
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
function viewHandler(resource: ServedResource, { subresource, verb }: RequestInfo): Handler | undefined {
  const view = resource.strategy.views?.[subresource];
  if (view === undefined || ON_STATUS[verb] === undefined) return undefined;
  if (verb === 'get') return (environment, target) => handleGet(environment, target);
  const shape: UpdateShape = {
    prepare: view.prepareForUpdate,
    validate: (object, old) => validateViewUpdate(resource, { object, old }, view),
  };
  return (environment, target) =>
    verb === 'update' ? handleUpdate(environment, target, { shape }) : handlePatch(environment, target, { shape });
}

function subresourceHandler(target: Target): Handler {
  const { info, resource } = target;
  const known = resource.subresources.find(({ name }) => name === info.subresource);
  if (known === undefined) throw noSuchResource();
  if (!known.verbs.includes(info.verb)) throw methodNotAllowed();
  warnOfAge(target);
  const handler = info.subresource === 'status' ? ON_STATUS[info.verb] : (viewHandler(resource, info) ?? connectorOf(resource, info));
  if (handler === undefined) throw notImplemented(`${info.verb} of ${resource.resource}/${info.subresource}`);
  return handler;
}
