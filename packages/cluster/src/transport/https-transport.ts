// Requests over node:https (node:http for an http:// server) through one keep-alive agent. Credentials are asked for before every request.

import type { ClientRequest, IncomingMessage } from 'node:http';
import { request as httpRequest } from 'node:http';
import type { RequestOptions } from 'node:https';
import { request as httpsRequest } from 'node:https';
import type { SteadyClock } from '@rectrace/kube';
import { ClusterError } from '../errors.ts';
import { describeFailure, describeTimeout } from './describe-failure.ts';
import { readBody } from './read-body.ts';
import { readLines } from './read-lines.ts';
import { refusal } from './refusal.ts';
import type { LoggedRequest, RequestLog } from './request-log.ts';
import { RequestScope } from './request-scope.ts';
import type { ApiRequest, ApiResponse, ApiStream, Transport } from './transport.ts';
import { formatTarget } from './transport.ts';

/** What makes a request ours: TLS options, headers (Authorization, Impersonate-*) and the agent that keeps connections. */
export interface Credentials {
  /** @throws CredentialsFailed, CertificateUnreadable */
  apply(): Promise<RequestOptions>;
  /** Reads everything anew after a 401. False where the same credentials would come out. */
  renew(): Promise<boolean>;
}

export type HttpsTransportOptions = {
  /** The server's address without a trailing slash; it may have a path. */
  readonly server: string;
  readonly credentials: Credentials;
  readonly clock: SteadyClock;
  readonly log: RequestLog;
  readonly userAgent: string;
  /** 0 = unbounded. */
  readonly timeoutMs: number;
};

type Call = { readonly request: ApiRequest; readonly scope: RequestScope; readonly streaming: boolean };
type Opened = { readonly response: IncomingMessage; readonly logged: LoggedRequest };

/** A transport that sends each request once; after a 401 a second time with renewed credentials. */
export function httpsTransport(options: HttpsTransportOptions): Transport {
  const sender = new Sender(options);
  return {
    async request(request: ApiRequest): Promise<ApiResponse> {
      const scope = sender.openScope(request);
      try {
        const { response, logged } = await sender.open({ request, scope, streaming: false });
        const text = await readBody(response);
        options.log.received(logged, text);
        return { code: response.statusCode ?? 0, headers: response.headers, text };
      } catch (error) {
        throw sender.explain(error, { request, scope });
      } finally {
        scope.close();
      }
    },
    async stream(request: ApiRequest): Promise<ApiStream> {
      const scope = sender.openScope(request);
      try {
        const opened = await sender.open({ request, scope, streaming: true });
        scope.stopTimer();
        return { code: opened.response.statusCode ?? 0, headers: opened.response.headers, lines: sender.lines(opened, { request, scope }) };
      } catch (error) {
        scope.close();
        throw sender.explain(error, { request, scope });
      }
    },
  };
}

class Sender {
  readonly #options: HttpsTransportOptions;
  readonly #base: URL;

  constructor(options: HttpsTransportOptions) {
    this.#options = options;
    this.#base = new URL(options.server);
  }

  openScope(request: ApiRequest): RequestScope {
    const { server, clock } = this.#options;
    const timeoutMs = request.timeoutMs ?? this.#options.timeoutMs;
    return new RequestScope({
      signal: request.signal,
      timeoutMs,
      clock,
      timeoutError: () => describeTimeout(timeoutMs, { server, method: request.method, path: request.path }),
    });
  }

  /** Sends, and reads the head of the answer. @throws ApiError for an answer of 400 and above. */
  async open(call: Call): Promise<Opened> {
    const first = await this.#send(call);
    if (first.response.statusCode === 401 && (await this.#options.credentials.renew())) {
      first.response.resume();
      return this.#accepted(await this.#send(call), call);
    }
    return this.#accepted(first, call);
  }

  async *lines({ response, logged }: Opened, { request, scope }: Omit<Call, 'streaming'>): AsyncGenerator<string> {
    try {
      for await (const line of readLines(response)) {
        this.#options.log.received(logged, line);
        yield line;
      }
    } catch (error) {
      throw this.explain(error, { request, scope });
    } finally {
      response.destroy();
      scope.close();
    }
  }

  explain(error: unknown, { request, scope }: Omit<Call, 'streaming'>): unknown {
    const cause = scope.explain(error);
    if (cause !== error || cause instanceof ClusterError) return cause;
    return describeFailure(cause, { server: this.#options.server, method: request.method, path: request.path });
  }

  async #accepted(opened: Opened, { request }: Call): Promise<Opened> {
    const { response, logged } = opened;
    const code = response.statusCode ?? 0;
    if (code < 400) return opened;
    const text = await readBody(response);
    this.#options.log.received(logged, text);
    throw refusal({ code, headers: response.headers, text }, request);
  }

  async #send({ request, scope, streaming }: Call): Promise<Opened> {
    const applied = await this.#options.credentials.apply();
    scope.signal.throwIfAborted();
    const target = `${this.#base.pathname.replace(/\/$/, '')}${formatTarget(request)}`;
    const headers = { ...applied.headers, ...this.#headers(request, streaming), ...repeatedToken(applied.headers, request.tokenHeader) };
    const logged = {
      method: request.method,
      url: `${this.#base.origin}${target}`,
      path: request.path,
      headers: { ...headers },
      body: request.body?.text ?? '',
    };
    const http: RequestOptions = {
      ...applied,
      protocol: this.#base.protocol,
      hostname: this.#base.hostname.replace(/^\[|\]$/g, ''),
      port: this.#base.port,
      method: request.method,
      path: target,
      headers,
      signal: scope.signal,
    };
    const sent = this.#base.protocol === 'http:' ? httpRequest(http) : httpsRequest(http);
    return { response: await this.#answer(sent, { logged, body: request.body?.text }), logged };
  }

  #answer(
    sent: ClientRequest,
    { logged, body }: { readonly logged: LoggedRequest; readonly body: string | undefined },
  ): Promise<IncomingMessage> {
    const { log, clock } = this.#options;
    const sentAt = clock.elapsed();
    log.sent(logged);
    return new Promise((resolve, reject) => {
      sent.on('response', (response) => {
        const { statusCode: code = 0, statusMessage: message = '' } = response;
        log.answered(logged, { code, message, headers: response.headers, ms: Math.round(clock.elapsed() - sentAt) });
        resolve(response);
      });
      sent.on('error', (error) => {
        log.failed(logged, { reason: error.message, ms: Math.round(clock.elapsed() - sentAt) });
        reject(error);
      });
      sent.end(body);
    });
  }

  #headers(request: ApiRequest, streaming: boolean): { readonly [name: string]: string } {
    const text = request.body?.text;
    return {
      Accept: request.accept ?? 'application/json',
      'User-Agent': this.#options.userAgent,
      ...(streaming ? {} : { 'Accept-Encoding': 'gzip' }),
      ...(request.body === undefined || text === undefined
        ? {}
        : { 'Content-Type': request.body.contentType, 'Content-Length': String(Buffer.byteLength(text)) }),
    };
  }
}

function repeatedToken(headers: RequestOptions['headers'], name: string | undefined): { readonly [name: string]: string } {
  const authorization = headers !== undefined && 'Authorization' in headers ? headers['Authorization'] : undefined;
  const token = typeof authorization === 'string' ? /^Bearer (.+)$/.exec(authorization)?.[1] : undefined;
  return name === undefined || token === undefined ? {} : { [name]: token };
}
