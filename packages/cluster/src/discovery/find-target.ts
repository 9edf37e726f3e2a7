// From what a user types for an object to a resource and a name.

import type { ApiResource } from '@rectrace/kube';
import { parseTarget } from '@rectrace/kube';
import type { FoundResource } from './find-resource.ts';
import { findResource } from './find-resource.ts';
import type { ServedResources } from './served-resources.ts';

/** namespace: where the words name one. */
export type FoundTarget =
  | { readonly kind: 'target'; readonly resource: ApiResource; readonly namespace?: string; readonly name: string }
  | { readonly kind: 'malformed'; readonly message: string }
  | Exclude<FoundResource, { readonly kind: 'found' }>;

/** words: 'deploy/web', 'deploy/plain/web', or 'deploy' and 'web'. */
export function findTarget(served: ServedResources, words: readonly string[]): FoundTarget {
  const target = parseTarget(words);
  if (target.kind === 'malformed') return target;
  const found = findResource(served, target.word);
  if (found.kind !== 'found') return found;
  const { name, namespace } = target;
  return { kind: 'target', resource: found.resource, name, ...(namespace === undefined ? {} : { namespace }) };
}
