// What a snapshot consists of: which collections are listed, in which version, and which are not and why.

import type { ApiResource, Json, ListWatchQuery } from '@rectrace/kube';
import { formatApiVersion, formatGroupKind, listAt, stringAt, valueAt } from '@rectrace/kube';
import type { LiveKinds } from './live-cluster.ts';
import type { Omission } from './snapshot.ts';

export type Collections = { readonly queries: readonly ListWatchQuery[]; readonly leftOut: readonly Omission[] };

/** apiServices, definitions: objects of the cluster, by which foreign groups and stored versions are known; empty where nobody may see them. */
export type Knowledge = { readonly apiServices: readonly Json[]; readonly definitions: readonly Json[] };

/** Made up at each read, or shown a second time: they hold nothing of their own. */
const VIRTUAL: { readonly [collection: string]: string } = {
  componentstatuses: 'made up at each read',
  'events.events.k8s.io': '',
};

/** namespace: '' for all. */
export function collectionsOf(kinds: LiveKinds, { namespace, ...knowledge }: Knowledge & { readonly namespace: string }): Collections {
  const foreign = foreignGroups(knowledge.apiServices);
  const own = kinds.preferred.filter((resource) => resource.verbs.includes('list') && !foreign.has(versionOf(resource)));
  const stored = storedVersions(knowledge.definitions);
  const inStoredVersion = (resource: ApiResource): ApiResource =>
    kinds.resources.find((other) => nameOf(other) === nameOf(resource) && other.version === stored.get(nameOf(resource))) ?? resource;
  const real = own.filter((resource) => VIRTUAL[nameOf(resource)] === undefined);
  return {
    queries: real.map((resource) => ({ resource: inStoredVersion(resource), namespace: resource.namespaced ? namespace : '' })),
    leftOut: [...virtualOmissions(own), ...foreignOmissions(foreign), ...unreadOmissions(kinds, foreign)],
  };
}

/** 'pods', 'deployments.apps'. */
export function nameOf({ group, resource }: ApiResource): string {
  return formatGroupKind({ group, kind: resource });
}

function versionOf({ group, version }: ApiResource): string {
  return formatApiVersion(group, version);
}

/** Group versions behind other API servers, each with the Service that it comes from. */
function foreignGroups(apiServices: readonly Json[]): ReadonlyMap<string, string> {
  const found = apiServices.flatMap((item): [string, string][] => {
    const text = (...path: readonly string[]): string => stringAt(item, ['spec', ...path]) ?? '';
    if (text('service', 'name') === '') return [];
    return [[formatApiVersion(text('group'), text('version')), `${text('service', 'namespace')}/${text('service', 'name')}`]];
  });
  return new Map(found);
}

/** In the version that it is stored in, an object needs no conversion. By collection. */
function storedVersions(definitions: readonly Json[]): ReadonlyMap<string, string> {
  const versionIn = (definition: Json): string =>
    listAt(definition, ['spec', 'versions'])
      .filter((version) => valueAt(version, ['storage']) === true)
      .map((version) => stringAt(version, ['name']) ?? '')[0] ?? '';
  return new Map(definitions.map((definition) => [stringAt(definition, ['metadata', 'name']) ?? '', versionIn(definition)]));
}

function virtualOmissions(resources: readonly ApiResource[]): readonly Omission[] {
  return resources.flatMap((resource) => {
    const reason = VIRTUAL[nameOf(resource)] ?? '';
    return reason === '' ? [] : [{ what: nameOf(resource), reason }];
  });
}

function foreignOmissions(foreign: ReadonlyMap<string, string>): readonly Omission[] {
  return [...foreign].sort().map(([what, service]) => ({ what, reason: `served by another API server, ${service}` }));
}

function unreadOmissions({ unread }: LiveKinds, foreign: ReadonlyMap<string, string>): readonly Omission[] {
  return unread
    .map(({ group, version, reason }) => ({ what: formatApiVersion(group, version), reason }))
    .filter(({ what }) => !foreign.has(what));
}

/** By its name, as nameOf gives it. */
export function resourceNamed({ preferred }: LiveKinds, name: string): ApiResource | undefined {
  return preferred.find((resource) => nameOf(resource) === name);
}
