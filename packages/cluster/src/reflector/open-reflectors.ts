// Reflectors over a live connection: they notice resources that come, change their version and go.

import type { ApiResource, SteadyClock } from '@rectrace/kube';
import { kindNews } from '../discovery/kind-news.ts';
import type { ServedResources } from '../discovery/served-resources.ts';
import type { ClusterConnection } from '../kubeconfig/load-cluster.ts';
import type { ReflectorsOptions } from './reflectors.ts';
import { Reflectors } from './reflectors.ts';

export type OpenReflectorsOptions = Omit<ReflectorsOptions, 'source' | 'newsOf' | 'currentResource'> & {
  readonly connection: Pick<ClusterConnection, 'discovery' | 'listWatch'>;
  readonly clock: SteadyClock;
};

/** Discovery itself is kept current by followServed. */
export function openReflectors({ connection, ...options }: OpenReflectorsOptions): Reflectors {
  const { discovery, listWatch } = connection;
  return new Reflectors({
    ...options,
    source: listWatch,
    newsOf: (resource) => kindNews(discovery, resource),
    currentResource: (resource) => currentVersion(resource, discovery.latest),
  });
}

/** The resource in the version asked for while that is served, else in the one preferred now; unchanged where it is not served at all. */
function currentVersion(resource: ApiResource, served: ServedResources | undefined): ApiResource {
  const all = served?.resources.filter((other) => other.group === resource.group && other.resource === resource.resource) ?? [];
  return all.find(({ version }) => version === resource.version) ?? all[0] ?? resource;
}
