// The ListWatch port over a live API server: paged lists, watches with bookmarks, bodies or metadata only.

import type { Cancellation, Clock, ListFrom, ListPage, ListWatch, ListWatchQuery, WatchMessage } from '@rectrace/kube';
import type { Transport } from '../transport/transport.ts';
import { collectionPath } from './collection-path.ts';
import type { ParsedPage } from './parse-list-page.ts';
import { parseListPage } from './parse-list-page.ts';
import { parseWatchLine } from './parse-watch-line.ts';

export type LiveListWatchOptions = { readonly transport: Transport; readonly clock: Clock };

type Place = { readonly [name: string]: string };
type PageOptions = { readonly place: Place; readonly limit: number; readonly signal: Cancellation };

const PAGE_LIMIT = 500;
/** After a page of so many objects the next is asked for before this one is used; who wants fewer at a time may not want more. */
const AHEAD_FROM = 100;
/** Milliseconds until a watch must have answered with its head. */
const WATCH_HEAD_TIMEOUT_MS = 30_000;
const PARTIAL_LIST = 'application/json;as=PartialObjectMetadataList;g=meta.k8s.io;v=v1';
const PARTIAL = 'application/json;as=PartialObjectMetadata;g=meta.k8s.io;v=v1';

/** Lists in pages of 500. A 410 on a later page is thrown as ApiError: only the caller can take back the pages before (listAll does). */
export function liveListWatch({ transport, clock }: LiveListWatchOptions): ListWatch {
  const readPage = async (query: ListWatchQuery, options: PageOptions): Promise<ParsedPage> => {
    const path = collectionPath(query.resource, query.namespace);
    const { text } = await transport.request({
      method: 'GET',
      path,
      query: { ...selectorsOf(query), ...options.place, limit: options.limit === 0 ? undefined : String(options.limit) },
      accept: query.metadataOnly === true ? PARTIAL_LIST : 'application/json',
      signal: options.signal,
    });
    return parseListPage(text, { resource: query.resource, path });
  };
  return {
    async *list(query, { from, signal, limit = PAGE_LIMIT }): AsyncGenerator<ListPage> {
      let reading = readPage(query, { place: startOf(from), limit, signal });
      for (;;) {
        const { page, token } = await reading;
        const next =
          token === '' || page.items.length < AHEAD_FROM ? undefined : readPage(query, { place: { continue: token }, limit, signal });
        next?.catch(() => undefined);
        yield page;
        if (token === '') return;
        reading = next ?? readPage(query, { place: { continue: token }, limit, signal });
      }
    },
    async *watch(query, { from, signal, timeoutSeconds }): AsyncGenerator<WatchMessage> {
      const path = collectionPath(query.resource, query.namespace);
      const place = { resourceVersion: from, allowWatchBookmarks: 'true', timeoutSeconds: String(Math.ceil(timeoutSeconds)) };
      const { lines } = await transport.stream({
        method: 'GET',
        path,
        query: { ...selectorsOf(query), watch: 'true', ...place },
        accept: query.metadataOnly === true ? PARTIAL : 'application/json',
        signal,
        timeoutMs: WATCH_HEAD_TIMEOUT_MS,
        retries: 0,
      });
      for await (const line of lines) yield parseWatchLine(line, { resource: query.resource, path, receivedAt: clock.now() });
    },
  };
}

/** The query parameters that ask for a state. A later page takes its version from its token. */
function startOf(from: ListFrom): Place {
  switch (from.kind) {
    case 'consistent':
      return {};
    case 'notOlderThan':
      return { resourceVersion: from.resourceVersion, resourceVersionMatch: 'NotOlderThan' };
    case 'exact':
      return { resourceVersion: from.resourceVersion, resourceVersionMatch: 'Exact' };
  }
}

function selectorsOf({ labelSelector, fieldSelector }: ListWatchQuery): { readonly [name: string]: string | undefined } {
  return { labelSelector, fieldSelector };
}
