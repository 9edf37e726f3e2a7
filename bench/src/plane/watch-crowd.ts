// Many watches on one collection, each over a connection of its own, that count the events they are told and look at nothing else.
import type { TLSSocket } from 'node:tls';
import { connect } from 'node:tls';
import type { LoadedServer } from './virtual-program.ts';

const BRACE = 0x7d;
const LINE_END = 0x0a;

type Waiting = { readonly events: number; readonly reached: () => void };

export class WatchCrowd {
  readonly #sockets: readonly TLSSocket[];
  #events = 0;
  /** Watches that the server has ended, as it does with those that read too slowly. */
  #ended = 0;
  #waiting: readonly Waiting[] = [];

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
    const { promise, reject } = Promise.withResolvers<void>();
    this.#events = 0;
    const late = setTimeout(
      () => reject(new Error(`${this.#events} of ${events} events within ${timeoutMs} ms${this.#losses()}`)),
      timeoutMs,
    );
    await Promise.race([this.atLeast(events), promise]).finally(() => clearTimeout(late));
  }

  /** Resolves when so many events have been told since they are counted. */
  async atLeast(events: number): Promise<void> {
    if (this.#events >= events) return;
    await new Promise<void>((reached) => {
      this.#waiting = [...this.#waiting, { events, reached }];
    });
  }

  close(): void {
    for (const socket of this.#sockets) socket.destroy();
  }

  #wake(): void {
    const done = this.#waiting.filter(({ events }) => events <= this.#events);
    if (done.length === 0) return;
    this.#waiting = this.#waiting.filter((one) => !done.includes(one));
    for (const { reached } of done) reached();
  }

  #losses(): string {
    return this.#ended === 0 ? '' : `: the server has ended ${this.#ended} of ${this.#sockets.length} watches`;
  }

  /** Every event ends with a brace and the end of a line; nothing else on the stream does. */
  #count(socket: TLSSocket): void {
    let last = 0;
    socket.once('end', () => {
      this.#ended += 1;
    });
    socket.on('data', (bytes: Buffer) => {
      for (let at = bytes.indexOf(LINE_END); at >= 0; at = bytes.indexOf(LINE_END, at + 1)) {
        if ((at === 0 ? last : bytes[at - 1]) === BRACE) this.#events += 1;
      }
      last = bytes.at(-1) ?? last;
      this.#wake();
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
