// Discovery documents, aggregated and legacy, as ApiResource values. Whatever lacks a name or a kind is no resource.

import type { ApiResource, Json } from '@rectrace/kube';
import { isJsonObject, listAt, parseApiVersion, stringAt, valueAt } from '@rectrace/kube';
import type { ServedResources, UnreadGroup } from './served-resources.ts';

/** True for the aggregated form; a server without it answers with the legacy one. */
export function isAggregated(document: Json): boolean {
  return stringAt(document, ['kind']) === 'APIGroupDiscoveryList';
}

/** An APIGroupDiscoveryList. Versions marked Stale are listed as unread. */
export function parseAggregated(document: Json): ServedResources {
  const resources: ApiResource[] = [];
  const unread: UnreadGroup[] = [];
  for (const item of listAt(document, ['items'])) {
    const group = stringAt(item, ['metadata', 'name']) ?? '';
    for (const entry of listAt(item, ['versions'])) {
      const version = stringAt(entry, ['version']) ?? '';
      if (stringAt(entry, ['freshness']) === 'Stale') unread.push({ group, version, reason: 'its API server does not answer' });
      resources.push(...listAt(entry, ['resources']).flatMap((resource) => aggregatedResource(resource, { group, version })));
    }
  }
  return { resources, unread };
}

/** An APIResourceList of one group version. */
export function parseResourceList(document: Json): readonly ApiResource[] {
  const at = parseApiVersion(stringAt(document, ['groupVersion']) ?? '');
  return listAt(document, ['resources']).flatMap((entry) => {
    const resource = stringAt(entry, ['name']) ?? '';
    const kind = stringAt(entry, ['kind']) ?? '';
    if (resource === '' || kind === '' || resource.includes('/')) return [];
    const namespaced = valueAt(entry, ['namespaced']) === true;
    return [{ ...at, kind, resource, namespaced, ...namesOf(entry, 'singularName') }];
  });
}

/** Group versions of /api (core) or /apis, each group's preferred version first. */
export function parseGroupVersions(document: Json): readonly { readonly group: string; readonly version: string }[] {
  if (stringAt(document, ['kind']) === 'APIVersions')
    return listAt(document, ['versions']).map((version) => ({ group: '', version: String(version) }));
  return listAt(document, ['groups']).flatMap((entry) => {
    const group = stringAt(entry, ['name']) ?? '';
    const preferred = stringAt(entry, ['preferredVersion', 'version']);
    const versions = listAt(entry, ['versions']).flatMap((item) => stringAt(item, ['version']) ?? []);
    const ordered = preferred === undefined ? versions : [preferred, ...versions.filter((version) => version !== preferred)];
    return ordered.map((version) => ({ group, version }));
  });
}

function aggregatedResource(entry: Json, at: { readonly group: string; readonly version: string }): readonly ApiResource[] {
  const resource = stringAt(entry, ['resource']) ?? '';
  const kind = stringAt(entry, ['responseKind', 'kind']) ?? '';
  if (resource === '' || kind === '') return [];
  return [{ ...at, kind, resource, namespaced: stringAt(entry, ['scope']) === 'Namespaced', ...namesOf(entry, 'singularResource') }];
}

function namesOf(entry: Json, singular: string): Pick<ApiResource, 'singular' | 'shortNames' | 'categories' | 'verbs'> {
  if (!isJsonObject(entry)) return { singular: '', shortNames: [], categories: [], verbs: [] };
  const texts = (field: string): readonly string[] => listAt(entry, [field]).map(String);
  return {
    singular: stringAt(entry, [singular]) ?? '',
    shortNames: texts('shortNames'),
    categories: texts('categories'),
    verbs: texts('verbs'),
  };
}
