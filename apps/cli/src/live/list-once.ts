// One look at a cluster: every collection of a plan listed once, as messages for a recorder. What can't be listed is said, the rest goes on.

import type { ClusterConnection } from '@rectrace/cluster';
import type { Cancellation, Clock, ListWatchQuery, ResourceScope } from '@rectrace/kube';
import type { RecorderMessage } from '@rectrace/trace';

export type ListOnceOptions = {
  readonly cluster: Pick<ClusterConnection, 'listWatch'>;
  readonly plan: readonly ListWatchQuery[];
  readonly clock: Clock;
  readonly signal: Cancellation;
};

const CONCURRENCY = 8;

/** Messages of one collection stand together, collections in the order of the plan. @throws where the server can not be reached at all */
export async function* listOnce({ cluster, plan, clock, signal }: ListOnceOptions): AsyncGenerator<RecorderMessage> {
  const { inOrder } = await import('@rectrace/cluster');
  const work = (query: ListWatchQuery): Promise<readonly RecorderMessage[]> => listOf(query, { cluster, clock, signal });
  for await (const messages of inOrder(plan, { limit: CONCURRENCY, work })) yield* messages;
}

async function listOf(
  query: ListWatchQuery,
  { cluster, clock, signal }: Omit<ListOnceOptions, 'plan'>,
): Promise<readonly RecorderMessage[]> {
  const { listAll, ApiError } = await import('@rectrace/cluster');
  const { resource, namespace } = query;
  const scope: ResourceScope = { group: resource.group, resource: resource.resource, namespace };
  const requestedAt = clock.now();
  try {
    const { items, resourceVersion } = await listAll(cluster.listWatch, { query, from: { kind: 'consistent' }, signal });
    const receivedAt = clock.now();
    return [
      { kind: 'ListBegin', scope, objectKind: resource.kind, resourceVersion, requestedAt, receivedAt },
      ...items.map((object): RecorderMessage => ({ kind: 'Listed', scope, object, receivedAt })),
      { kind: 'ListEnd', scope, resourceVersion, receivedAt },
    ];
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    const { code, message } = error.status;
    return [{ kind: 'Availability', scope, state: stateOf(code), message, receivedAt: clock.now() }];
  }
}

function stateOf(code: number): 'forbidden' | 'absent' | 'failing' {
  if (code === 403) return 'forbidden';
  return code === 404 || code === 405 ? 'absent' : 'failing';
}
