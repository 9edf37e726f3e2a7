// One collection at a resourceVersion, or as near to it as the server lets: what is read otherwise says so.

import { AnswerGarbled, ApiError, listAll } from '@rectrace/cluster';
import type { Cancellation, JsonObject, ListFrom, ListWatchQuery } from '@rectrace/kube';
import { asJson } from '@rectrace/kube';
import { nameOf } from './collections.ts';
import type { LiveCluster } from './live-cluster.ts';
import type { LaterRead } from './snapshot.ts';

export type ListedAt =
  | { readonly kind: 'listed'; readonly objects: readonly JsonObject[]; readonly later?: LaterRead }
  | { readonly kind: 'left-out'; readonly reason: string; readonly forbidden: boolean };

type Reading = { readonly query: ListWatchQuery; readonly resourceVersion: string; readonly signal: Cancellation };

/** Answers by which a server says that it does not tell that version: unknown, gone, still to come. */
const NOT_AT_THAT_VERSION = new Set([400, 410, 500, 504]);

/** @throws TransportError */
export async function listAt(live: LiveCluster, reading: Reading): Promise<ListedAt> {
  const { resourceVersion } = reading;
  const exact = await attempt(live, reading, { kind: 'exact', resourceVersion });
  if (exact.kind === 'listed') return listed(exact, { reading, reason: 'the server took no notice of the version asked for' });
  if (!NOT_AT_THAT_VERSION.has(exact.code)) return refused(exact);
  const near = await attempt(live, reading, { kind: 'notOlderThan', resourceVersion });
  const any = near.kind === 'listed' ? near : await attempt(live, reading, { kind: 'consistent' });
  return any.kind === 'listed' ? listed(any, { reading, reason: exact.message }) : refused(any);
}

const FORBIDDEN = 403;

type Attempt =
  | { readonly kind: 'listed'; readonly resourceVersion: string; readonly objects: readonly JsonObject[] }
  /** code: of HTTP, 0 for an answer that is none of an API server. */
  | { readonly kind: 'refused'; readonly code: number; readonly message: string };

async function attempt(live: LiveCluster, { query, signal }: Reading, from: ListFrom): Promise<Attempt> {
  try {
    const { items, resourceVersion } = await listAll(live, { query, from, signal });
    return { kind: 'listed', resourceVersion, objects: items.map(asJson) };
  } catch (error) {
    if (error instanceof ApiError) return { kind: 'refused', code: error.status.code, message: error.status.message };
    if (error instanceof AnswerGarbled) return { kind: 'refused', code: 0, message: error.message };
    throw error;
  }
}

type Told = { readonly reading: Reading; readonly reason: string };

function listed({ resourceVersion, objects }: Attempt & { readonly kind: 'listed' }, { reading, reason }: Told): ListedAt {
  if (resourceVersion === reading.resourceVersion) return { kind: 'listed', objects };
  return { kind: 'listed', objects, later: { collection: nameOf(reading.query.resource), resourceVersion, reason } };
}

function refused({ code, message }: Attempt & { readonly kind: 'refused' }): ListedAt {
  return { kind: 'left-out', reason: code === FORBIDDEN ? 'no right to list it' : message, forbidden: code === FORBIDDEN };
}
