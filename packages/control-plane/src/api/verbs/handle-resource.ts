// From a resource request to the verb that answers it.
import type { ApiResponse } from '../api-request.ts';
import type { Environment } from '../environment.ts';
import { noSuchResource } from '../failures.ts';
import { notFoundPage } from '../paths/plain-text.ts';
import { builtInRoute } from './built-in-routes.ts';
import { convertFirst } from './convert-first.ts';
import { customRoute } from './custom-routes.ts';
import type { Target } from './target.ts';

export type ResourceRequest = Omit<Target, 'resource'>;

export function handleResource(environment: Environment, request: ResourceRequest): Promise<ApiResponse> | ApiResponse {
  const { info } = request;
  // Read as if one slash stood there, but no route starts so.
  if (info.path.startsWith('//')) return notFoundPage();
  const found = environment.catalog.lookup(info.group, info.version, info.resource);
  if (found.kind === 'no-resource' || (found.kind !== 'found' && info.prefix === 'api')) throw noSuchResource();
  if (found.kind !== 'found') return notFoundPage();
  const target = { ...request, resource: found.resource };
  const handler = found.resource.custom ? customRoute(target) : builtInRoute(target);
  if (handler === undefined) return notFoundPage();
  const { conversion } = found.resource;
  return conversion === undefined ? handler(environment, target) : convertFirst(environment, target, { handler, conversion });
}
