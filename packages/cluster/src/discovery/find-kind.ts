// From the kind that an object names to the resource that serves it.

import type { ApiResource } from '@rectrace/kube';
import { formatApiVersion } from '@rectrace/kube';
import { findResource } from './find-resource.ts';
import type { ServedResources } from './served-resources.ts';
import { resourceOfKind } from './served-resources.ts';

/** group and version are absent where only the kind is known. */
export type NamedKind = { readonly kind: string; readonly group?: string; readonly version?: string };

/** what: the kind as it was asked for, 'Deployment of apps/v1'. choices: 'plural.group' each, sorted. */
export type FoundKind =
  | { readonly kind: 'resource'; readonly resource: ApiResource }
  | { readonly kind: 'notServed'; readonly what: string }
  | { readonly kind: 'ambiguous'; readonly what: string; readonly choices: readonly string[] };

/** A kind without a group is looked for in all groups; the core group wins. */
export function findKind(served: ServedResources, { kind, group, version }: NamedKind): FoundKind {
  if (group !== undefined) {
    const resource = resourceOfKind(served, { group, kind, ...(version === undefined ? {} : { version }) });
    const what = `${kind} of ${version === undefined ? group : formatApiVersion(group, version)}`;
    return resource === undefined ? { kind: 'notServed', what } : { kind: 'resource', resource };
  }
  const found = findResource(served, kind);
  if (found.kind === 'found') return { kind: 'resource', resource: found.resource };
  if (found.kind === 'unknown') return { kind: 'notServed', what: kind };
  return { kind: 'ambiguous', what: kind, choices: found.candidates };
}
