// A resource type as discovery publishes it, and the key that names it in maps, positions and recording files.

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
  const name = scope.group === '' ? scope.resource : `${scope.resource}.${scope.group}`;
  return `${name}@${scope.namespace}`;
}

/** The inverse of formatScope. */
export function parseScope(text: string): ResourceScope {
  const at = text.lastIndexOf('@');
  const name = text.slice(0, at);
  const dot = name.indexOf('.');
  const namespace = text.slice(at + 1);
  return dot < 0 ? { group: '', resource: name, namespace } : { group: name.slice(dot + 1), resource: name.slice(0, dot), namespace };
}
