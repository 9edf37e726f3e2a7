// Which handler a request for a custom resource goes to. There are no routes: only the verb counts, and which subresource is named.
import { methodNotSupported, notFound } from '../failures.ts';
import type { ServedResource } from '../served-resource.ts';
import { handleScale } from '../subresources/handle-scale.ts';
import type { Handler } from './handlers.ts';
import { ON_OBJECTS, ON_STATUS, warnOfAge } from './handlers.ts';
import type { Target } from './target.ts';

const ACROSS_NAMESPACES = ['list', 'watch'];

/** Undefined where the path is none of the resource's. @throws RequestRefused */
export function customRoute(target: Target): Handler | undefined {
  const { info, resource } = target;
  const { verb, namespace, subresource } = info;
  if (!resource.namespaced && namespace !== '') return undefined;
  if (resource.namespaced && namespace === '' && !ACROSS_NAMESPACES.includes(verb)) return undefined;
  warnOfAge(target);
  if (subresource === '') return objectRoute(resource, verb);
  if (!resource.subresources.some(({ name }) => name === subresource)) throw notFound(resource, info.name);
  const handler = ON_STATUS[verb];
  if (handler === undefined) throw methodNotSupported(resource, verb);
  return subresource === 'status' ? handler : (environment, target) => handleScale(environment, target, { resource, verb });
}

function objectRoute(resource: ServedResource, verb: string): Handler {
  const handler = ON_OBJECTS[verb];
  if (handler === undefined) throw methodNotSupported(resource, verb);
  return handler;
}
