// Many watches on one collection, each over a connection of its own, that count the events they are told and look at nothing else.
import type { TLSSocket } from 'node:tls';
import { connect } from 'node:tls';
import type { LoadedServer } from './virtual-program.ts';

const BRACE = 0x7d;
const LINE_END = 0x0a;

export class WatchCrowd {
  readonly #sockets: readonly TLSSocket[];
  #events = 0;
  #wanted = Number.POSITIVE_INFINITY;
  #reached: () => void = () => undefined;

  private constructor(sockets: readonly TLSSocket[]) {
    this.#sockets = sockets;
    for (const socket of sockets) this.#count(socket);
  }

  /** Resolves when all of them watch from now on. */
  static async open(server: LoadedServer, { path, watches }: { readonly path: string; readonly watches: number }): Promise<WatchCrowd> {
    return new WatchCrowd(await Promise.all(Array.from({ length: watches }, () => openWatch(server, path))));
  }

  /** Resolves when all watches together have been told so many events from now on. @throws Error where that takes too long */
  async told(events: number, timeoutMs: number): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    this.#events = 0;
    this.#wanted = events;
    this.#reached = resolve;
    const late = setTimeout(() => reject(new Error(`${this.#events} of ${events} events within ${timeoutMs} ms`)), timeoutMs);
    await promise.finally(() => clearTimeout(late));
  }

  close(): void {
    for (const socket of this.#sockets) socket.destroy();
  }

  /** Every event ends with a brace and the end of a line; nothing else on the stream does. */
  #count(socket: TLSSocket): void {
    let last = 0;
    socket.on('data', (bytes: Buffer) => {
      for (let at = bytes.indexOf(LINE_END); at >= 0; at = bytes.indexOf(LINE_END, at + 1)) {
        if ((at === 0 ? last : bytes[at - 1]) === BRACE) this.#events += 1;
      }
      last = bytes.at(-1) ?? last;
      if (this.#events >= this.#wanted) this.#reached();
    });
  }
}

function openWatch({ host, port, authority, token }: LoadedServer, path: string): Promise<TLSSocket> {
  return new Promise((resolve, reject) => {
    const socket = connect({ host, port, ca: authority, ALPNProtocols: ['http/1.1'] });
    socket.once('error', reject);
    socket.write(`GET ${path} HTTP/1.1\r\nHost: ${host}\r\nAuthorization: Bearer ${token}\r\nAccept: application/json\r\n\r\n`);
    socket.once('data', (bytes: Buffer) => {
      if (bytes.toString('latin1').startsWith('HTTP/1.1 200')) resolve(socket);
      else reject(new Error(`the watch was answered ${bytes.toString('latin1', 0, 200)}`));
    });
  });
}
