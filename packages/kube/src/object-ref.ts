// The one way to name a Kubernetes object. A recreated object has another uid and is another object.

import type { KubeObject } from './kube-object.ts';

export type Uid = string & { readonly __brand: 'Uid' };
/** Opaque version text as the API server published it. Compare with compareResourceVersions only. */
export type ResourceVersion = string & { readonly __brand: 'ResourceVersion' };

/** group is '' for the core group, namespace is '' for cluster-scoped objects. */
export type ObjectRef = {
  readonly group: string;
  readonly version: string;
  readonly kind: string;
  readonly namespace: string;
  readonly name: string;
  readonly uid: Uid;
};

export type GroupKind = { readonly group: string; readonly kind: string };

/** Brands text as a uid. */
export function asUid(text: string): Uid {
  return text as Uid;
}

/** Brands text as a resource version. */
export function asResourceVersion(text: string): ResourceVersion {
  return text as ResourceVersion;
}

/** 'apps/v1' -> {group: 'apps', version: 'v1'}; 'v1' -> {group: '', version: 'v1'}. */
export function parseApiVersion(apiVersion: string): { readonly group: string; readonly version: string } {
  const slash = apiVersion.indexOf('/');
  return slash < 0 ? { group: '', version: apiVersion } : { group: apiVersion.slice(0, slash), version: apiVersion.slice(slash + 1) };
}

/** The inverse of parseApiVersion. */
export function formatApiVersion(group: string, version: string): string {
  return group === '' ? version : `${group}/${version}`;
}

/** The reference of an object as it stands in a list or watch message. */
export function refOf(object: KubeObject): ObjectRef {
  const { group, version } = parseApiVersion(object.apiVersion);
  const { namespace = '', name, uid = '' } = object.metadata;
  return { group, version, kind: object.kind, namespace, name, uid: asUid(uid) };
}

/** How keys, rules and roots name a kind, whatever its version: 'Deployment.apps', 'Pod' for the core group. */
export function formatGroupKind(gk: GroupKind): string {
  return gk.group === '' ? gk.kind : `${gk.kind}.${gk.group}`;
}

/** The inverse of formatGroupKind: the kind ends at the first dot. */
export function parseGroupKind(text: string): GroupKind {
  const dot = text.indexOf('.');
  return dot < 0 ? { group: '', kind: text } : { group: text.slice(dot + 1), kind: text.slice(0, dot) };
}

/** Human form: Kind/namespace/name, or Kind/name when cluster-scoped. */
export function formatRef(ref: Pick<ObjectRef, 'kind' | 'namespace' | 'name'>): string {
  return ref.namespace === '' ? `${ref.kind}/${ref.name}` : `${ref.kind}/${ref.namespace}/${ref.name}`;
}
