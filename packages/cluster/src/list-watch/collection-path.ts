// URLs of collections and objects.

import type { ApiResource } from '@rectrace/kube';

/** '/api/v1/namespaces/default/pods', '/apis/apps/v1/deployments'. namespace '' = all namespaces or cluster scope. */
export function collectionPath(resource: ApiResource, namespace: string): string {
  const root = resource.group === '' ? `/api/${resource.version}` : `/apis/${resource.group}/${resource.version}`;
  const scope = namespace === '' || !resource.namespaced ? '' : `/namespaces/${encodeURIComponent(namespace)}`;
  return `${root}${scope}/${resource.resource}`;
}

/** The path of one object, or of its subresource ('status', 'scale'). */
export function objectPath(
  resource: ApiResource,
  at: { readonly namespace: string; readonly name: string; readonly subresource?: string },
): string {
  const tail = at.subresource === undefined ? '' : `/${at.subresource}`;
  return `${collectionPath(resource, at.namespace)}/${encodeURIComponent(at.name)}${tail}`;
}
