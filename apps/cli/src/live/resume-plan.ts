// Where each collection begins: with a list, or where an earlier recording of the root ended, with what has changed since.

import type { ClusterConnection, KnownRevision, ResumePlace } from '@rectrace/cluster';
import type { HistoryReader } from '@rectrace/history';
import type { Cancellation, ListWatchQuery } from '@rectrace/kube';
import { compareResourceVersions, formatScope } from '@rectrace/kube';
import type { Beginning } from './catch-up.ts';
import { GONE } from './catch-up.ts';
import { mapBounded } from './map-bounded.ts';
import { positionsOfRoot } from './root-positions.ts';

/** resume: absent = begin with a list. */
export type PlannedWatch = { readonly query: ListWatchQuery; readonly beginning: Beginning; readonly resume?: ResumePlace };

const CONCURRENCY = 8;

/** root: the id of the root; undefined = nothing is resumed. */
export async function planResume(
  { listWatch }: Pick<ClusterConnection, 'listWatch'>,
  plan: readonly ListWatchQuery[],
  { root, reader, signal }: { readonly root: string | undefined; readonly reader: HistoryReader; readonly signal: Cancellation },
): Promise<readonly PlannedWatch[]> {
  const places = new Map(
    root === undefined ? [] : positionsOfRoot(reader, root).map(({ scope, resourceVersion }) => [scope, resourceVersion]),
  );
  const latest = root === undefined || places.size === 0 ? [] : [...reader.latest({ root })];
  return mapBounded(plan, CONCURRENCY, async (query): Promise<PlannedWatch> => {
    const place = places.get(scopeKey(query));
    const now = place === undefined ? undefined : await revisionsNow(listWatch, query, signal);
    if (place === undefined || now === undefined) return { query, beginning: { kind: 'list' } };
    const known = latest
      .filter(({ ref }) => isIn(query, ref))
      .map(({ ref: { namespace, name, uid }, resourceVersion }): KnownRevision => ({ namespace, name, uid, resourceVersion }));
    return {
      query,
      beginning: { kind: 'resume', until: now.version, expected: expectedOf(now.items, { place, known }) },
      resume: { resourceVersion: place, known },
    };
  });
}

/** The key of a collection, as positions and messages have it. */
export function scopeKey({ resource, namespace }: ListWatchQuery): string {
  return formatScope({ group: resource.group, resource: resource.resource, namespace: resource.namespaced ? namespace : '' });
}

type Now = { readonly version: string; readonly items: ReadonlyMap<string, string> };

/** undefined where it can not be listed: then the first list says why. */
async function revisionsNow(
  listWatch: ClusterConnection['listWatch'],
  query: ListWatchQuery,
  signal: Cancellation,
): Promise<Now | undefined> {
  const { listAll, ClusterError } = await import('@rectrace/cluster');
  try {
    const { items, resourceVersion } = await listAll(listWatch, {
      query: { ...query, metadataOnly: true },
      from: { kind: 'consistent' },
      signal,
    });
    return { version: resourceVersion, items: new Map(items.map(({ metadata }) => [metadata.uid ?? '', metadata.resourceVersion ?? ''])) };
  } catch (error) {
    if (error instanceof ClusterError) return undefined;
    throw error;
  }
}

function expectedOf(
  items: ReadonlyMap<string, string>,
  { place, known }: { readonly place: string; readonly known: readonly KnownRevision[] },
): ReadonlyMap<string, string> {
  const changed = [...items].filter(([, version]) => compareResourceVersions(version, place) === 'greater');
  const gone = known.filter(({ uid }) => !items.has(uid)).map(({ uid }): [string, string] => [uid, GONE]);
  return new Map([...changed, ...gone]);
}

function isIn(
  { resource, namespace }: ListWatchQuery,
  ref: { readonly group: string; readonly kind: string; readonly namespace: string },
): boolean {
  return ref.kind === resource.kind && ref.group === resource.group && (namespace === '' || ref.namespace === namespace);
}
