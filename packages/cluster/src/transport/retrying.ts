// A transport that repeats what failed for the moment: reads on 429, 5xx and a cut connection, writes on 429 only (the server did nothing then).

import type { Clock } from '@rectrace/kube';
import { listAt, stringAt } from '@rectrace/kube';
import type { Backoff } from '../backoff.ts';
import { backoffDelay } from '../backoff.ts';
import { ApiError, ConnectionCut } from '../errors.ts';
import type { ApiRequest, ApiResponse, ApiStream, Transport } from './transport.ts';

export type RetryOptions = { readonly clock: Clock; random(): number; readonly retries: number; readonly backoff: Backoff };

const MAX_RETRY_AFTER_MS = 60_000;

/** Wraps a transport. Retry-After of the server is honoured up to a minute. */
export function retrying(inner: Transport, options: RetryOptions): Transport {
  return {
    request: (request: ApiRequest): Promise<ApiResponse> => attempt(() => inner.request(request), { request, ...options }),
    stream: (request: ApiRequest): Promise<ApiStream> => attempt(() => inner.stream(request), { request, ...options }),
  };
}

async function attempt<T>(call: () => Promise<T>, options: RetryOptions & { readonly request: ApiRequest }): Promise<T> {
  const retries = options.request.retries ?? options.retries;
  for (let done = 0; ; done += 1) {
    try {
      return await call();
    } catch (error) {
      if (done >= retries || !isWorthRetrying(error, options.request)) throw error;
      await pause(error, { ...options, done });
    }
  }
}

async function pause(error: unknown, options: RetryOptions & { readonly request: ApiRequest; readonly done: number }): Promise<void> {
  const { backoff, clock, done, request } = options;
  const waitMs = Math.max(retryAfterMs(error), backoffDelay(backoff, { attempt: done, random: options.random() }));
  await clock.after(waitMs, { purpose: 'progress', ...(request.signal === undefined ? {} : { signal: request.signal }) });
}

function isWorthRetrying(error: unknown, { method }: ApiRequest): boolean {
  if (error instanceof ApiError) {
    if (error.status.code === 429) return true;
    return method === 'GET' && error.status.code >= 500 && !isVersionTooLarge(error);
  }
  return method === 'GET' && error instanceof ConnectionCut;
}

function retryAfterMs(error: unknown): number {
  const seconds = error instanceof ApiError ? (error.status.retryAfterSeconds ?? 0) : 0;
  return Math.min(MAX_RETRY_AFTER_MS, seconds * 1000);
}

/** 504: the server has not seen the asked-for version yet. The caller decides whether to wait or to ask for another one. */
export function isVersionTooLarge(error: unknown): error is ApiError {
  if (!(error instanceof ApiError) || error.status.code !== 504) return false;
  return listAt(error.status.details, ['causes']).some((cause) => stringAt(cause, ['reason']) === 'ResourceVersionTooLarge');
}
