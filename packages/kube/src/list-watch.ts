// The port between whatever publishes watch events (a live API server, a recording, a virtual control plane) and whoever records them.

import type { Cancellation } from './abort-signal.ts';
import type { ApiResource } from './api-resource.ts';
import type { Json } from './json.ts';
import type { KubeObject } from './kube-object.ts';
import type { Status } from './status.ts';

export type ListWatchQuery = {
  readonly resource: ApiResource;
  /** '' = all namespaces or cluster scope. */
  readonly namespace: string;
  readonly labelSelector?: string;
  readonly fieldSelector?: string;
  /** Ask for PartialObjectMetadata instead of bodies. */
  readonly metadataOnly?: boolean;
};

/** Which state a list must return; 'exact' is the past at that version until compaction, 'notOlderThan' may be served from cache. */
export type ListFrom =
  | { readonly kind: 'consistent' }
  | { readonly kind: 'notOlderThan'; readonly resourceVersion: string }
  | { readonly kind: 'exact'; readonly resourceVersion: string };

/** One page of one consistent resourceVersion. Items carry apiVersion and kind. */
export type ListPage = { readonly resourceVersion: string; readonly items: readonly KubeObject[]; readonly remaining?: number };

/** receivedAt: milliseconds since the epoch, when the message arrived. */
export type WatchMessage =
  | { readonly kind: 'Added' | 'Modified' | 'Deleted'; readonly object: KubeObject; readonly receivedAt: number }
  | { readonly kind: 'Bookmark'; readonly resourceVersion: string; readonly initialEventsEnd: boolean; readonly receivedAt: number }
  | { readonly kind: 'Failure'; readonly status: Status; readonly raw?: Json; readonly receivedAt: number };

export interface ListWatch {
  /** @throws an API error carrying a Status, or a transport error, on the first or a later page. */
  list(
    query: ListWatchQuery,
    options: { readonly from: ListFrom; readonly signal: Cancellation; readonly limit?: number },
  ): AsyncIterable<ListPage>;
  /** Ends when the server closes; throws on a broken transport or a refusal. A 410 arrives as Failure or as a thrown API error. */
  watch(
    query: ListWatchQuery,
    options: { readonly from: string; readonly signal: Cancellation; readonly timeoutSeconds: number },
  ): AsyncIterable<WatchMessage>;
}
