// The server's side of a WebSocket (RFC 6455) that only sends: what the client says is not listened to, but for closing and pings.
import { createHash } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import type { Socket } from 'node:net';
import { frameHead, OPCODES } from './frame-head.ts';
import { type ControlFrame, FrameReader } from './frame-reader.ts';

const KEY_SUFFIX = '258EAFA5-E914-47DA-95CA-C5AB0DC85B11';
const NORMAL = 1000;

/** Whether a request asks for a WebSocket. */
export function asksForWebSocket({ headers }: { readonly headers: IncomingHttpHeaders }): boolean {
  return /(^|,)\s*upgrade\s*($|,)/i.test(headers.connection ?? '') && (headers.upgrade ?? '').toLowerCase() === 'websocket';
}

export type Handshake =
  | { readonly kind: 'accepted'; readonly protocol: string | undefined }
  /** `answer`: the whole of it. kube-apiserver's WebSocket library says little. */
  | { readonly kind: 'refused'; readonly answer: string };

const BAD_REQUEST = 'HTTP/1.1 400 Bad Request\r\n';

/** `protocols`: those that the client offers, of which it must not offer several. */
export function judgeHandshake(headers: IncomingHttpHeaders, protocols: readonly string[]): Handshake {
  if (headers['sec-websocket-version'] !== '13')
    return { kind: 'refused', answer: `${BAD_REQUEST}Sec-WebSocket-Version: 13\r\n\r\nmissing or bad WebSocket Version` };
  if (headers['sec-websocket-key'] === undefined || protocols.length > 1) return { kind: 'refused', answer: `${BAD_REQUEST}\r\n` };
  if (!URL.canParse(headers.origin ?? '')) return { kind: 'refused', answer: 'HTTP/1.1 403 Forbidden\r\n\r\n' };
  return { kind: 'accepted', protocol: protocols[0] };
}

export class WebSocket {
  readonly #socket: Socket;
  readonly #reader = new FrameReader();

  /** Takes a connection over, after its request. `head`: what has come after it already. */
  constructor(socket: Socket, head: Uint8Array) {
    this.#socket = socket;
    socket.on('data', (chunk: Buffer) => this.#receive(chunk));
    if (head.length > 0) this.#receive(Buffer.from(head));
  }

  /** Says that it is one. `key`: the client's. */
  accept(key: string, protocol: string | undefined): void {
    const answer = createHash('sha1')
      .update(key + KEY_SUFFIX)
      .digest('base64');
    const lines = ['HTTP/1.1 101 Switching Protocols', 'Upgrade: websocket', 'Connection: Upgrade', `Sec-WebSocket-Accept: ${answer}`];
    this.#socket.write([...lines, ...(protocol === undefined ? [] : [`Sec-WebSocket-Protocol: ${protocol}`]), '', ''].join('\r\n'));
  }

  /** One message. Resolves when it may be followed by the next: no faster than the client reads. */
  async send(kind: 'text' | 'binary', bytes: Uint8Array): Promise<void> {
    this.#socket.write(frameHead(OPCODES[kind], bytes.length));
    await new Promise<void>((resolve) => this.#socket.write(bytes, () => resolve()));
  }

  close(): void {
    if (this.#socket.writableEnded) return;
    const payload = Buffer.alloc(2);
    payload.writeUInt16BE(NORMAL);
    this.#socket.end(Buffer.concat([frameHead(OPCODES.close, payload.length), payload]));
  }

  #receive(chunk: Buffer): void {
    for (const frame of this.#reader.controlFrames(chunk)) this.#heed(frame);
  }

  #heed({ opcode, payload }: ControlFrame): void {
    if (opcode === OPCODES.ping) this.#socket.write(Buffer.concat([frameHead(OPCODES.pong, payload.length), payload]));
    if (opcode === OPCODES.close) this.close();
  }
}
