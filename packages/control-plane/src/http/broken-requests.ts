// What is said to a client whose bytes are no HTTP, or HTTP that Go's server does not take: a line of text, and the end of the connection.
import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import type { Clock } from '@rectrace/kube';
import { isTarget } from './request-target.ts';
import type { Turns } from './turns.ts';

export type Breach = { readonly status: string; readonly text: string };

const BAD_REQUEST: Breach = { status: '400 Bad Request', text: '400 Bad Request' };
const WITHOUT_HOST = badRequest('missing required Host header');
const BAD_HOST = badRequest('malformed Host header');
const OTHER_VERSION: Breach = {
  status: '505 HTTP Version Not Supported: unsupported protocol version',
  text: '505 HTTP Version Not Supported: unsupported protocol version',
};
const OTHER_CODING: Breach = { status: '501 Not Implemented', text: 'Unsupported transfer encoding' };

/** By the code of Node's parser; of any other code that starts so: BAD_REQUEST. */
const PARSER_CODE = 'HPE_';
const BREACHES: Readonly<Record<string, Breach>> = {
  HPE_HEADER_OVERFLOW: { status: '431 Request Header Fields Too Large', text: '431 Request Header Fields Too Large' },
  HPE_INVALID_TRANSFER_ENCODING: OTHER_CODING,
  HPE_INVALID_VERSION: OTHER_VERSION,
};
/** What follows a request that was to be the last is not looked at. */
const AFTER_THE_LAST = 'HPE_CLOSED_CONNECTION';
/** So long a connection is read on: closed with bytes unread, its client would not hear what was said. Go waits as long. */
const READ_ON_MS = 500;
/** Of a name or address and a port, as Go tells them from other texts. */
const HOST = /^[A-Za-z0-9!$%&'()*+,\-.:;=[\]_~]*$/;

function badRequest(why: string): Breach {
  return { status: `400 Bad Request: ${why}`, text: `400 Bad Request: ${why}` };
}

/** What is wrong with a request that Node's parser takes; undefined where nothing is. */
export function breachOf(incoming: IncomingMessage): Breach | undefined {
  return breachOfVersion(incoming) ?? (isTarget(incoming.url ?? '') ? breachOfHeaders(incoming) : BAD_REQUEST);
}

/** A first line without a version is one of 0.9. */
function breachOfVersion({ httpVersion, httpVersionMajor }: IncomingMessage): Breach | undefined {
  if (httpVersion === '0.9') return BAD_REQUEST;
  return httpVersionMajor === 1 ? undefined : OTHER_VERSION;
}

function breachOfHeaders({ headers, headersDistinct, httpVersion }: IncomingMessage): Breach | undefined {
  const hosts = headersDistinct['host'] ?? [];
  if (hosts.length > 1) return BAD_REQUEST;
  if (hosts.length === 0 && httpVersion === '1.1') return WITHOUT_HOST;
  if (!HOST.test(hosts[0] ?? '')) return BAD_HOST;
  const coding = headers['transfer-encoding'];
  return coding === undefined || coding.toLowerCase() === 'chunked' ? undefined : OTHER_CODING;
}

/** Tells clients of their errors after the answers that they still wait for. */
export class BrokenRequests {
  readonly #turns: Turns;
  readonly #clock: Clock;
  readonly #told = new WeakSet<Socket>();

  constructor(turns: Turns, clock: Clock) {
    this.#turns = turns;
    this.#clock = clock;
  }

  /** `error`: of a connection, as Node tells it for every piece that comes after it as well. */
  async tell({ code = '' }: NodeJS.ErrnoException, socket: Socket): Promise<void> {
    if (this.#told.has(socket) || code === AFTER_THE_LAST) return;
    this.#told.add(socket);
    if (!code.startsWith(PARSER_CODE)) {
      socket.destroy();
      return;
    }
    // At once where it can be: a client that has ended its side is let go soon.
    const answers = this.#turns.answersOf(socket);
    if (answers !== undefined) await answers;
    if (socket.writable) socket.end(rendered(BREACHES[code] ?? BAD_REQUEST));
    await this.#clock.after(READ_ON_MS, { purpose: 'heartbeat' });
    socket.destroy();
  }
}

function rendered({ status, text }: Breach): string {
  return [`HTTP/1.1 ${status}`, 'Content-Type: text/plain; charset=utf-8', 'Connection: close', '', text].join('\r\n');
}
