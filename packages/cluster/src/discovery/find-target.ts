// From 'KIND/NAME' or 'KIND NAME' to a resource and a name.

import type { ApiResource } from '@rectrace/kube';
import type { FoundResource } from './find-resource.ts';
import { findResource } from './find-resource.ts';
import type { ServedResources } from './served-resources.ts';

export type FoundTarget =
  | { readonly kind: 'target'; readonly resource: ApiResource; readonly name: string }
  | { readonly kind: 'malformed'; readonly message: string }
  | Exclude<FoundResource, { readonly kind: 'found' }>;

/** One argument 'deploy/web' or two 'deploy', 'web'. */
export function findTarget(served: ServedResources, words: readonly string[]): FoundTarget {
  const [first = '', second] = words;
  const slash = first.indexOf('/');
  const kind = slash < 0 ? first : first.slice(0, slash);
  const name = slash < 0 ? (second ?? '') : first.slice(slash + 1);
  if (kind === '' || name === '' || name.includes('/'))
    return { kind: 'malformed', message: `${words.join(' ')} names no object; write KIND/NAME` };
  const found = findResource(served, kind);
  return found.kind === 'found' ? { kind: 'target', resource: found.resource, name } : found;
}
