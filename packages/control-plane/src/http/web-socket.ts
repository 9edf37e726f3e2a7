// The server's side of a WebSocket (RFC 6455).
import { createHash } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import type { ByteConnection } from './byte-connection.ts';
import { frameHead, OPCODES } from './frame-head.ts';
import { type ClientFrame, FrameReader } from './frame-reader.ts';

const KEY_SUFFIX = '258EAFA5-E914-47DA-95CA-C5AB0DC85B11';
const NORMAL = 1000;
const PROTOCOL_ERROR = 1002;

/** Whether a request asks for a WebSocket. */
export function asksForWebSocket({ headers }: { readonly headers: IncomingHttpHeaders }): boolean {
  return /(^|,)\s*upgrade\s*($|,)/i.test(headers.connection ?? '') && (headers.upgrade ?? '').toLowerCase() === 'websocket';
}

export type Handshake =
  | { readonly kind: 'accepted'; readonly protocol: string | undefined }
  /** `answer`: the whole of it. kube-apiserver's WebSocket library says little. */
  | { readonly kind: 'refused'; readonly answer: string };

const BAD_REQUEST = 'HTTP/1.1 400 Bad Request\r\n';
const FORBIDDEN = 'HTTP/1.1 403 Forbidden\r\n\r\n';
const NO_KEY = `${BAD_REQUEST}\r\nmismatch challenge/response`;
const BAD_VERSION = `${BAD_REQUEST}Sec-WebSocket-Version: 13\r\n\r\nmissing or bad WebSocket Version`;

/** `protocols`: those that the client offers, of which it must not offer several. */
export function judgeHandshake(headers: IncomingHttpHeaders, protocols: readonly string[]): Handshake {
  if (headers['sec-websocket-version'] !== '13') return { kind: 'refused', answer: BAD_VERSION };
  if (headers['sec-websocket-key'] === undefined) return { kind: 'refused', answer: NO_KEY };
  if (protocols.length > 1) return { kind: 'refused', answer: `${BAD_REQUEST}\r\n` };
  if (!URL.canParse(headers.origin ?? '')) return { kind: 'refused', answer: FORBIDDEN };
  return { kind: 'accepted', protocol: protocols[0] };
}

/** The same where the first offered protocol that is `known` is spoken; '' among the known: none need be offered. */
export function chooseProtocol(headers: IncomingHttpHeaders, offered: readonly string[], known: readonly string[]): Handshake {
  if (headers['sec-websocket-version'] !== '13') return { kind: 'refused', answer: BAD_VERSION };
  if (headers['sec-websocket-key'] === undefined) return { kind: 'refused', answer: NO_KEY };
  const chosen = (offered.length === 0 ? [''] : offered).find((protocol) => known.includes(protocol));
  if (chosen === undefined) return { kind: 'refused', answer: FORBIDDEN };
  return { kind: 'accepted', protocol: chosen === '' ? undefined : chosen };
}

export class WebSocket {
  readonly #connection: ByteConnection;
  readonly #reader: FrameReader;
  #closed = false;

  /** Takes a connection over, after its request. `mostBytes`: of a message of the client; without it messages are passed over. */
  constructor(connection: ByteConnection, mostBytes = 0) {
    this.#connection = connection;
    this.#reader = new FrameReader(mostBytes);
  }

  /** Says that it is one. `key`: the client's. */
  async accept(key: string, protocol: string | undefined): Promise<void> {
    const answer = createHash('sha1')
      .update(key + KEY_SUFFIX)
      .digest('base64');
    const lines = ['HTTP/1.1 101 Switching Protocols', 'Upgrade: websocket', 'Connection: Upgrade', `Sec-WebSocket-Accept: ${answer}`];
    const named = protocol === undefined ? [] : [`Sec-WebSocket-Protocol: ${protocol}`];
    await this.#connection.write(Buffer.from([...lines, ...named, '', ''].join('\r\n')));
  }

  /** What the client says, until it closes or is gone. Its pings are answered on the way. */
  async *messages(): AsyncGenerator<Buffer> {
    for await (const chunk of this.#connection.chunks) {
      for (const frame of this.#reader.frames(chunk)) {
        if (frame.kind === 'message') yield frame.payload;
        else await this.#heed(frame);
        if (this.#closed) return;
      }
    }
  }

  /** Answers pings and closing alone. */
  async heed(): Promise<void> {
    const messages = this.messages();
    while (!(await messages.next()).done);
  }

  /** One message. Resolves when it may be followed by the next: no faster than the client reads. */
  async send(kind: 'text' | 'binary', bytes: Uint8Array): Promise<void> {
    if (this.#closed) return;
    await this.#connection.write(Buffer.concat([frameHead(OPCODES[kind], bytes.length), bytes]));
  }

  /** Once. What the client says afterwards is not read any more. */
  async close(code = NORMAL): Promise<void> {
    if (this.#closed) return;
    this.#closed = true;
    const payload = Buffer.alloc(2);
    payload.writeUInt16BE(code);
    await this.#connection.write(Buffer.concat([frameHead(OPCODES.close, payload.length), payload]));
    this.#connection.end();
  }

  async #heed(frame: Exclude<ClientFrame, { kind: 'message' }>): Promise<void> {
    if (frame.kind === 'broken') return this.close(PROTOCOL_ERROR);
    const { opcode, payload } = frame;
    if (opcode === OPCODES.ping) await this.#connection.write(Buffer.concat([frameHead(OPCODES.pong, payload.length), payload]));
    if (opcode === OPCODES.close) await this.close();
  }
}
