// The way to one API server: one request with one answer, or one request with a stream of lines.

import type { Cancellation } from '@rectrace/kube';

export type HttpMethod = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

export type ApiRequest = {
  readonly method: HttpMethod;
  /** Absolute path below the server's address, already escaped: '/api/v1/namespaces/default/pods'. */
  readonly path: string;
  readonly query?: { readonly [name: string]: string | undefined };
  readonly accept?: string;
  readonly body?: { readonly contentType: string; readonly text: string };
  /** A header that carries the bearer token once more, for a server behind the API server's proxy; left out where the credentials are no token. */
  readonly tokenHeader?: string;
  readonly signal?: Cancellation;
  /** Milliseconds for the whole answer; of a stream, until its headers. 0 = unbounded. Absent = the connection's default. */
  readonly timeoutMs?: number;
  /** Attempts after the first for answers worth a retry. Absent = the connection's default. */
  readonly retries?: number;
};

export type Headers = { readonly [name: string]: string | readonly string[] | undefined };

export type ApiResponse = { readonly code: number; readonly headers: Headers; readonly text: string };

/** lines: without the line break, each complete; a truncated last one throws. Ends when the server closes cleanly. */
export type ApiStream = { readonly code: number; readonly headers: Headers; readonly lines: AsyncIterable<string> };

export interface Transport {
  /** @throws ApiError for an answer of 400 and above, TransportError where no usable answer came, the signal's reason when aborted. */
  request(request: ApiRequest): Promise<ApiResponse>;
  /** As request, for the answer's head; the lines throw TransportError when the connection breaks. */
  stream(request: ApiRequest): Promise<ApiStream>;
}

/** '/api/v1/pods?limit=500' */
export function formatTarget({ path, query = {} }: Pick<ApiRequest, 'path' | 'query'>): string {
  const pairs = Object.entries(query).filter((pair): pair is [string, string] => pair[1] !== undefined);
  return pairs.length === 0 ? path : `${path}?${new URLSearchParams(pairs).toString()}`;
}
