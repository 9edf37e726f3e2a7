// Discovery in its old form: a document a group and a document a version.
import type { JsonObject } from '@rectrace/kube';
import type { CatalogGroup, CatalogVersion } from '../resource-catalog.ts';
import type { ServedResource, ServedSubresource } from '../served-resource.ts';

export function apiVersions(serverAddress: string): JsonObject {
  return { kind: 'APIVersions', versions: ['v1'], serverAddressByClientCIDRs: [{ clientCIDR: '0.0.0.0/0', serverAddress }] };
}

export function apiGroupList(groups: readonly CatalogGroup[]): JsonObject {
  return { kind: 'APIGroupList', apiVersion: 'v1', groups: groups.map(groupBody) };
}

export function apiGroup(group: CatalogGroup): JsonObject {
  return { kind: 'APIGroup', apiVersion: 'v1', ...groupBody(group) };
}

function groupBody({ group, versions }: CatalogGroup): JsonObject {
  const bodies = versions.map(({ version }) => ({ groupVersion: `${group}/${version}`, version }));
  return { name: group, versions: bodies, ...(bodies[0] === undefined ? {} : { preferredVersion: bodies[0] }) };
}

/** The document of one version; that of the core group has no apiVersion. */
export function apiResourceList({ group, version, resources }: CatalogVersion & { readonly group: string }): JsonObject {
  const head = group === '' ? { kind: 'APIResourceList' } : { kind: 'APIResourceList', apiVersion: 'v1' };
  const rows = resources.flatMap((resource) => [
    resourceRow(resource),
    ...resource.subresources.map((sub) => subresourceRow(resource, sub)),
  ]);
  return { ...head, groupVersion: group === '' ? version : `${group}/${version}`, resources: rows };
}

function resourceRow({
  resource,
  singular,
  namespaced,
  kind,
  verbs,
  shortNames,
  categories,
  storageVersionHash,
}: ServedResource): JsonObject {
  return {
    name: resource,
    singularName: singular,
    namespaced,
    kind,
    verbs,
    ...(shortNames.length === 0 ? {} : { shortNames }),
    ...(categories.length === 0 ? {} : { categories }),
    ...(storageVersionHash === undefined ? {} : { storageVersionHash }),
  };
}

function subresourceRow(resource: ServedResource, { name, kind, group, version, verbs }: ServedSubresource): JsonObject {
  const foreign = group !== resource.group || version !== resource.version ? { group, version } : {};
  return { name: `${resource.resource}/${name}`, singularName: '', namespaced: resource.namespaced, ...foreign, kind, verbs };
}
