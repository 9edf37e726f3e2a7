// Where each collection begins: with a list, or where an earlier recording of the root ended, with what has changed since.

import type { ClusterConnection } from '@rectrace/cluster';
import type { RecordedPlace, ResumePlaces } from '@rectrace/history';
import type { Cancellation, ListWatchQuery } from '@rectrace/kube';
import { compareResourceVersions, formatScope } from '@rectrace/kube';
import type { Beginning } from './catch-up.ts';
import { GONE } from './catch-up.ts';

/** resume: absent = begin with a list. */
export type PlannedWatch = { readonly query: ListWatchQuery; readonly beginning: Beginning; readonly resume?: RecordedPlace };

const CONCURRENCY = 8;

/** A collection that cannot be listed now is resumed all the same: nothing is known to be old then. */
export async function planResume(
  { listWatch }: Pick<ClusterConnection, 'listWatch'>,
  plan: readonly ListWatchQuery[],
  { places, signal }: { readonly places: ResumePlaces; readonly signal: Cancellation },
): Promise<readonly PlannedWatch[]> {
  const { allInOrder } = await import('@rectrace/cluster');
  const work = async (query: ListWatchQuery): Promise<PlannedWatch> => {
    const resume = places.take(query.resource, query);
    if (resume === undefined) return { query, beginning: { kind: 'list' } };
    const now = await revisionsNow(listWatch, query, signal);
    const until = now?.version ?? resume.resourceVersion;
    const expected = now === undefined ? new Map<string, string>() : expectedOf(now.items, resume);
    return { query, beginning: { kind: 'resume', until, expected }, resume };
  };
  return allInOrder(plan, { limit: CONCURRENCY, work });
}

/** The key of a collection, as positions and messages have it. */
export function scopeKey({ resource, namespace }: ListWatchQuery): string {
  return formatScope({ group: resource.group, resource: resource.resource, namespace: resource.namespaced ? namespace : '' });
}

type Now = { readonly version: string; readonly items: ReadonlyMap<string, string> };

/** undefined where it can not be listed: the reflector says why. */
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

function expectedOf(items: ReadonlyMap<string, string>, { resourceVersion: place, known }: RecordedPlace): ReadonlyMap<string, string> {
  const changed = [...items].filter(([, version]) => compareResourceVersions(version, place) === 'greater');
  const gone = known.filter(({ uid }) => !items.has(uid)).map(({ uid }): [string, string] => [uid, GONE]);
  return new Map([...changed, ...gone]);
}
