// The ListWatch port over a live API server: paged lists, watches with bookmarks, bodies or metadata only.

import type { Cancellation, Clock, ListFrom, ListPage, ListWatch, ListWatchQuery, WatchMessage } from '@rectrace/kube';
import type { Transport } from '../transport/transport.ts';
import { collectionPath } from './collection-path.ts';
import { parseListPage } from './parse-list-page.ts';
import { parseWatchLine } from './parse-watch-line.ts';

export type LiveListWatchOptions = { readonly transport: Transport; readonly clock: Clock };

type Place = { readonly [name: string]: string };
type PageOptions = { readonly place: Place; readonly limit: number; readonly signal: Cancellation };

/** Who wants fewer at a time may not want the next page. */
const PAGE_LIMIT = 500;
/** metadata stands before the items, and holds no object itself. */
const EARLY_TOKEN = /^\{[^{}[]*"metadata":\{[^{}]*"continue":"([A-Za-z0-9_=-]+)"/;
const HEAD_LENGTH = 4_096;
/** Milliseconds until a watch must have answered with its head. */
const WATCH_HEAD_TIMEOUT_MS = 30_000;
const PARTIAL_LIST = 'application/json;as=PartialObjectMetadataList;g=meta.k8s.io;v=v1';
const PARTIAL = 'application/json;as=PartialObjectMetadata;g=meta.k8s.io;v=v1';

/** Lists in pages of 500. A 410 on a later page is thrown as ApiError: only the caller can take back the pages before (listAll does). */
export function liveListWatch({ transport, clock }: LiveListWatchOptions): ListWatch {
  const askPage = async (query: ListWatchQuery, { place, limit, signal }: PageOptions): Promise<string> => {
    const { text } = await transport.request({
      method: 'GET',
      path: collectionPath(query.resource, query.namespace),
      query: { ...selectorsOf(query), ...place, limit: limit === 0 ? undefined : String(limit) },
      accept: query.metadataOnly === true ? PARTIAL_LIST : 'application/json',
      signal,
    });
    return text;
  };
  return {
    async *list(query, { from, signal, limit = PAGE_LIMIT }): AsyncGenerator<ListPage> {
      const path = collectionPath(query.resource, query.namespace);
      const ask = (place: Place): Promise<string> => askPage(query, { place, limit, signal });
      let asked = ask(startOf(from));
      for (;;) {
        const text = await asked;
        const ahead = askAhead(text, { limit, ask });
        const { page, token } = parseListPage(text, { resource: query.resource, path });
        yield page;
        if (token === '') return;
        asked = ahead?.token === token ? ahead.page : ask({ continue: token });
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

type Ahead = { readonly token: string; readonly page: Promise<string> };

/** Asks for the next page by the head of one that is not parsed yet: the server makes the one while we read the other. */
function askAhead(text: string, { limit, ask }: { readonly limit: number; ask(place: Place): Promise<string> }): Ahead | undefined {
  const token = limit < PAGE_LIMIT ? undefined : EARLY_TOKEN.exec(text.slice(0, HEAD_LENGTH))?.[1];
  if (token === undefined) return undefined;
  const page = ask({ continue: token });
  // It is met when its turn comes.
  page.catch(() => undefined);
  return { token, page };
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
