// One stream of a SPDY connection, as the server sees it.
import { Pipe } from '../pipe.ts';
import type { Headers } from './frame.ts';
import { STREAM_STATUS } from './frame.ts';

/** How a stream reaches the connection. */
export type StreamOutlet = {
  readonly data: (stream: number, bytes: Uint8Array, final: boolean) => Promise<void>;
  readonly reset: (stream: number, status: number) => Promise<void>;
  /** Nothing more is said on it by either side. */
  readonly forget: (stream: number) => void;
};

export class SpdyStream {
  readonly id: number;
  readonly headers: Headers;
  readonly #outlet: StreamOutlet;
  readonly #incoming = new Pipe();
  #isPeerDone = false;
  #isDone = false;

  constructor(id: number, headers: Headers, outlet: StreamOutlet) {
    this.id = id;
    this.headers = headers;
    this.#outlet = outlet;
  }

  /** What the client says on it, until it ends it, resets it or is gone; read by one reader. */
  get chunks(): AsyncIterable<Uint8Array> {
    return this.#incoming.chunks;
  }

  /** Resolves when more may be written, no faster than the client reads; nothing goes out after the end. */
  async write(bytes: Uint8Array): Promise<void> {
    if (!this.#isDone && bytes.length > 0) await this.#outlet.data(this.id, bytes, false);
  }

  /** Nothing more is written. */
  async end(): Promise<void> {
    if (this.#isDone) return;
    this.#isDone = true;
    this.#forgetIfDone();
    await this.#outlet.data(this.id, new Uint8Array(), true);
  }

  /** Ends it both ways. */
  async reset(status: number = STREAM_STATUS.cancel): Promise<void> {
    if (this.#isDone && this.#isPeerDone) return;
    this.#isDone = true;
    this.#isPeerDone = true;
    this.#forgetIfDone();
    this.#incoming.abandon();
    await this.#outlet.reset(this.id, status);
  }

  /** What is still said on it goes nowhere. */
  ignore(): void {
    this.#incoming.abandon();
  }

  /** Resolves once it is read. */
  async take(bytes: Uint8Array, final: boolean): Promise<void> {
    if (this.#isPeerDone) return;
    if (bytes.length > 0) await this.#incoming.write(bytes);
    if (final) this.peerEnds();
  }

  peerEnds(): void {
    this.#isPeerDone = true;
    this.#forgetIfDone();
    this.#incoming.end();
  }

  /** The client reset it, or is gone. */
  peerGoes(): void {
    this.#isDone = true;
    this.peerEnds();
  }

  #forgetIfDone(): void {
    if (this.#isDone && this.#isPeerDone) this.#outlet.forget(this.id);
  }
}
