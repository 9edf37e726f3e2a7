// A minimal client of an API server over HTTP/1.1 with keep-alive: what tests need to write, read and watch raw, and nothing else.
import { readFileSync } from 'node:fs';
import type { IncomingHttpHeaders, IncomingMessage, OutgoingHttpHeaders } from 'node:http';
import { Agent, request as httpsRequest } from 'node:https';
import { TestbedError } from './errors.ts';

export interface ApiRequest {
  readonly method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE' | 'OPTIONS';
  /** Path and query. */
  readonly path: string;
  /** Sent as JSON, a string as it is. */
  readonly body?: unknown;
  /** Default: the client's own. */
  readonly token?: string;
  /** Default `application/json`, for PATCH `application/merge-patch+json`. */
  readonly contentType?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal;
  /** Default 30 s. A watch has none. */
  readonly timeoutMs?: number;
}

/** What every Kubernetes object has; the caller names a more exact type where it reads more. */
export interface ApiObject {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: {
    readonly name: string;
    readonly namespace?: string;
    readonly uid: string;
    readonly resourceVersion: string;
    readonly generation?: number;
    readonly labels?: Readonly<Record<string, string>>;
    readonly annotations?: Readonly<Record<string, string>>;
    readonly deletionTimestamp?: string;
  };
  readonly [field: string]: unknown;
}

/** A list of objects. */
export interface ApiList<Item = ApiObject> {
  readonly metadata: { readonly resourceVersion: string; readonly continue?: string };
  readonly items: readonly Item[];
}

/** Any status is an answer; `body` is parsed JSON where the server says it is JSON, else text. */
export interface ApiResponse<Body = unknown> {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: Body;
}

/** One line of a watch. The object of an ERROR is a Status. */
export interface WatchLine<Item = ApiObject> {
  readonly type: 'ADDED' | 'MODIFIED' | 'DELETED' | 'BOOKMARK' | 'ERROR';
  readonly object: Item;
}

export interface ApiClient {
  /** One answer, whatever its status. @throws TestbedError REQUEST_FAILED when there is no whole answer. */
  request(request: ApiRequest): Promise<ApiResponse>;
  /** The body of an answer, believed to be a `Body`. @throws TestbedError REQUEST_FAILED also for a status of 400 or more. */
  expect<Body = ApiObject>(request: ApiRequest): Promise<Body>;
  /** The lines of a watch until the server ends it or the signal aborts. @throws TestbedError REQUEST_FAILED when it is refused or breaks off. */
  watch<Item = ApiObject>(request: Pick<ApiRequest, 'path' | 'token' | 'signal'>): AsyncIterable<WatchLine<Item>>;
  /** Closes idle connections. */
  close(): void;
}

export interface ApiClientOptions {
  readonly serverUrl: string;
  readonly caFile: string;
  readonly token?: string;
}

export function createApiClient(options: ApiClientOptions): ApiClient {
  const agent = new Agent({ keepAlive: true, ca: readFileSync(options.caFile) });
  const open = (request: ApiRequest): Promise<IncomingMessage> => send(request, { ...options, agent });
  return {
    request: async (request) => answer(await open(request), request),
    expect: async <Body>(request: ApiRequest) => {
      const response = await answer(await open(request), request);
      if (response.status >= 400) throw refused(request, response);
      return response.body as Body;
    },
    watch: (request) => watchLines({ timeoutMs: 0, ...request }, open),
    close: () => agent.destroy(),
  };
}

function send(request: ApiRequest, to: ApiClientOptions & { readonly agent: Agent }): Promise<IncomingMessage> {
  const method = request.method ?? 'GET';
  const payload = request.body === undefined || typeof request.body === 'string' ? request.body : JSON.stringify(request.body);
  const token = request.token ?? to.token;
  const headers: OutgoingHttpHeaders = {
    Accept: 'application/json',
    ...(token === undefined ? {} : { Authorization: `Bearer ${token}` }),
    ...(payload === undefined
      ? {}
      : { 'Content-Type': request.contentType ?? defaultContentType(method), 'Content-Length': Buffer.byteLength(payload) }),
    ...request.headers,
  };
  return new Promise((resolve, reject) => {
    const outgoing = httpsRequest(new URL(request.path, to.serverUrl), { method, headers, agent: to.agent });
    // Given as an option, the signal would also end the connection later on, when other requests use it.
    // Once there is an answer it is the answer that ends: a request that ends then may hand its connection back and break it at once.
    let current: { destroy(cause: Error): unknown } = outgoing;
    const abort = (): void => void current.destroy(new Error('aborted'));
    request.signal?.addEventListener('abort', abort, { once: true });
    if (request.signal?.aborted) abort();
    outgoing.setTimeout(request.timeoutMs ?? 30_000, () => outgoing.destroy(new Error('no answer in time')));
    outgoing.on('error', (cause) => reject(broken(request, cause)));
    outgoing.on('response', (incoming) => {
      current = incoming;
      resolve(incoming);
    });
    outgoing.end(payload);
  });
}

async function answer(incoming: IncomingMessage, request: ApiRequest): Promise<ApiResponse> {
  const chunks: Buffer[] = [];
  try {
    for await (const chunk of incoming) chunks.push(chunk);
  } catch (cause) {
    throw broken(request, cause);
  }
  const text = Buffer.concat(chunks).toString();
  const json = incoming.headers['content-type']?.startsWith('application/json') === true && text !== '';
  return { status: incoming.statusCode ?? 0, headers: incoming.headers, body: json ? JSON.parse(text) : text };
}

async function* watchLines<Item>(
  request: ApiRequest,
  open: (request: ApiRequest) => Promise<IncomingMessage>,
): AsyncGenerator<WatchLine<Item>> {
  const incoming = await open(request);
  if (incoming.statusCode !== 200) throw refused(request, await answer(incoming, request));
  incoming.setEncoding('utf8');
  let pending = '';
  try {
    for await (const chunk of incoming) {
      const lines = (pending + chunk).split('\n');
      pending = lines.pop() ?? '';
      for (const line of lines) yield JSON.parse(line);
    }
  } catch (cause) {
    if (request.signal?.aborted) return;
    throw broken(request, cause);
  }
}

function defaultContentType(method: string): string {
  return method === 'PATCH' ? 'application/merge-patch+json' : 'application/json';
}

function nameOf(request: ApiRequest): string {
  return `${request.method ?? 'GET'} ${request.path}`;
}

function refused(request: ApiRequest, { status, body }: ApiResponse): TestbedError {
  const message = typeof body === 'object' && body !== null && 'message' in body ? String(body.message) : JSON.stringify(body);
  return new TestbedError('REQUEST_FAILED', `${nameOf(request)} answered ${status}: ${message}`);
}

function broken(request: ApiRequest, cause: unknown): TestbedError {
  return new TestbedError('REQUEST_FAILED', `${nameOf(request)} failed: ${cause instanceof Error ? cause.message : String(cause)}`, {
    cause,
  });
}
