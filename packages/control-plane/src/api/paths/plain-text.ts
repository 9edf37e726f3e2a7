// Answers in plain text.
import type { ApiResponse } from '../api-request.ts';

export function plainText(status: number, text: string): ApiResponse {
  return { kind: 'text', status, headers: {}, warnings: [], contentType: 'text/plain; charset=utf-8', text };
}

/** For paths that nothing is at. */
export function notFoundPage(): ApiResponse {
  const headers = { 'X-Content-Type-Options': 'nosniff' };
  return { kind: 'text', status: 404, headers, warnings: [], contentType: 'text/plain; charset=utf-8', text: '404 page not found\n' };
}
