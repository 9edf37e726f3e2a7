// What a cycle was asked for beyond its cause: bounded, for a root that never gets there may be asked for ever.

import type { Cycle, CycleRequest } from '../cycle.ts';

type Requests = Pick<Cycle, 'requests' | 'omittedRequests'>;

/** Of the newest. Beside them the first is kept: what was wanted when the wait began. */
const NEWEST_KEPT = 20;

/** One more; of those between the first and the newest only the number stays. */
export function withRequest({ requests, omittedRequests = 0 }: Requests, request: CycleRequest): Requests {
  const all = [...requests, request];
  const omitted = all.length - NEWEST_KEPT - 1;
  if (omitted <= 0) return omittedRequests === 0 ? { requests: all } : { requests: all, omittedRequests };
  return { requests: [...all.slice(0, 1), ...all.slice(-NEWEST_KEPT)], omittedRequests: omittedRequests + omitted };
}

/** Kept or not. */
export function requestCount({ requests, omittedRequests = 0 }: Requests): number {
  return requests.length + omittedRequests;
}
