// Requests that a client of HTTP/1.1 sends without waiting for answers are carried out one after another, as Go does: an answer, what
// comes before it (100 Continue) and a switch of protocols included, is then never said amid another one.
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

type Asked = { readonly incoming: IncomingMessage; readonly over: Promise<void> };

/** Where more requests wait on a connection, it is not read on before there is an answer. */
const MOST_WAITING = 8;

export class Turns {
  readonly #last = new WeakMap<Socket, Asked>();
  readonly #waiting = new WeakMap<Socket, number>();
  readonly #current = new WeakMap<Socket, ServerResponse>();

  /** Resolves when the requests before it have been answered: true where its client is still there. */
  async take(incoming: IncomingMessage, outgoing: ServerResponse): Promise<boolean> {
    const { socket } = incoming;
    const before = this.#last.get(socket)?.over;
    const asked: Asked = { incoming, over: endOf(outgoing).then(() => this.#forget(socket, asked)) };
    this.#last.set(socket, asked);
    if (before !== undefined) {
      this.#count(socket, 1);
      await before;
      this.#count(socket, -1);
    }
    this.#current.set(socket, outgoing);
    return !socket.destroyed;
  }

  /** The answer that is being given, or was the last one. */
  current(socket: Socket): ServerResponse | undefined {
    return this.#current.get(socket);
  }

  /** The end of the answers that may still be given; undefined where there are none. A request whose body can't come to its end has none. */
  answersOf(socket: Socket): Promise<void> | undefined {
    const asked = this.#last.get(socket);
    return asked?.incoming.complete === true ? asked.over : undefined;
  }

  #forget(socket: Socket, asked: Asked): void {
    if (this.#last.get(socket) === asked) this.#last.delete(socket);
  }

  #count(socket: Socket, more: 1 | -1): void {
    const waiting = (this.#waiting.get(socket) ?? 0) + more;
    this.#waiting.set(socket, waiting);
    if (waiting > MOST_WAITING) socket.pause();
    else if (more < 0) socket.resume();
  }
}

/** When an answer has been given, or can't be. */
function endOf(outgoing: ServerResponse): Promise<void> {
  return new Promise((resolve) => outgoing.once('close', () => resolve()));
}
