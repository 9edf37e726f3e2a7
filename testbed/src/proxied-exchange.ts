// One request and its answer on the way through the fault proxy: forwarded piece by piece, until a fault befalls it.
import { randomBytes } from 'node:crypto';
import type { ClientRequest, IncomingMessage, ServerResponse } from 'node:http';
import { type Agent, request as httpsRequest } from 'node:https';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { DelayedQueue } from './delayed-queue.ts';
import type { ActiveFault, Fault, ProxiedRequest } from './fault.ts';
import { statusBody } from './status-body.ts';
import type { WatchHistory } from './watch-history.ts';

const NEWLINE = 0x0a;

/** A client's connection, below its TLS, and what goes on from it to the API server. */
export interface Connection {
  readonly socket: Socket;
  readonly agent: Agent;
  /** Connections to the server that wait for their next request. */
  readonly idle: Set<Duplex>;
}

export interface ExchangeOptions {
  readonly target: URL;
  readonly connection: Connection;
  readonly history: WatchHistory;
  readonly onBytes: (count: number) => void;
}

export class ProxiedExchange {
  readonly request: ProxiedRequest;
  readonly #incoming: IncomingMessage;
  readonly #answer: ServerResponse;
  readonly #options: ExchangeOptions;
  readonly #queue = new DelayedQueue();
  /** What to do when the answer is next between two lines. */
  #betweenLines: (() => void)[] = [];
  #atLineEnd = true;
  #upstream: ClientRequest | undefined;
  #delay: ActiveFault | undefined;
  #truncate: Extract<Fault, { kind: 'truncate' }> | undefined;
  #frozen = false;

  constructor(incoming: IncomingMessage, answer: ServerResponse, options: ExchangeOptions) {
    this.#incoming = incoming;
    this.#answer = answer;
    this.#options = options;
    this.request = describeRequest(incoming);
    answer.on('error', () => this.#abandon());
    answer.on('close', () => this.#abandon());
  }

  /** Sends the request on. */
  forward(): void {
    const { target, connection } = this.#options;
    const { method, rawHeaders } = this.#incoming;
    const upstream = httpsRequest(target, { method, agent: connection.agent, path: this.request.path, headers: endToEnd(rawHeaders) });
    this.#upstream = upstream;
    upstream.on('socket', (server) => connection.idle.delete(server));
    upstream.on('response', (response) => this.#forwardAnswer(response));
    // As the server did to us: a connection that it refused or cut.
    upstream.on('error', () => this.#reset());
    this.#incoming.pipe(upstream);
  }

  /** Lets a fault befall a running exchange. Returns whether it can. */
  befall(active: ActiveFault): boolean {
    const { fault } = active;
    if (this.#frozen || this.#answer.writableEnded || fault.kind === 'status') return false;
    if (fault.kind === 'delay') this.#delay = active;
    else if (fault.kind === 'truncate') this.#truncate = fault;
    else if (fault.kind === 'reset') this.#reset();
    else if (fault.kind === 'half-open') this.#freeze();
    else if (fault.kind === 'garbage' && fault.where === 'http') this.#notHttp();
    else if (!this.request.watch || !this.#answer.headersSent) return false;
    else this.#whenBetweenLines(() => this.#disturb(fault));
    return true;
  }

  /** Lets a fault befall a new request. */
  start(active: ActiveFault): void {
    const { fault } = active;
    if (fault.kind === 'delay' || fault.kind === 'truncate' || fault.kind === 'replay') {
      if (fault.kind === 'delay') this.#delay = active;
      if (fault.kind === 'truncate') this.#truncate = fault;
      if (fault.kind === 'replay') this.#whenBetweenLines(() => this.#disturb(fault));
      this.forward();
      return;
    }
    this.#incoming.resume();
    if (fault.kind === 'reset') this.#reset();
    else if (fault.kind === 'half-open') this.#freeze();
    else if (fault.kind === 'status') this.#answerStatus(fault);
    else if (fault.kind === 'garbage' && fault.where === 'http') this.#notHttp();
    else this.#answerInstead(fault);
  }

  #forwardAnswer(response: IncomingMessage): void {
    if (this.#frozen) return;
    const record = this.#isJsonWatch(response) ? this.#options.history.reader(this.request.path) : () => undefined;
    this.#later(() => this.#writeHead(response));
    response.on('data', (piece: Buffer) => {
      record(piece);
      this.#forwardPiece(piece, response);
    });
    response.on('end', () => this.#later(() => this.#answer.end()));
    response.on('error', () => this.#reset());
  }

  #writeHead(response: IncomingMessage): void {
    const headers = endToEnd(response.rawHeaders, this.#truncate === undefined ? [] : ['content-length']);
    this.#answer.writeHead(response.statusCode ?? 502, response.statusMessage, headers);
    this.#answer.flushHeaders();
    this.#runBetweenLines();
  }

  #forwardPiece(piece: Buffer, from: IncomingMessage): void {
    if (this.#frozen) return;
    if (this.#truncate !== undefined) {
      this.#cutShort(piece, this.#truncate);
      return;
    }
    const write = (): void => {
      this.#atLineEnd = piece.at(-1) === NEWLINE;
      if (!this.#write(piece)) {
        from.pause();
        this.#answer.once('drain', () => from.resume());
      }
      this.#runBetweenLines();
    };
    this.#later(write);
  }

  #cutShort(piece: Buffer, { ending = 'clean' }: Extract<Fault, { kind: 'truncate' }>): void {
    this.#upstream?.destroy();
    this.#frozen = true;
    this.#later(() => {
      this.#answer.write(piece.subarray(0, Math.max(1, Math.floor(piece.length / 2))), () => {
        if (ending === 'reset') this.#options.connection.socket.resetAndDestroy();
      });
      if (ending === 'clean') this.#answer.end();
    });
  }

  /** Runs `run` after the delay that is on for this exchange, in order. */
  #later(run: () => void): void {
    const fault = this.#delay?.over.aborted === false ? this.#delay.fault : undefined;
    this.#queue.put(fault?.kind === 'delay' ? fault.delayMs : 0, run);
  }

  #write(bytes: Buffer | string): boolean {
    this.#options.onBytes(Buffer.byteLength(bytes));
    return this.#answer.write(bytes);
  }

  #whenBetweenLines(run: () => void): void {
    this.#betweenLines.push(run);
    if (this.#answer.headersSent && this.#atLineEnd) this.#runBetweenLines();
  }

  #runBetweenLines(): void {
    if (!this.#atLineEnd) return;
    const due = this.#betweenLines;
    this.#betweenLines = [];
    for (const run of due) run();
  }

  /** What can befall a watch between two of its lines. */
  #disturb(fault: Fault): void {
    if (fault.kind === 'garbage') this.#write(`${garbage()}\n`);
    else if (fault.kind === 'replay') this.#write(this.#options.history.last(this.request.path, fault.lines));
    else {
      if (fault.kind === 'watch-error') this.#write(errorLine(fault.code));
      this.#endProperly();
    }
  }

  #endProperly(): void {
    this.#frozen = true;
    this.#upstream?.destroy();
    this.#answer.end();
  }

  #answerStatus({ code, retryAfterSeconds }: Extract<Fault, { kind: 'status' }>): void {
    const retryAfter = retryAfterSeconds === undefined ? {} : { 'Retry-After': String(retryAfterSeconds) };
    this.#answer.writeHead(code, { 'Content-Type': 'application/json', ...retryAfter });
    this.#answer.end(JSON.stringify(statusBody(code, retryAfterSeconds)));
  }

  #answerInstead(fault: Fault): void {
    this.#answer.writeHead(200, { 'Content-Type': 'application/json' });
    if (fault.kind === 'garbage') this.#write(garbage());
    if (fault.kind === 'watch-error') this.#write(errorLine(fault.code));
    this.#answer.end();
  }

  #notHttp(): void {
    this.#frozen = true;
    this.#upstream?.destroy();
    this.#answer.socket?.end(`${garbage()}\r\n\r\n`);
  }

  #freeze(): void {
    this.#frozen = true;
    this.#queue.clear();
    this.#upstream?.destroy();
  }

  #reset(): void {
    if (this.#frozen) return;
    this.#frozen = true;
    this.#options.connection.socket.resetAndDestroy();
  }

  /** The client is gone, or has everything. */
  #abandon(): void {
    this.#frozen = true;
    this.#queue.clear();
    this.#upstream?.destroy();
  }

  #isJsonWatch(response: IncomingMessage): boolean {
    return this.request.watch && response.headers['content-type']?.startsWith('application/json') === true;
  }
}

export function describeRequest(incoming: IncomingMessage): ProxiedRequest {
  const path = incoming.url ?? '/';
  const { searchParams, pathname } = new URL(path, 'https://any');
  const watch = ['true', '1', ''].includes(searchParams.get('watch') ?? 'false') || /\/api[^?]*\/watch\//.test(pathname);
  return { method: incoming.method ?? 'GET', path, watch };
}

/** Headers without those that concern one connection only, as a flat list. */
export function endToEnd(rawHeaders: readonly string[], without: readonly string[] = []): string[] {
  const dropped = new Set(['connection', 'keep-alive', 'proxy-connection', ...without]);
  return rawHeaders.filter((_, index) => !dropped.has((rawHeaders[index - (index % 2)] ?? '').toLowerCase()));
}

function errorLine(code: number): string {
  return `${JSON.stringify({ type: 'ERROR', object: statusBody(code) })}\n`;
}

/** Printable, but neither JSON nor HTTP. */
function garbage(): string {
  return `\u0001}${randomBytes(24).toString('base64')}{`;
}
