// One connection to an HTTPS server that says exactly the bytes it is told, what no proper client would say included, and reads the answers of
// HTTP/1.1. It costs less than a proper client, so it measures servers, too.
import type { TLSSocket } from 'node:tls';
import { connect } from 'node:tls';
import type { BareAnswer } from './bare-answer.ts';
import { readAnswer } from './bare-answer.ts';

export type BareServer = {
  readonly host: string;
  readonly port: number;
  /** PEM of its authority. */
  readonly authority: string;
};

export type Heard =
  | { readonly kind: 'answer'; readonly answer: BareAnswer }
  /** The server ended the connection instead. `said`: what there is of an answer. */
  | { readonly kind: 'closed'; readonly said: Buffer }
  /** In the given time there was no whole answer. */
  | { readonly kind: 'silent'; readonly said: Buffer };

export type Asking = {
  readonly timeoutMs: number;
  /** The answer of a HEAD has no body, whatever its headers say. */
  readonly withoutBody?: boolean;
};

export class BareConnection {
  readonly #socket: TLSSocket;
  #pieces: Buffer[] = [];
  #size = 0;
  /** Fewer bytes are no whole answer. */
  #least = 1;
  #ended = false;
  #wake: () => void = () => undefined;

  private constructor(socket: TLSSocket) {
    this.#socket = socket;
    socket.on('data', (piece) => {
      this.#pieces.push(piece);
      this.#size += piece.length;
      this.#wake();
    });
    const end = (): void => {
      this.#ended = true;
      this.#wake();
    };
    socket.on('end', end);
    socket.on('close', end);
    // It closes after it.
    socket.on('error', () => undefined);
  }

  /** @throws Error where there is no such server */
  static open({ host, port, authority }: BareServer, protocols: readonly string[] = ['http/1.1']): Promise<BareConnection> {
    return new Promise((resolve, reject) => {
      const socket = connect({ host, port, ca: authority, ALPNProtocols: [...protocols] });
      socket.setNoDelay(true);
      socket.once('error', reject);
      socket.once('secureConnect', () => {
        socket.off('error', reject);
        resolve(new BareConnection(socket));
      });
    });
  }

  /** Neither side has ended it. */
  get isOpen(): boolean {
    return !this.#ended && !this.#socket.destroyed && this.#socket.writable;
  }

  say(bytes: string | Uint8Array): void {
    if (this.isOpen) this.#socket.write(bytes);
  }

  /** Nothing more is said. */
  endSaying(): void {
    if (!this.#socket.destroyed) this.#socket.end();
  }

  hangUp(): void {
    this.#socket.destroy();
  }

  /** The next answer. What comes before it is of status 100 to 199 other than 101 is passed over. @throws RangeError for what is no HTTP */
  async answer({ timeoutMs, withoutBody = false }: Asking): Promise<Heard> {
    const deadline = performance.now() + timeoutMs;
    for (;;) {
      const answer = this.#take(withoutBody);
      if (answer !== undefined) return { kind: 'answer', answer };
      if (this.#ended) return { kind: 'closed', said: this.#joined() };
      const left = deadline - performance.now();
      if (left <= 0) return { kind: 'silent', said: this.#joined() };
      await this.#more(left);
    }
  }

  /** True where the server ends the connection in time. What it says until then is dropped. */
  async endsWithin(timeoutMs: number): Promise<boolean> {
    const deadline = performance.now() + timeoutMs;
    while (!this.#ended && performance.now() < deadline) {
      this.#pieces = [];
      this.#size = 0;
      await this.#more(deadline - performance.now());
    }
    return this.#ended;
  }

  #take(withoutBody: boolean): BareAnswer | undefined {
    if (this.#size < this.#least && !this.#ended) return undefined;
    const read = readAnswer(this.#joined(), { ended: this.#ended, withoutBody });
    if (read.kind === 'partial') {
      this.#least = Math.max(read.least, this.#size + 1);
      return undefined;
    }
    const rest = this.#joined().subarray(read.size);
    this.#pieces = [rest];
    this.#size = rest.length;
    this.#least = 1;
    return read.answer;
  }

  #joined(): Buffer {
    const [first] = this.#pieces;
    const whole = this.#pieces.length === 1 && first !== undefined ? first : Buffer.concat(this.#pieces);
    this.#pieces = [whole];
    return whole;
  }

  #more(timeoutMs: number): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, Math.max(1, timeoutMs));
      this.#wake = (): void => {
        clearTimeout(timer);
        resolve();
      };
    });
  }
}
