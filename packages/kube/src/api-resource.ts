// A resource type as discovery publishes it, and the key that names it in maps, positions and recording files.

import { formatGroupKind, parseGroupKind } from './object-ref.ts';

export type ApiResource = {
  readonly group: string;
  readonly version: string;
  readonly kind: string;
  /** Plural, as in URLs: 'deployments'. */
  readonly resource: string;
  readonly singular: string;
  readonly shortNames: readonly string[];
  readonly categories: readonly string[];
  readonly namespaced: boolean;
  readonly verbs: readonly string[];
};

/** One watched collection: a resource in a namespace ('' = all namespaces or cluster scope). Named 'deployments.apps' / 'pods'. */
export type ResourceScope = { readonly group: string; readonly resource: string; readonly namespace: string };

/** 'deployments.apps@plain', 'pods@' (all namespaces). Stable: it keys positions in the history. */
export function formatScope(scope: ResourceScope): string {
  return `${formatGroupKind({ group: scope.group, kind: scope.resource })}@${scope.namespace}`;
}

/** The inverse of formatScope. */
export function parseScope(text: string): ResourceScope {
  const at = text.lastIndexOf('@');
  const { kind: resource, group } = parseGroupKind(text.slice(0, at));
  return { group, resource, namespace: text.slice(at + 1) };
}
