// A client that asks for another protocol over a connection in memory, and what the server takes over of it.
import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import { type Duplex, duplexPair } from 'node:stream';
import type { Upgrade } from '../upgrade.ts';

const END_OF_HEAD = '\r\n\r\n';

export class UpgradedClient {
  readonly upgrade: Upgrade;
  readonly #client: Duplex;
  #heard: Buffer = Buffer.alloc(0);

  /** `headers`: of the request, in lower case. */
  constructor(headers: Readonly<Record<string, string>>) {
    const [server, client] = duplexPair();
    this.#client = client;
    this.upgrade = {
      incoming: { headers } as unknown as IncomingMessage,
      socket: server as unknown as Socket,
      head: new Uint8Array(),
    };
    client.on('data', (bytes: Buffer) => {
      this.#heard = Buffer.concat([this.#heard, bytes]);
    });
  }

  /** After the head of the answer. */
  get heard(): Buffer {
    const end = this.#heard.indexOf(END_OF_HEAD);
    return this.#heard.subarray(end < 0 ? this.#heard.length : end + END_OF_HEAD.length);
  }

  /** Whether the server has given the connection up both ways. */
  get isDropped(): boolean {
    return this.upgrade.socket.destroyed;
  }

  say(bytes: Uint8Array): void {
    this.#client.write(bytes);
  }

  leave(): void {
    this.#client.end();
  }
}
