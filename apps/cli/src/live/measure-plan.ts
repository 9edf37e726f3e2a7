// Kinds with very many objects are followed by their metadata: asked for before anything is listed.

import type { ClusterConnection } from '@rectrace/cluster';
import type { ApiResource, Cancellation, ListWatchQuery } from '@rectrace/kube';
import { isEventKind } from '@rectrace/trace';

/** From so many objects on a kind is followed by metadata only. */
const MANY_OBJECTS = 2_000;

const CONCURRENCY = 8;

/** whole: kinds that are followed with bodies however many objects there are. */
type Measuring = { readonly signal: Cancellation; whole?(resource: ApiResource): boolean };

/** The plan with metadataOnly where a kind has many objects. Events say nothing without their bodies. A kind that can not be counted stays as it is: its list will say why. */
export async function measurePlan(
  { listWatch }: Pick<ClusterConnection, 'listWatch'>,
  plan: readonly ListWatchQuery[],
  { signal, whole = () => false }: Measuring,
): Promise<readonly ListWatchQuery[]> {
  const { allInOrder } = await import('@rectrace/cluster');
  const work = async (query: ListWatchQuery): Promise<ListWatchQuery> => {
    if (isEventKind(query.resource) || whole(query.resource)) return query;
    const many = await countAtLeast(listWatch, query, signal);
    return many >= MANY_OBJECTS ? { ...query, metadataOnly: true } : query;
  };
  return allInOrder(plan, { limit: CONCURRENCY, work });
}

async function countAtLeast(listWatch: ClusterConnection['listWatch'], query: ListWatchQuery, signal: Cancellation): Promise<number> {
  const { ClusterError } = await import('@rectrace/cluster');
  try {
    for await (const page of listWatch.list({ ...query, metadataOnly: true }, { from: { kind: 'consistent' }, signal, limit: 1 })) {
      return page.items.length + (page.remaining ?? 0);
    }
    return 0;
  } catch (error) {
    if (error instanceof ClusterError) return 0;
    throw error;
  }
}
