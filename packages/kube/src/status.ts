// Kubernetes' Status: what an API server answers instead of a result.

import type { Json } from './json.ts';
import { isJsonObject } from './json.ts';

export type Status = {
  readonly code: number;
  /** Machine-readable, e.g. NotFound, Conflict, Expired, Forbidden; '' where the server gave none. */
  readonly reason: string;
  readonly message: string;
  readonly retryAfterSeconds?: number;
  readonly details?: Json;
};

/** Reads a Status body; fallback values fill what a proxy or a truncated body left out. */
export function parseStatus(body: unknown, fallback: { readonly code: number; readonly message: string }): Status {
  if (!isJsonObject(body) || body.kind !== 'Status') return { code: fallback.code, reason: '', message: fallback.message };
  const { code, reason, message, details } = body;
  const retry = isJsonObject(details) && typeof details.retryAfterSeconds === 'number' ? details.retryAfterSeconds : undefined;
  return {
    code: typeof code === 'number' ? code : fallback.code,
    reason: typeof reason === 'string' ? reason : '',
    message: typeof message === 'string' ? message : fallback.message,
    ...(retry === undefined ? {} : { retryAfterSeconds: retry }),
    ...(details === undefined ? {} : { details }),
  };
}

/** 410 Gone / Expired: the requested version is no longer held. */
export function isExpired(status: Status): boolean {
  return status.code === 410 || status.reason === 'Expired' || status.reason === 'Gone';
}
