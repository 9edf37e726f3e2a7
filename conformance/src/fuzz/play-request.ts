// Asks a server a fuzzed request, and says what came of it.
import type { ClientHttp2Session, ClientHttp2Stream, OutgoingHttpHeaders } from 'node:http2';
import { connect, constants } from 'node:http2';
import type { BareAnswer, BareServer, Heard } from '@rectrace/testing';
import { BareConnection } from '@rectrace/testing';
import type { BrokenRequest, FramesRequest, FuzzRequest, SoundRequest, StreamsRequest, UpgradeRequest } from './fuzz-request.ts';
import { judgeAnswer, judgeRefusal } from './judge-answer.ts';

/** `fault`: what is wrong with it. `statuses`: of the answers. */
export type Outcome = { readonly statuses: readonly (number | 'closed' | 'stream')[]; readonly fault?: string };

/** How long is waited, in milliseconds. */
export type Patience = {
  /** An answer that takes longer is none: nothing that a request asks for may hold the server up. */
  readonly answerMs: number;
  /** The same for the end of a connection that its client has ended, and for an ordinary request in between. */
  readonly ordinaryMs: number;
};

/** How long an answer that may go on for ever is listened to. */
const STREAM_MS = 60;
const BROKEN_MS = 150;
const MOST_NAMED = 5;
const MAY_STREAM = /[?&](?:watch|follow|sendInitialEvents)\b|\/(?:watch|log|proxy)\b/;
const SWITCHED = 101;
/** Header names that HTTP/2 has no place for, or that its client sets itself. */
const NOT_IN_HTTP2 = ['connection', 'upgrade', 'transfer-encoding', 'host', 'expect', 'content-length', 'cookie', '__proto__'];

export class Player {
  readonly #server: BareServer;
  readonly #token: string;
  readonly #patience: Patience;
  #connection: BareConnection | undefined;
  /** Numbers of the requests that it has carried. */
  #carried: readonly number[] = [];
  #session: ClientHttp2Session | undefined;

  constructor({ server, token }: { readonly server: BareServer; readonly token: string }, patience: Patience) {
    this.#server = server;
    this.#token = token;
    this.#patience = patience;
  }

  /** `number`: of the request, by which others on the same connection name it. */
  play(request: FuzzRequest, number: number): Promise<Outcome> {
    switch (request.kind) {
      case 'sound':
        return this.#playInLine(request, number);
      case 'broken':
        return this.#playBroken(request);
      case 'upgrade':
        return this.#playUpgrade(request);
      case 'streams':
        return this.#playStreams(request);
      case 'frames':
        return this.#playFrames(request);
    }
  }

  close(): void {
    this.#connection?.hangUp();
    this.#session?.destroy();
  }

  /** On the connection of the ones before it, which are named where it goes wrong. */
  async #playInLine(request: SoundRequest, number: number): Promise<Outcome> {
    const connection = await this.#kept();
    const before = this.#carried.slice(-MOST_NAMED);
    this.#carried = [...before, number];
    const named = (fault: string): string => (before.length === 0 ? fault : `${fault} (on its connection after #${before.join(', #')})`);
    try {
      const { statuses, fault } = await this.#playSound(connection, request);
      return { statuses, ...(fault === undefined ? {} : { fault: named(fault) }) };
    } catch (error) {
      connection.hangUp();
      return { statuses: [], fault: named(error instanceof Error ? error.message : String(error)) };
    }
  }

  async #playSound(connection: BareConnection, request: SoundRequest): Promise<Outcome> {
    const { answerMs } = this.#patience;
    const mayStream = MAY_STREAM.test(request.target);
    connection.say(this.#rendered(request));
    const withoutBody = request.method === 'HEAD';
    const heard = await heardFrom(connection, { mayStream, withoutBody, answerMs });
    if (heard.kind === 'answer' && isLast(heard.answer)) connection.hangUp();
    if (heard.kind === 'answer') return judgedSound(request, heard.answer);
    connection.hangUp();
    if (heard.kind === 'closed')
      return { statuses: ['closed'], fault: `no answer, but the end of the connection after ${heard.said.length} bytes` };
    return heard.said.length > 0 && mayStream ? { statuses: ['stream'] } : { statuses: [], fault: `no answer within ${answerMs} ms` };
  }

  async #playBroken({ bytes }: BrokenRequest): Promise<Outcome> {
    const connection = await BareConnection.open(this.#server);
    try {
      connection.say(bytes);
      const heard = await connection.answer({ timeoutMs: BROKEN_MS });
      // What is unfinished is waited for, until its client says that no more comes.
      connection.endSaying();
      const closed = await connection.endsWithin(this.#patience.ordinaryMs);
      if (heard.kind !== 'answer') return closed ? { statuses: ['closed'] } : { statuses: [], fault: 'an ended connection is held open' };
      const fault = judgeRefusal(heard.answer, closed);
      return { statuses: [heard.answer.status], ...(fault === undefined ? {} : { fault }) };
    } finally {
      connection.hangUp();
    }
  }

  async #playUpgrade(request: UpgradeRequest): Promise<Outcome> {
    const connection = await BareConnection.open(this.#server);
    try {
      connection.say(this.#rendered({ ...request, kind: 'sound', body: Buffer.alloc(0) }));
      const mayStream = MAY_STREAM.test(request.target);
      const heard = await heardFrom(connection, {
        mayStream,
        withoutBody: false,
        answerMs: this.#patience.answerMs,
      });
      if (heard.kind === 'closed') return { statuses: ['closed'], fault: 'no answer to an upgrade' };
      if (heard.kind === 'silent')
        return heard.said.length > 0 && mayStream
          ? { statuses: ['stream'] }
          : { statuses: [], fault: `no whole answer to an upgrade within ${this.#patience.answerMs} ms` };
      if (heard.answer.status !== SWITCHED) return judgedUpgrade(heard.answer);
      for (const frame of request.frames) connection.say(frame);
      await connection.endsWithin(BROKEN_MS);
      return { statuses: [SWITCHED] };
    } finally {
      connection.hangUp();
    }
  }

  async #playFrames({ bytes }: FramesRequest): Promise<Outcome> {
    const connection = await BareConnection.open(this.#server, ['h2']);
    try {
      connection.say(bytes);
      await connection.endsWithin(BROKEN_MS);
      return { statuses: ['closed'] };
    } finally {
      connection.hangUp();
    }
  }

  async #playStreams({ streams }: StreamsRequest): Promise<Outcome> {
    const session = this.#sessionKept();
    const outcomes = await Promise.all(streams.map((asked) => this.#playStream(session, asked)));
    const faults = outcomes.flatMap(({ fault }) => (fault === undefined ? [] : [fault]));
    return { statuses: outcomes.flatMap(({ statuses }) => statuses), ...(faults[0] === undefined ? {} : { fault: faults[0] }) };
  }

  #playStream(session: ClientHttp2Session, { method, target, headers, body, reset }: StreamsRequest['streams'][number]): Promise<Outcome> {
    const sent = headers.filter(([name]) => !NOT_IN_HTTP2.includes(name.toLowerCase())).map(([name, value]) => [name.toLowerCase(), value]);
    const asked = { authorization: `Bearer ${this.#token}`, ...Object.fromEntries(sent), ':method': method, ':path': target };
    const stream = openedOn(session, asked);
    // Not every request that HTTP/1.1 carries can be said in HTTP/2.
    if (stream === undefined) return Promise.resolve({ statuses: [] });
    if (body.length > 0) stream.write(body);
    if (reset !== undefined) {
      stream.on('error', () => undefined);
      stream.close(reset);
      return Promise.resolve({ statuses: [] });
    }
    stream.end();
    return heardOn(stream, { method, mayStream: MAY_STREAM.test(target), answerMs: this.#patience.answerMs });
  }

  /** The connection of the request before, where that goes on. */
  async #kept(): Promise<BareConnection> {
    if (this.#connection?.isOpen === true) return this.#connection;
    this.#connection = await BareConnection.open(this.#server);
    this.#carried = [];
    return this.#connection;
  }

  #sessionKept(): ClientHttp2Session {
    const known = this.#session;
    if (known !== undefined && !known.closed && !known.destroyed) return known;
    const { host, port, authority } = this.#server;
    const session = connect(`https://${host}:${port}`, { ca: authority });
    session.on('error', () => undefined);
    this.#session = session;
    return session;
  }

  #rendered({ method, target, headers, body, asAdmin = true }: SoundRequest): Buffer {
    const framing: readonly (readonly [string, string])[] =
      body.length > 0 || method === 'POST' ? [['Content-Length', String(body.length)]] : [];
    const own = asAdmin ? [['Authorization', `Bearer ${this.#token}`] as const] : [];
    const lines = [['Host', `${this.#server.host}:${this.#server.port}`] as const, ...own, ...headers, ...framing];
    const head = [`${method} ${target} HTTP/1.1`, ...lines.map(([name, value]) => `${name}: ${value}`), '', ''].join('\r\n');
    return Buffer.concat([Buffer.from(head, 'latin1'), body]);
  }
}

/** The whole answer, or what there is of one that goes on. */
async function heardFrom(
  connection: BareConnection,
  asked: { readonly mayStream: boolean; readonly withoutBody: boolean; readonly answerMs: number },
): Promise<Heard> {
  const { mayStream, withoutBody, answerMs } = asked;
  const deadline = performance.now() + answerMs;
  for (;;) {
    const heard = await connection.answer({ timeoutMs: mayStream ? STREAM_MS : answerMs, withoutBody });
    if (heard.kind !== 'silent' || heard.said.length > 0 || performance.now() >= deadline) return heard;
  }
}

/** The server ends the connection after it. */
function isLast({ headers }: BareAnswer): boolean {
  return headers.get('connection') === 'close' || !headers.has('audit-id');
}

/** Go's HTTP server itself answers what is asked of the server as a whole. */
function isGeneral({ method, target }: SoundRequest): boolean {
  return method === 'OPTIONS' && target === '*';
}

function judgedSound(request: SoundRequest, answer: Parameters<typeof judgeAnswer>[0]): Outcome {
  if (isGeneral(request) && answer.status === 200 && answer.body.length === 0) return { statuses: [answer.status] };
  const bare = !answer.headers.has('audit-id');
  const fault = bare ? judgeRefusal(answer, true) : judgeAnswer(answer, { withoutBody: request.method === 'HEAD', status: request.status });
  return { statuses: [answer.status], ...(fault === undefined ? {} : { fault }) };
}

function judgedUpgrade(answer: Parameters<typeof judgeAnswer>[0]): Outcome {
  const fault = judgeAnswer(answer, { withoutBody: false });
  return { statuses: [answer.status], ...(fault === undefined ? {} : { fault }) };
}

/** Undefined where the client itself refuses it. */
function openedOn(session: ClientHttp2Session, headers: OutgoingHttpHeaders): ClientHttp2Stream | undefined {
  try {
    return session.request(headers, { endStream: false });
  } catch {
    return undefined;
  }
}

/** An answer, or the end of the stream or of its session, which a stream beside it may have brought about. */
function heardOn(
  stream: ClientHttp2Stream,
  { method, mayStream, answerMs }: { readonly method: string; readonly mayStream: boolean; readonly answerMs: number },
): Promise<Outcome> {
  const { promise, resolve } = Promise.withResolvers<Outcome>();
  const chunks: Buffer[] = [];
  let head: { readonly status: number; readonly headers: ReadonlyMap<string, string> } | undefined;
  const giveUp = (outcome: Outcome): void => {
    resolve(outcome);
    stream.close(constants.NGHTTP2_CANCEL);
  };
  const late = setTimeout(() => giveUp({ statuses: [], fault: `no answer over HTTP/2 within ${answerMs} ms` }), answerMs);
  stream.on('response', (headers) => {
    if (mayStream) setTimeout(() => giveUp({ statuses: ['stream'] }), STREAM_MS);
    head = {
      status: Number(headers[':status'] ?? 0),
      headers: new Map(Object.entries(headers).map(([name, value]) => [name, String(value)])),
    };
  });
  stream.on('data', (chunk: Buffer) => chunks.push(chunk));
  stream.on('error', () => undefined);
  stream.on('close', () => {
    clearTimeout(late);
    if (head === undefined) resolve({ statuses: ['closed'] });
    else {
      const fault = judgeAnswer({ ...head, body: Buffer.concat(chunks) }, { withoutBody: method === 'HEAD' });
      resolve({ statuses: [head.status], ...(fault === undefined ? {} : { fault }) });
    }
  });
  return promise;
}
