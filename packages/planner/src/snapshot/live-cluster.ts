// All that the planner knows of a live cluster. There is no way in it to write: whoever predicts cannot change what is predicted.

import type { ServedResources, ServerVersion } from '@rectrace/cluster';
import type { ApiResource, Cancellation, JsonObject, ListFrom, ListWatchQuery } from '@rectrace/kube';

export type LiveCluster = {
  /** 'https://host:port'. */
  readonly server: string;
  readonly version: (signal: Cancellation) => Promise<ServerVersion>;
  readonly kinds: (signal: Cancellation) => Promise<LiveKinds>;
  /** The resourceVersion of the present, by the first object of a collection. */
  readonly revision: (query: ListWatchQuery, signal: Cancellation) => Promise<LiveRevision>;
  /** A whole collection. */
  readonly list: (query: ListWatchQuery, options: { readonly from: ListFrom; readonly signal: Cancellation }) => Promise<LiveList>;
};

/** preferred: each resource once, in the version that the server prefers. */
export type LiveKinds = ServedResources & { readonly preferred: readonly ApiResource[] };

/** code: of HTTP, 0 for an answer that is none of an API server. */
export type Refused = { readonly kind: 'refused'; readonly code: number; readonly message: string };

export type LiveRevision = { readonly kind: 'at'; readonly resourceVersion: string } | Refused;

/** objects: kind and apiVersion included. */
export type LiveList = { readonly kind: 'listed'; readonly resourceVersion: string; readonly objects: readonly JsonObject[] } | Refused;
