// Consistent lists as one stream (WatchList): the server sends each object as it reads it, instead of holding the whole list in memory.
// Wherever the server refuses that, and for every other list, the paged form is used.

import type { Cancellation, Clock, KubeObject, ListPage, ListWatch, ListWatchQuery } from '@rectrace/kube';
import { ApiError, ConnectionCut } from '../errors.ts';
import type { Transport } from '../transport/transport.ts';
import { collectionPath } from './collection-path.ts';
import { parseWatchLine } from './parse-watch-line.ts';

export type StreamedListsOptions = { readonly transport: Transport; readonly clock: Clock };

const PARTIAL = 'application/json;as=PartialObjectMetadata;g=meta.k8s.io;v=v1';
const PAGE_LIMIT = 500;
/** Answers that say: not this way. 410, 429 and 5xx say nothing about the way. */
const REFUSALS = new Set([400, 404, 405, 406, 415, 422]);

/** Wraps a ListWatch; after a refusal it does not ask again. */
export function streamedLists(inner: ListWatch, options: StreamedListsOptions): ListWatch {
  let refused = false;
  return {
    async *list(query, listing): AsyncGenerator<ListPage> {
      const { from, limit = PAGE_LIMIT, signal } = listing;
      const suited = from.kind === 'consistent' && limit >= PAGE_LIMIT;
      const whole = suited && !refused ? await readStream(query, { ...options, signal }) : undefined;
      refused ||= suited && whole === undefined;
      yield* whole === undefined ? inner.list(query, listing) : inPages(whole, limit);
    },
    watch: (query, watching) => inner.watch(query, watching),
  };
}

function* inPages({ resourceVersion, items }: ListPage, limit: number): Generator<ListPage> {
  for (let start = 0; start === 0 || start < items.length; start += limit)
    yield { resourceVersion, items: items.slice(start, start + limit) };
}

/** undefined where the server refuses this form. @throws ConnectionCut where it ends before everything was sent */
async function readStream(
  query: ListWatchQuery,
  { transport, clock, signal }: StreamedListsOptions & { readonly signal: Cancellation },
): Promise<ListPage | undefined> {
  const path = collectionPath(query.resource, query.namespace);
  const { labelSelector, fieldSelector } = query;
  const asked = {
    watch: 'true',
    sendInitialEvents: 'true',
    resourceVersionMatch: 'NotOlderThan',
    allowWatchBookmarks: 'true',
    timeoutSeconds: '300',
  };
  try {
    const accept = query.metadataOnly === true ? { accept: PARTIAL } : {};
    const { lines } = await transport.stream({ method: 'GET', path, query: { ...asked, labelSelector, fieldSelector }, ...accept, signal });
    return await collect(lines, { path, query, clock });
  } catch (error) {
    if (error instanceof ApiError && REFUSALS.has(error.status.code)) return undefined;
    throw error;
  }
}

type Collecting = { readonly path: string; readonly query: ListWatchQuery; readonly clock: Clock };

/** What happens before the end mark belongs to the state that is being sent. */
async function collect(lines: AsyncIterable<string>, { path, query, clock }: Collecting): Promise<ListPage> {
  const items = new Map<string, KubeObject>();
  for await (const line of lines) {
    const message = parseWatchLine(line, { resource: query.resource, path, receivedAt: clock.now() });
    switch (message.kind) {
      case 'Added':
      case 'Modified':
        items.set(keyOf(message.object.metadata), message.object);
        break;
      case 'Deleted':
        items.delete(keyOf(message.object.metadata));
        break;
      case 'Bookmark':
        if (message.initialEventsEnd) return { resourceVersion: message.resourceVersion, items: [...items.values()] };
        break;
      case 'Failure':
        throw new ApiError(message.status, { method: 'GET', path });
    }
  }
  throw new ConnectionCut(`GET ${path}: the streamed list ended before it was complete`);
}

function keyOf({ namespace = '', name }: KubeObject['metadata']): string {
  return `${namespace}/${name}`;
}
