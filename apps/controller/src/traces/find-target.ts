// From what a trace names to the resource that serves it.

import type { ServedResources } from '@rectrace/cluster';
import { findResource, resourceOfKind } from '@rectrace/cluster';
import type { ApiResource } from '@rectrace/kube';
import { formatApiVersion, formatRef } from '@rectrace/kube';
import type { TraceTarget } from './trace-spec.ts';

export type FoundTarget =
  | { readonly kind: 'resource'; readonly resource: ApiResource }
  | { readonly kind: 'notServed'; readonly what: string }
  | { readonly kind: 'ambiguous'; readonly what: string; readonly choices: readonly string[] };

/** A kind without a group is looked for in all groups; the core group wins. */
export function findTarget(served: ServedResources, target: TraceTarget): FoundTarget {
  const { kind, group, version } = target;
  if (group !== undefined) {
    const resource = resourceOfKind(served, { group, kind, ...(version === undefined ? {} : { version }) });
    const what = version === undefined ? `${kind} of ${group}` : `${kind} of ${formatApiVersion(group, version)}`;
    return resource === undefined ? { kind: 'notServed', what } : { kind: 'resource', resource };
  }
  const found = findResource(served, kind);
  if (found.kind === 'found') return { kind: 'resource', resource: found.resource };
  if (found.kind === 'unknown') return { kind: 'notServed', what: kind };
  return { kind: 'ambiguous', what: kind, choices: found.candidates };
}

/** 'Deployment/plain/web', with the namespace only where the kind has one. */
export function nameTarget({ kind, namespace, name }: TraceTarget, resource: ApiResource | undefined): string {
  return formatRef({ kind: resource?.kind ?? kind, namespace: resource?.namespaced === false ? '' : namespace, name });
}
