// What a request asks for, as authorizers judge it.
import type { ApiRequest } from '../api-request.ts';
import type { RequestInfo } from '../request-info.ts';
import { exactValueOf, parseFieldSelector } from '../selectors/field-selector-text.ts';
import type { RequestAttributes } from './authorizer.ts';

export function attributesOf({ user, path, query }: ApiRequest, info: RequestInfo): RequestAttributes {
  const { verb, group, version, resource, subresource, namespace } = info;
  if (!info.isResourceRequest) return { kind: 'path', user, verb, path };
  const name = info.name === '' ? selectedName(query) : info.name;
  return { kind: 'resource', user, verb, group, version, resource, subresource, namespace, name };
}

/** A list or watch of one object by its name counts as a request for that object. */
function selectedName(query: URLSearchParams): string {
  const parsed = parseFieldSelector(query.get('fieldSelector') ?? '');
  return parsed.kind === 'invalid' ? '' : (exactValueOf(parsed.terms, 'metadata.name') ?? '');
}
