// The collections that are followed whether or not a trace asks for them. The chart grants rights for the same list.

import type { FoundResource, ServedResources } from '@rectrace/cluster';
import { findResource, preferredResources } from '@rectrace/cluster';
import type { ApiResource } from '@rectrace/kube';
import type { WatchOptions } from '../options.ts';

/** Plural names by API group. */
export type KindSet = { readonly [group: string]: readonly string[] };

/** @internal */
export const KUBERNETES_KINDS: KindSet = {
  '': [
    'configmaps',
    'endpoints',
    'events',
    'namespaces',
    'nodes',
    'persistentvolumeclaims',
    'persistentvolumes',
    'pods',
    'serviceaccounts',
    'services',
  ],
  apps: ['controllerrevisions', 'daemonsets', 'deployments', 'replicasets', 'statefulsets'],
  autoscaling: ['horizontalpodautoscalers'],
  batch: ['cronjobs', 'jobs'],
  'networking.k8s.io': ['ingresses', 'networkpolicies'],
  policy: ['poddisruptionbudgets'],
  'rbac.authorization.k8s.io': ['rolebindings', 'roles'],
  'storage.k8s.io': ['storageclasses'],
};

/** @internal */
export const KUBEBLOCKS_KINDS: KindSet = {
  'apps.kubeblocks.io': [
    'clusterdefinitions',
    'clusters',
    'componentdefinitions',
    'components',
    'componentversions',
    'configurations',
    'opsrequests',
  ],
  'dataprotection.kubeblocks.io': ['backuppolicies', 'backups', 'backupschedules', 'restores'],
  'operations.kubeblocks.io': ['opsrequests'],
  'parameters.kubeblocks.io': ['componentparameters'],
  'snapshot.storage.k8s.io': ['volumesnapshots'],
  'workloads.kubeblocks.io': ['instances', 'instancesets'],
};

/** unknown: what --watch named and the API server does not serve now, one line each. */
export type WatchedKinds = { readonly resources: readonly ApiResource[]; readonly unknown: readonly string[] };

const NOTHING: KindSet = {};
const SECRETS: KindSet = { '': ['secrets'] };

/** What of the list is served now, sorted by group and plural. */
export function watchedKinds(served: ServedResources, { kubernetes, kubeblocks, secrets, extra }: WatchOptions): WatchedKinds {
  const sets = [kubernetes ? KUBERNETES_KINDS : NOTHING, kubeblocks ? KUBEBLOCKS_KINDS : NOTHING, secrets ? SECRETS : NOTHING];
  const listed = preferredResources(served).filter((resource) => sets.some((set) => isIn(set, resource)));
  const found = extra.map((text): FoundResource => findResource(served, text));
  const named = found.flatMap((answer) => (answer.kind === 'found' ? [answer.resource] : []));
  const unknown = found.flatMap((answer) => (answer.kind === 'found' ? [] : [answer.message]));
  const resources = new Map(
    [...listed, ...named].filter(isWatchable).map((resource) => [`${resource.group}/${resource.resource}`, resource]),
  );
  return { resources: [...resources].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, resource]) => resource), unknown };
}

/** Secrets are watched only where asked for, whoever else names them. */
export function isSecret({ group, resource }: Pick<ApiResource, 'group' | 'resource'>): boolean {
  return group === '' && resource === 'secrets';
}

function isIn(set: KindSet, { group, resource }: ApiResource): boolean {
  return Object.hasOwn(set, group) && (set[group] ?? []).includes(resource);
}

function isWatchable({ verbs }: ApiResource): boolean {
  return verbs.includes('list') && verbs.includes('watch');
}
