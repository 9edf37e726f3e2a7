// The HTTPS front of an API: HTTP/2 and HTTP/1.1 on one port, set for the habits of Go clients.
import { createSecureServer } from 'node:http2';
import type { AddressInfo, Socket } from 'node:net';
import type { Clock } from '@rectrace/kube';
import type { Api, ApiRequest, ApiResponse } from '../api/api-request.ts';
import type { RequestBody } from '../api/codec/request-body.ts';
import { internalError, unauthorized } from '../api/failures.ts';
import type { NextTurn } from '../api/steps.ts';
import type { UserInfo } from '../api/strategy.ts';
import { answerStatus } from '../api/verbs/answer.ts';
import { ListenFailed, RequestRefused } from '../errors.ts';
import { type AuditOptions, AuditTrail } from './audit-log.ts';
import { authenticate } from './authenticator.ts';
import { EventFrames } from './event-frames.ts';
import { impersonationIn } from './impersonation.ts';
import { type Incoming, readRequestBody } from './request-body.ts';
import { parseTarget } from './request-target.ts';
import { nameStatus } from './status-reason.ts';
import { writeLogSocket } from './streams/write-log-socket.ts';
import { sessionRefusal, writeSession } from './streams/write-session.ts';
import { type Taken, takeRequests } from './take-requests.ts';
import type { Upgrade } from './upgrade.ts';
import { asksForWebSocket } from './web-socket-handshake.ts';
import type { Writing } from './write-response.ts';
import { writeResponse } from './write-response.ts';
import { writeWatchSocket } from './write-watch-socket.ts';

export type ServerOptions = {
  readonly clock: Clock;
  /** Requests that come before it is there wait for it. */
  readonly api: Api | Promise<Api>;
  readonly tls: {
    /** PEM. */
    readonly certificate: string;
    readonly key: string;
    /** PEM of the authority of client certificates. */
    readonly clientAuthority: string;
  };
  /** Default 127.0.0.1. */
  readonly host?: string;
  /** Default: any free one. */
  readonly port?: number;
  /** Between the steps of long answers. Without it they are written at once. */
  readonly nextTurn?: NextTurn | undefined;
  /** A fresh id for each request. */
  readonly newAuditId: () => string;
  /** Without it no audit log is kept. */
  readonly audit?: AuditOptions;
  /** Told of faults of the program, which a client sees as 500. */
  readonly onFault?: (error: unknown) => void;
};

export interface RunningServer {
  readonly host: string;
  readonly port: number;
  /** Ends watches and closes connections. */
  stop(): Promise<void>;
}

/** MiB a session may hold: a list of 30 MB beside 300 watches. */
const SESSION_MEMORY_MB = 512;
const STREAMS_PER_CONNECTION = 1_000;
const SWITCHED = 101;
/** Why a request is over, as most are when they are answered: an error for each would cost as much as reading it. */
const GONE = 'the answer is written, or nobody waits for it';
const CLIENT_GONE = ['ECONNRESET', 'EPIPE'];
/** Clients cancel watches in bursts: that is no attack. */
const RESETS = { streamResetBurst: 100_000, streamResetRate: 10_000 };

/** @throws ListenFailed */
export async function startServer(options: ServerOptions): Promise<RunningServer> {
  const stopping = new AbortController();
  const frames = new EventFrames();
  const server = createSecureServer({
    allowHTTP1: true,
    cert: options.tls.certificate,
    key: options.tls.key,
    ca: options.tls.clientAuthority,
    requestCert: true,
    rejectUnauthorized: false,
    maxSessionMemory: SESSION_MEMORY_MB,
    settings: { maxConcurrentStreams: STREAMS_PER_CONNECTION, initialWindowSize: 1024 * 1024 },
    ...RESETS,
  });
  const sockets = new Set<Socket>();
  server.on('secureConnection', (socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
    socket.on('error', () => socket.destroy());
  });
  const answering = { options, frames, stopping: stopping.signal };
  takeRequests(server, { clock: options.clock, answer: (taken) => answer(taken, answering) });
  server.on('sessionError', (error: NodeJS.ErrnoException) => {
    if (!isOfClient(error)) options.onFault?.(error);
  });
  const { host = '127.0.0.1', port = 0 } = options;
  await new Promise<void>((resolve, reject) => {
    server.once('error', (cause) => reject(new ListenFailed({ host, port, cause })));
    server.listen(port, host, resolve);
  });
  return {
    host,
    port: (server.address() as AddressInfo).port,
    stop: async () => {
      stopping.abort();
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      for (const socket of sockets) socket.destroy();
      await closed;
    },
  };
}

/** It has gone, or does not speak HTTP/2. */
function isOfClient({ code = '' }: NodeJS.ErrnoException): boolean {
  return CLIENT_GONE.includes(code) || code.startsWith('ERR_HTTP2_');
}

type Answering = {
  readonly options: ServerOptions;
  readonly frames: EventFrames;
  readonly stopping: AbortSignal;
};

async function answer(taken: Taken, { options, frames, stopping }: Answering): Promise<void> {
  const { incoming, outgoing, upgrade } = taken;
  const gone = new AbortController();
  outgoing.on('close', () => gone.abort(GONE));
  const api = await options.api;
  const writing: Writing = {
    representations: api.representations,
    frames,
    acceptEncoding: String(incoming.headers['accept-encoding'] ?? ''),
    auditId: options.newAuditId(),
    nextTurn: options.nextTurn,
  };
  const trail = trailOf(incoming, writing.auditId, options.audit);
  let isSwitched = false;
  const write = async (response: ApiResponse): Promise<void> => {
    const switched = upgrade === undefined ? undefined : switchedTo(upgrade, response, { writing, clock: options.clock });
    trail?.answered(switched === undefined ? response : { ...response, status: SWITCHED });
    isSwitched = switched !== undefined;
    nameStatus(outgoing, response.status);
    await (switched === undefined ? writeResponse(outgoing, response, writing) : switched());
  };
  const giveUp = (fault: unknown): void => {
    options.onFault?.(fault);
    outgoing.destroy();
  };
  try {
    await write(unlessRefused(upgrade, await respond(taken, { api, trail, signal: AbortSignal.any([gone.signal, stopping]) })));
  } catch (error) {
    const isGone = gone.signal.aborted || outgoing.headersSent || isOfClient(error as NodeJS.ErrnoException);
    if (!isGone) options.onFault?.(error);
    if (isGone || isSwitched) outgoing.destroy();
    else await write(refusal(internalError('the request could not be carried out'))).catch(giveUp);
  } finally {
    trail?.ended();
  }
}

/** What goes on in the other protocol; undefined where the answer is none of it. */
function switchedTo(
  upgrade: Upgrade,
  response: ApiResponse,
  { writing, clock }: { readonly writing: Writing; readonly clock: Clock },
): (() => Promise<void>) | undefined {
  if (response.kind === 'session') return () => writeSession(upgrade, response.session, clock);
  if (!asksForWebSocket(upgrade.incoming)) return undefined;
  if (response.kind === 'stream') return () => writeWatchSocket(upgrade, response, writing);
  return response.kind === 'bytes' ? () => writeLogSocket(upgrade, response) : undefined;
}

/** A session that its kubelet would refuse before the protocol is switched. */
function unlessRefused(upgrade: Upgrade | undefined, response: ApiResponse): ApiResponse {
  if (upgrade === undefined || response.kind !== 'session') return response;
  const status = sessionRefusal(upgrade, response);
  return status === undefined ? response : refusal({ status });
}

function trailOf(incoming: Incoming, auditId: string, audit: AuditOptions | undefined): AuditTrail | undefined {
  if (audit === undefined) return undefined;
  const { method = 'GET', url: uri = '/', headers, socket } = incoming;
  return new AuditTrail(audit, {
    auditId,
    method,
    uri,
    userAgent: utf8(String(headers['user-agent'] ?? '')),
    sourceIp: socket.remoteAddress ?? '',
  });
}

type Responding = {
  readonly api: Api;
  readonly trail: AuditTrail | undefined;
  readonly signal: AbortSignal;
};

async function respond(taken: Taken, { api, trail, signal }: Responding): Promise<ApiResponse> {
  try {
    const user = await authenticate(taken.incoming, api.tokens);
    if (user === undefined) throw unauthorized();
    trail?.authenticated({ user });
    const request = await requestOf(taken, { user, signal });
    trail?.authenticated(request);
    return await api.handle(trail === undefined ? request : { ...request, annotate: (key, value) => trail.annotate(key, value) });
  } catch (error) {
    if (error instanceof RequestRefused) return refusal(error);
    throw error;
  }
}

function refusal({ status }: Pick<RequestRefused, 'status'>): ApiResponse {
  return answerStatus(status, { mediaType: 'application/json', pretty: false, target: undefined });
}

type Asking = Pick<Responding, 'signal'> & { readonly user: UserInfo };

async function requestOf(taken: Taken, { user, signal }: Asking): Promise<ApiRequest> {
  const { incoming, upgrade } = taken;
  const impersonation = impersonationIn(incoming.headers, headerLines(incoming));
  const text = (name: string): string => String(incoming.headers[name] ?? '');
  return {
    method: (incoming.method ?? 'GET').toUpperCase(),
    ...parseTarget(incoming.url ?? '/'),
    user,
    ...(impersonation === undefined ? {} : { impersonation }),
    // What follows a request for another protocol is of that protocol.
    ...(upgrade === undefined ? { body: await bodyOf(taken) } : { upgrade: true, body: { kind: 'none' } }),
    headers: {
      accept: text('accept'),
      contentType: text('content-type'),
      userAgent: utf8(text('user-agent')),
      ifNoneMatch: text('if-none-match'),
    },
    signal,
  };
}

async function bodyOf({ incoming, outgoing, awaitsContinue }: Taken): Promise<RequestBody> {
  if (incoming.method === 'GET' || incoming.method === 'HEAD') return { kind: 'none' };
  if (awaitsContinue && hasBody(incoming)) outgoing.writeContinue();
  const bytes = await readRequestBody(incoming);
  return bytes.length === 0 ? { kind: 'none' } : { kind: 'bytes', bytes };
}

function hasBody({ headers }: Incoming): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
}

function headerLines(incoming: Incoming): readonly (readonly [string, string])[] {
  const { rawHeaders } = incoming;
  return rawHeaders.flatMap((name, index) => (index % 2 === 0 ? [[name.toLowerCase(), rawHeaders[index + 1] ?? ''] as const] : []));
}

/** The bytes of a header as UTF-8; Node reads them one by one. */
function utf8(header: string): string {
  return Buffer.from(header, 'latin1').toString('utf8');
}
