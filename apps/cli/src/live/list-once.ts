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
const RESTARTS = 3;

type Messages = readonly RecorderMessage[];

/**
 * Messages of one collection stand together, collections in the order of the plan. What has come of a collection is told while its next page is
 * under way. @throws where the server can not be reached at all
 */
export async function* listOnce({ cluster, plan, clock, signal }: ListOnceOptions): AsyncGenerator<RecorderMessage> {
  const { inOrder } = await import('@rectrace/cluster');
  const work = async (query: ListWatchQuery): Promise<Begun> => {
    const pages = listOf(query, { cluster, clock, signal });
    return { first: await pages.next(), pages };
  };
  for await (const { first, pages } of inOrder(plan, { limit: CONCURRENCY, work })) {
    for (let page = first; page.done !== true; page = await pages.next()) yield* page.value;
  }
}

type Begun = { readonly first: IteratorResult<Messages>; readonly pages: AsyncGenerator<Messages> };

/** A list that has to start over begins anew: what is not in it any more is gone. */
async function* listOf(query: ListWatchQuery, { cluster, clock, signal }: Omit<ListOnceOptions, 'plan'>): AsyncGenerator<Messages> {
  const { ApiError, isExpiredError } = await import('@rectrace/cluster');
  const scope: ResourceScope = { group: query.resource.group, resource: query.resource.resource, namespace: query.namespace };
  for (let restart = 0; ; restart += 1) {
    try {
      yield* pagesOf(query, { cluster, clock, signal });
      return;
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      if (isExpiredError(error) && restart < RESTARTS) continue;
      const { code, message } = error.status;
      yield [{ kind: 'Availability', scope, state: stateOf(code), message, receivedAt: clock.now() }];
      return;
    }
  }
}

async function* pagesOf(query: ListWatchQuery, { cluster, clock, signal }: Omit<ListOnceOptions, 'plan'>): AsyncGenerator<Messages> {
  const { resource, namespace } = query;
  const scope: ResourceScope = { group: resource.group, resource: resource.resource, namespace };
  const requestedAt = clock.now();
  let begun = false;
  let resourceVersion = '';
  for await (const page of cluster.listWatch.list(query, { from: { kind: 'consistent' }, signal })) {
    const receivedAt = clock.now();
    const listed = page.items.map((object): RecorderMessage => ({ kind: 'Listed', scope, object, receivedAt }));
    resourceVersion = page.resourceVersion;
    if (begun) yield listed;
    else yield [{ kind: 'ListBegin', scope, objectKind: resource.kind, resourceVersion, requestedAt, receivedAt }, ...listed];
    begun = true;
  }
  if (begun) yield [{ kind: 'ListEnd', scope, resourceVersion, receivedAt: clock.now() }];
}

function stateOf(code: number): 'forbidden' | 'absent' | 'failing' {
  if (code === 403) return 'forbidden';
  return code === 404 || code === 405 ? 'absent' : 'failing';
}
