// The server's side of a WebSocket (RFC 6455).
import { createHash } from 'node:crypto';
import { besides } from '../api/besides.ts';
import type { ByteConnection } from './byte-connection.ts';
import { CLOSE_CODES, closePayload } from './close-frame.ts';
import { OPCODES, renderHead } from './frame-head.ts';
import { FrameReader } from './frame-reader.ts';
import type { ClientFrame, FrameRules } from './frame-rules.ts';

const KEY_SUFFIX = '258EAFA5-E914-47DA-95CA-C5AB0DC85B11';

export class WebSocket {
  readonly #connection: ByteConnection;
  readonly #reader: FrameReader;
  #closed = false;

  /** Takes a connection over, after its request. */
  constructor(connection: ByteConnection, rules: FrameRules) {
    this.#connection = connection;
    this.#reader = new FrameReader(rules);
  }

  /** Says that it is one. `key`: the client's. */
  async accept(key: string, protocol: string): Promise<void> {
    const answer = createHash('sha1')
      .update(key + KEY_SUFFIX)
      .digest('base64');
    const lines = ['HTTP/1.1 101 Switching Protocols', 'Upgrade: websocket', 'Connection: Upgrade', `Sec-WebSocket-Accept: ${answer}`];
    const named = protocol === '' ? [] : [`Sec-WebSocket-Protocol: ${protocol}`];
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

  /** Carries out what is told to the client, and closes; pings and closing are heeded meanwhile. What goes wrong is told by the code. */
  async tell(what: () => Promise<void>): Promise<void> {
    try {
      await besides(what(), this.#heedAll());
      await this.close();
    } catch (error) {
      await this.close(CLOSE_CODES.internalError);
      throw error;
    }
  }

  /** One message. Resolves when it may be followed by the next: no faster than the client reads. */
  async send(kind: 'text' | 'binary', bytes: Uint8Array): Promise<void> {
    if (this.#closed) return;
    await this.#write(OPCODES[kind], bytes);
  }

  /** Once. What the client says afterwards is not read any more. */
  async close(code: number = CLOSE_CODES.normal): Promise<void> {
    await this.#closeWith([closePayload(code)]);
  }

  async #closeWith(payloads: readonly Uint8Array[]): Promise<void> {
    if (this.#closed) return;
    this.#closed = true;
    for (const payload of payloads) await this.#write(OPCODES.close, payload);
    this.#connection.end();
  }

  /** Closes with the client. */
  async #heedAll(): Promise<void> {
    const messages = this.messages();
    while (!(await messages.next()).done);
    await this.close();
  }

  async #heed(frame: Exclude<ClientFrame, { kind: 'message' }>): Promise<void> {
    if (frame.kind === 'ping') await this.#write(OPCODES.pong, frame.payload);
    else await this.#closeWith(frame.closings);
  }

  #write(opcode: number, payload: Uint8Array): Promise<void> {
    return this.#connection.write(Buffer.concat([renderHead(opcode, payload.length), payload]));
  }
}
