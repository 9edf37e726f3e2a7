// What went wrong, as far as the reflector cares.

import { isExpired, type Status } from '@rectrace/kube';
import { AnswerGarbled, ApiError, ClusterError, isExpiredError } from '../errors.ts';
import { isVersionTooLarge } from '../transport/retrying.ts';

export type Failure =
  /** 410: the version asked for is no longer held. */
  | { readonly kind: 'expired'; readonly message: string }
  /** 504: the version asked for has not been seen yet. */
  | { readonly kind: 'tooLarge'; readonly message: string }
  | { readonly kind: 'forbidden'; readonly message: string }
  /** 404: no such resource (now). */
  | { readonly kind: 'absent'; readonly message: string }
  /** Bytes that no API server writes. */
  | { readonly kind: 'garbled'; readonly message: string }
  | { readonly kind: 'transient'; readonly message: string; readonly retryAfterMs: number };

/** @throws what is no failure of the way to the server: a defect. */
export function classifyError(error: unknown): Failure {
  if (!(error instanceof ClusterError)) throw error;
  const { message } = error;
  if (isExpiredError(error)) return { kind: 'expired', message };
  if (isVersionTooLarge(error)) return { kind: 'tooLarge', message };
  if (error instanceof AnswerGarbled) return { kind: 'garbled', message };
  return error instanceof ApiError ? classifyStatus(error.status, message) : { kind: 'transient', message, retryAfterMs: 0 };
}

/** The failure an ERROR event of a watch, or a refusal, stands for. */
export function classifyStatus(status: Status, message = status.message): Failure {
  if (isExpired(status)) return { kind: 'expired', message };
  if (status.code === 403) return { kind: 'forbidden', message };
  if (status.code === 404) return { kind: 'absent', message };
  return { kind: 'transient', message, retryAfterMs: (status.retryAfterSeconds ?? 0) * 1000 };
}
