// The controller's one listener: health, metrics and the read API, over HTTP or HTTPS.

import { once } from 'node:events';
import { createServer as createHttpServer, type IncomingMessage, type RequestListener, type Server, type ServerResponse } from 'node:http';
import { createServer as createHttpsServer, Server as HttpsServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { reasonOf } from '@rectrace/cluster';
import { formatJson } from '@rectrace/kube';
import { ControllerError } from '../errors.ts';
import type { ListenAddress } from '../options.ts';
import type { ReadApi } from '../read-api/read-api.ts';
import type { Reply } from '../read-api/reply.ts';
import { refusal } from '../read-api/reply.ts';
import type { TlsPair } from './tls-pair.ts';

/** Absent parts are not served. problem: what keeps the controller from being ready, undefined when nothing does. */
export type Services = {
  readonly problem: () => string | undefined;
  readonly alive: () => boolean;
  readonly metrics?: () => Promise<{ readonly contentType: string; readonly text: string }>;
  /** undefined: not yet, for the reason that `problem` gives. */
  readonly readApi?: () => Pick<ReadApi, 'answer'> | undefined;
  /** Told of answers of 500 and above. */
  readonly onFailure: (path: string, error: unknown) => void;
};

/** tls absent = plain HTTP. */
export type ServerOptions = { readonly tls?: TlsPair };

/** Go clients and proxies keep connections for 90 s; one closed earlier from our side costs them a failed request. */
const KEEP_ALIVE_MS = 95_000;

export class HttpServer {
  readonly #server: Server;
  readonly #services: Services;

  constructor(services: Services, { tls }: ServerOptions) {
    const listener: RequestListener = (request, response) => void this.#serve(request, response);
    this.#services = services;
    this.#server = tls === undefined ? createHttpServer(listener) : createHttpsServer({ cert: tls.certificate, key: tls.key }, listener);
    this.#server.keepAliveTimeout = KEEP_ALIVE_MS;
  }

  /** Begins to listen; returns the port. @throws ControllerError ADDRESS_UNUSABLE */
  async listen({ host, port }: ListenAddress): Promise<number> {
    try {
      this.#server.listen({ port, ...(host === '' ? {} : { host }) });
      await once(this.#server, 'listening');
    } catch (error) {
      throw new ControllerError(`cannot listen on ${host}:${port}: ${reasonOf(error)}`, { code: 'ADDRESS_UNUSABLE', cause: error });
    }
    return addressOf(this.#server).port;
  }

  /** Serves new connections with another certificate. @throws where it and the key are none, or not of each other */
  useTls({ certificate, key }: TlsPair): void {
    if (this.#server instanceof HttpsServer) this.#server.setSecureContext({ cert: certificate, key });
  }

  /** Takes no more requests and ends the connections. */
  async close(): Promise<void> {
    const closed = once(this.#server, 'close');
    this.#server.close();
    this.#server.closeAllConnections();
    await closed;
  }

  async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const target = request.url ?? '/';
    const [path = '/'] = target.split('?');
    const url = urlOf(target);
    try {
      if (url === undefined) await send(response, refusal(400, `${target} is no path`));
      else await this.#route(url, { request, response });
    } catch (error) {
      this.#services.onFailure(path, error);
      if (response.headersSent) response.destroy();
      else await send(response, refusal(503, `this cannot be answered now: ${reasonOf(error)}`));
    }
  }

  async #route(url: URL, { request, response }: { readonly request: IncomingMessage; readonly response: ServerResponse }): Promise<void> {
    const { problem, metrics, readApi } = this.#services;
    const health = this.#health(url.pathname);
    if (health !== undefined) return sendText(response, health);
    if (url.pathname === '/metrics' && metrics !== undefined) return sendText(response, { code: 200, ...(await metrics()) });
    if (readApi === undefined || !isReadPath(url.pathname)) return send(response, refusal(404, `no such path: ${url.pathname}`));
    const api = readApi();
    if (api === undefined) return send(response, refusal(503, problem() ?? 'the history is not open yet'));
    return send(response, await api.answer({ method: request.method ?? 'GET', url, token: tokenOf(request) }));
  }

  #health(path: string): { readonly code: number; readonly text: string } | undefined {
    const { problem, alive } = this.#services;
    if (path === '/healthz') return alive() ? { code: 200, text: 'ok\n' } : { code: 503, text: 'stopping\n' };
    if (path !== '/readyz') return undefined;
    const what = problem();
    return what === undefined ? { code: 200, text: 'ok\n' } : { code: 503, text: `${what}\n` };
  }
}

/** Of what a request asks for: a path, or the whole URL, as a proxy is asked. undefined: neither, as in OPTIONS *. */
function urlOf(target: string): URL | undefined {
  return URL.parse(target.startsWith('/') ? `http://controller${target}` : target) ?? undefined;
}

function isReadPath(path: string): boolean {
  return path === '/v1' || path.startsWith('/v1/');
}

/** The API server's service proxy takes the Authorization header for itself; what is meant for us then comes in a header of our own. */
function tokenOf({ headers }: IncomingMessage): string | undefined {
  const own = headers['x-rectrace-token'];
  if (typeof own === 'string' && own !== '') return own;
  return /^Bearer +(\S+)$/i.exec(headers.authorization ?? '')?.[1];
}

async function send(response: ServerResponse, reply: Reply): Promise<void> {
  if (reply.kind === 'json') {
    response.writeHead(reply.code, { 'content-type': 'application/json' }).end(formatJson(reply.body));
    return;
  }
  response.writeHead(200, { 'content-type': 'application/x-ndjson' });
  for await (const value of reply.values) {
    if (response.destroyed) return;
    if (!response.write(`${formatJson(value)}\n`)) await drained(response);
  }
  response.end();
}

/** Resolves when more may be written, and where nobody is there to read it; leaves no listener behind. */
async function drained(response: ServerResponse): Promise<void> {
  const over = new AbortController();
  const { signal } = over;
  try {
    await Promise.race([once(response, 'drain', { signal }), once(response, 'close', { signal })]);
  } finally {
    over.abort();
  }
}

function sendText(
  response: ServerResponse,
  {
    code,
    text,
    contentType = 'text/plain; charset=utf-8',
  }: { readonly code: number; readonly text: string; readonly contentType?: string },
): void {
  response.writeHead(code, { 'content-type': contentType }).end(text);
}

function addressOf(server: Server): AddressInfo {
  const address = server.address();
  if (address === null || typeof address === 'string') throw new ControllerError('the listener has no port', { code: 'ADDRESS_UNUSABLE' });
  return address;
}
