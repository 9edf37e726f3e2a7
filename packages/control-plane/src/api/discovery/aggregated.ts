// Discovery in one document: apidiscovery.k8s.io/v2.
import type { JsonObject } from '@rectrace/kube';
import type { CatalogGroup, CatalogVersion } from '../resource-catalog.ts';
import type { ServedResource, ServedSubresource } from '../served-resource.ts';

export function aggregatedDiscovery(groups: readonly CatalogGroup[]): JsonObject {
  const items = groups.map(({ group, versions }) => ({
    metadata: group === '' ? {} : { name: group },
    versions: versions.map(versionBody),
  }));
  return { kind: 'APIGroupDiscoveryList', apiVersion: 'apidiscovery.k8s.io/v2', metadata: {}, items };
}

function versionBody({ version, resources }: CatalogVersion): JsonObject {
  return { version, ...(resources.length === 0 ? {} : { resources: resources.map(resourceBody) }), freshness: 'Current' };
}

function resourceBody(resource: ServedResource): JsonObject {
  const { singular, namespaced, kind, verbs, shortNames, categories, subresources } = resource;
  return {
    resource: resource.resource,
    responseKind: responseKind(resource, { ...resource, kind }),
    scope: namespaced ? 'Namespaced' : 'Cluster',
    singularResource: singular,
    verbs,
    ...(shortNames.length === 0 ? {} : { shortNames }),
    ...(categories.length === 0 ? {} : { categories }),
    ...(subresources.length === 0 ? {} : { subresources: subresources.map((subresource) => subresourceBody(resource, subresource)) }),
  };
}

function subresourceBody(resource: ServedResource, subresource: ServedSubresource): JsonObject {
  return { subresource: subresource.name, responseKind: responseKind(resource, subresource), verbs: subresource.verbs };
}

type Kind = Pick<ServedSubresource, 'group' | 'version' | 'kind'>;

/** Of built-in resources the group and version are only named where they are not the resource's. */
function responseKind(resource: ServedResource, { group, version, kind }: Kind): JsonObject {
  const same = !resource.custom && group === resource.group && version === resource.version;
  return same ? { group: '', version: '', kind } : { group, version, kind };
}
