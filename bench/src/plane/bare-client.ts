// Asks one server one request after the other over one connection, and times each.
import { BareConnection } from '@rectrace/testing';
import type { LoadedServer } from './virtual-program.ts';

export type BareRequest = {
  readonly method: string;
  readonly path: string;
  /** JSON. */
  readonly body?: string;
  readonly contentType?: string;
};

const TIMEOUT_MS = 60_000;

export class BareClient {
  readonly #connection: BareConnection;
  readonly #server: LoadedServer;

  private constructor(connection: BareConnection, server: LoadedServer) {
    this.#connection = connection;
    this.#server = server;
  }

  static async open(server: LoadedServer): Promise<BareClient> {
    return new BareClient(await BareConnection.open(server), server);
  }

  /** Milliseconds until the whole answer was there. @throws Error where the answer is none of success */
  async timed(request: BareRequest): Promise<number> {
    const started = performance.now();
    await this.answer(request);
    return performance.now() - started;
  }

  /** The body. @throws Error where the answer is none of success */
  async answer({ method, path, body = '', contentType = 'application/json' }: BareRequest): Promise<Buffer> {
    const head = `${method} ${path} HTTP/1.1\r\nHost: ${this.#server.host}\r\nAuthorization: Bearer ${this.#server.token}\r\nAccept: application/json\r\n`;
    const entity = body === '' ? '' : `Content-Type: ${contentType}\r\nContent-Length: ${Buffer.byteLength(body)}\r\n`;
    this.#connection.say(`${head}${entity}\r\n${body}`);
    const heard = await this.#connection.answer({ timeoutMs: TIMEOUT_MS });
    if (heard.kind !== 'answer') throw new Error(`${method} ${path}: ${heard.kind}`);
    const { status, body: said } = heard.answer;
    if (status >= 300) throw new Error(`${method} ${path} answered ${status}: ${said.toString().slice(0, 300)}`);
    return said;
  }

  close(): void {
    this.#connection.hangUp();
  }
}
