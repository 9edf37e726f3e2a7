// A client of an API in the same process: no socket, no bytes, the same answers.
import type { Cancellation, Json, JsonObject } from '@rectrace/kube';
import type { Api, ApiResponse } from './api/api-request.ts';
import { NO_HEADERS } from './api/api-request.ts';
import type { WatchEventBody } from './api/codec/representation.ts';
import type { UserInfo } from './api/strategy.ts';

export type ClientRequest = {
  readonly method?: string;
  /** Path and query. */
  readonly path: string;
  readonly body?: Json;
  readonly contentType?: string;
  readonly accept?: string;
  /** Its start names who writes, where the request does not. */
  readonly userAgent?: string;
  readonly user?: UserInfo;
};

/** `body` is {} for an answer without one, { text } for plain text and for logs. */
export type ClientResponse = { readonly status: number; readonly body: JsonObject; readonly warnings: readonly string[] };

export interface InProcessClient {
  /** One answer, whatever its status. */
  request(request: ClientRequest): Promise<ClientResponse>;
  /** The events of a watch; a refusal arrives as one event of type ERROR. */
  watch(request: ClientRequest & { readonly signal?: Cancellation }): AsyncIterable<WatchEventBody>;
}

/** Rights of a cluster administrator. */
const ADMIN: UserInfo = { name: 'admin', groups: ['system:masters', 'system:authenticated'] };

export function inProcessClient(api: Api): InProcessClient {
  return {
    request: async (request) => asClientResponse(await send(api, request)),
    watch: (request) => watch(api, request),
  };
}

function send(api: Api, request: ClientRequest & { readonly signal?: Cancellation }): Promise<ApiResponse> {
  const { method = 'GET', path, body, contentType, accept, userAgent, user = ADMIN, signal } = request;
  const mark = path.indexOf('?');
  return api.handle({
    method,
    path: decodeURIComponent(mark < 0 ? path : path.slice(0, mark)),
    query: new URLSearchParams(mark < 0 ? '' : path.slice(mark + 1)),
    user,
    body: body === undefined ? { kind: 'none' } : { kind: 'value', value: body },
    headers: {
      ...NO_HEADERS,
      accept: accept ?? '',
      userAgent: userAgent ?? '',
      contentType: contentType ?? (method === 'PATCH' ? 'application/merge-patch+json' : ''),
    },
    ...(signal === undefined ? {} : { signal }),
  });
}

async function asClientResponse(response: ApiResponse): Promise<ClientResponse> {
  const { status, warnings } = response;
  if (response.kind === 'object') return { status, warnings, body: response.value };
  return { status, warnings, body: await bodyOf(response) };
}

async function bodyOf(response: ApiResponse): Promise<JsonObject> {
  if (response.kind === 'text') return { text: response.text };
  return response.kind === 'bytes' ? { text: await textOf(response.chunks) } : {};
}

async function textOf(chunks: AsyncIterable<Uint8Array>): Promise<string> {
  const decoder = new TextDecoder();
  let text = '';
  for await (const chunk of chunks) text += decoder.decode(chunk, { stream: true });
  return text + decoder.decode();
}

async function* watch(api: Api, request: ClientRequest & { readonly signal?: Cancellation }): AsyncGenerator<WatchEventBody> {
  const response = await send(api, request);
  if (response.kind === 'stream') yield* response.events;
  else if (response.kind === 'object') yield { type: 'ERROR', object: response.value };
}
