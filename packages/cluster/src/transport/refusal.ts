// An answer of 400 and above as ApiError, whatever its body is: a Status, a proxy's HTML page, nothing.

import type { Json, Status } from '@rectrace/kube';
import { parseJson, parseStatus } from '@rectrace/kube';
import { ApiError } from '../errors.ts';
import type { ApiRequest, ApiResponse } from './transport.ts';

const SHOWN_CHARACTERS = 200;

/** The error for a refused request. Retry-After fills retryAfterSeconds where the Status has none. */
export function refusal({ code, headers, text }: ApiResponse, request: Pick<ApiRequest, 'method' | 'path'>): ApiError {
  const status = parseStatus(parsed(text), { code, message: plainMessage(text) });
  return new ApiError(withRetryAfter(status, headers['retry-after']), request);
}

function parsed(text: string): Json {
  try {
    return parseJson(text);
  } catch (error) {
    if (error instanceof SyntaxError) return text;
    throw error;
  }
}

function plainMessage(text: string): string {
  const plain = text
    .replace(/<[^>]*>/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();
  return plain === '' ? 'refused without a reason' : plain.slice(0, SHOWN_CHARACTERS);
}

function withRetryAfter(status: Status, header: string | readonly string[] | undefined): Status {
  const seconds = typeof header === 'string' && /^[0-9]+$/.test(header) ? Number.parseInt(header, 10) : undefined;
  return seconds === undefined || status.retryAfterSeconds !== undefined ? status : { ...status, retryAfterSeconds: seconds };
}
