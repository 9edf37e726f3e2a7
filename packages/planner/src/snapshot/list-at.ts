// One collection at a resourceVersion, or as near to it as the server lets: what is read otherwise says so.

import type { Cancellation, JsonObject, ListWatchQuery } from '@rectrace/kube';
import { nameOf } from './collections.ts';
import type { LiveCluster, LiveList, Refused } from './live-cluster.ts';
import type { LaterRead } from './snapshot.ts';

export type ListedAt =
  | { readonly kind: 'listed'; readonly objects: readonly JsonObject[]; readonly later?: LaterRead }
  | { readonly kind: 'left-out'; readonly reason: string; readonly forbidden: boolean };

type Reading = { readonly query: ListWatchQuery; readonly resourceVersion: string; readonly signal: Cancellation };

/** Answers by which a server says that it does not tell that version: unknown, gone, still to come. */
const NOT_AT_THAT_VERSION = new Set([400, 410, 500, 504]);

/** @throws TransportError */
export async function listAt(live: LiveCluster, reading: Reading): Promise<ListedAt> {
  const { query, resourceVersion, signal } = reading;
  const exact = await live.list(query, { from: { kind: 'exact', resourceVersion }, signal });
  if (exact.kind === 'listed') return listed(exact, { reading, reason: 'the server took no notice of the version asked for' });
  if (!NOT_AT_THAT_VERSION.has(exact.code)) return refused(exact);
  const near = await live.list(query, { from: { kind: 'notOlderThan', resourceVersion }, signal });
  const any = near.kind === 'listed' ? near : await live.list(query, { from: { kind: 'consistent' }, signal });
  return any.kind === 'listed' ? listed(any, { reading, reason: exact.message }) : refused(any);
}

const FORBIDDEN = 403;

type Told = { readonly reading: Reading; readonly reason: string };

function listed({ resourceVersion, objects }: LiveList & { readonly kind: 'listed' }, { reading, reason }: Told): ListedAt {
  if (resourceVersion === reading.resourceVersion) return { kind: 'listed', objects };
  return { kind: 'listed', objects, later: { collection: nameOf(reading.query.resource), resourceVersion, reason } };
}

function refused({ code, message }: Refused): ListedAt {
  return { kind: 'left-out', reason: code === FORBIDDEN ? 'no right to list it' : message, forbidden: code === FORBIDDEN };
}
