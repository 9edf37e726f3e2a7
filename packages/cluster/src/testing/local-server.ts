// A small HTTPS server on loopback for tests: it answers as told and remembers what it was asked.

import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import type { Server } from 'node:https';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import type { TLSSocket } from 'node:tls';
import { LocalAuthority } from './local-authority.ts';

export type AskedRequest = {
  readonly method: string;
  readonly url: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
  /** Common name of the client certificate, '' without one. */
  readonly client: string;
};

export type Answer = (request: AskedRequest, response: ServerResponse) => void;

export class LocalServer implements AsyncDisposable {
  readonly asked: AskedRequest[] = [];
  readonly authority: LocalAuthority;
  readonly #server: Server;
  connections = 0;
  #answer: Answer = (_request, response) => response.end('{}');

  private constructor(authority: LocalAuthority, server: Server) {
    this.authority = authority;
    this.#server = server;
    server.on('secureConnection', () => {
      this.connections += 1;
    });
    server.on('request', (incoming, response) => void this.#take(incoming, response));
  }

  static async start(): Promise<LocalServer> {
    const authority = await LocalAuthority.create();
    const { certificate: cert, key } = await authority.issue('server', ['127.0.0.1', 'kube.example']);
    const server = createServer({ cert, key, ca: authority.certificate, requestCert: true, rejectUnauthorized: false });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return new LocalServer(authority, server);
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port;
  }

  get url(): string {
    return `https://127.0.0.1:${this.port}`;
  }

  /** How requests are answered from now on. */
  answer(answer: Answer): void {
    this.#answer = answer;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    const closed = new Promise((resolve) => this.#server.close(resolve));
    this.#server.closeAllConnections();
    await closed;
  }

  async #take(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of incoming) chunks.push(chunk);
    const certificate = (incoming.socket as TLSSocket).getPeerCertificate();
    const client = typeof certificate.subject?.CN === 'string' ? certificate.subject.CN : '';
    const request = {
      method: incoming.method ?? '',
      url: incoming.url ?? '',
      headers: incoming.headers,
      body: Buffer.concat(chunks).toString(),
      client,
    };
    this.asked.push(request);
    this.#answer(request, response);
  }
}
