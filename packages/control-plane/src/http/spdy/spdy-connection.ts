// The server's side of a SPDY/3.1 connection: streams that the client opens, each said yes to or reset.
// As in kube-apiserver's library nobody's windows are counted: the connection beneath holds back who sends too fast.
import type { ByteConnection } from '../byte-connection.ts';
import type { ControlFrame, Frame, Headers } from './frame.ts';
import { STREAM_STATUS } from './frame.ts';
import { FrameParser } from './frame-parser.ts';
import { HeaderPacker, HeaderUnpacker } from './header-block.ts';
import { renderFrame } from './render-frame.ts';
import { SpdyBroken } from './spdy-broken.ts';
import { SpdyStream } from './spdy-stream.ts';

const MOST_STREAMS = 1_000;
const NO_HEADERS: Headers = new Map();
const STATUS_OK = 0;
const STATUS_PROTOCOL_ERROR = 1;

/** Whether a stream of these headers is taken. */
export type Acceptance = (headers: Headers) => boolean;

export class SpdyConnection {
  readonly #connection: ByteConnection;
  readonly #streams = new Map<number, SpdyStream>();
  readonly #parser = new FrameParser();
  readonly #packer = new HeaderPacker();
  readonly #unpacker = new HeaderUnpacker();
  readonly #accepts: Acceptance;
  #lastStream = 0;
  #writing: Promise<void> = Promise.resolve();

  constructor(connection: ByteConnection, accepts: Acceptance) {
    this.#connection = connection;
    this.#accepts = accepts;
  }

  /** The streams that are taken, as they come, until the client goes. */
  async *streams(): AsyncGenerator<SpdyStream> {
    try {
      for await (const frame of this.#frames()) {
        const opened = await this.#heed(frame);
        if (opened !== undefined) yield opened;
      }
    } catch (error) {
      if (!(error instanceof SpdyBroken)) throw error;
      await this.#send({ kind: 'goaway', lastStream: this.#lastStream, status: STATUS_PROTOCOL_ERROR });
    } finally {
      this.#abandon();
    }
  }

  /** Until the client goes or says that it does. @throws SpdyBroken */
  async *#frames(): AsyncGenerator<Frame> {
    for await (const chunk of this.#connection.chunks) {
      for (const frame of this.#parser.frames(chunk)) {
        if (frame.kind === 'goaway') return;
        yield frame;
      }
    }
  }

  /** After what has been written. */
  async close(): Promise<void> {
    await this.#send({ kind: 'goaway', lastStream: this.#lastStream, status: STATUS_OK });
    this.#connection.end();
  }

  #abandon(): void {
    this.#unpacker.close();
    this.#packer.close();
    this.#connection.end();
    for (const stream of [...this.#streams.values()]) stream.peerGoes();
  }

  /** The stream that the frame opens. @throws SpdyBroken */
  async #heed(frame: Frame): Promise<SpdyStream | undefined> {
    switch (frame.kind) {
      case 'syn-stream':
        return this.#open(frame);
      case 'data':
        await this.#streams.get(frame.stream)?.take(frame.bytes, frame.final);
        return undefined;
      case 'rst-stream':
        this.#streams.get(frame.stream)?.peerGoes();
        return undefined;
      case 'ping':
        // The client's own have odd numbers; the others answer ours, of which there are none.
        if (frame.id % 2 === 1) await this.#send(frame);
        return undefined;
      case 'headers':
      case 'syn-reply':
        // What they say is of no use here, but what follows is packed with it.
        await this.#unpacker.unpack(frame.block);
        return undefined;
      default:
        return undefined;
    }
  }

  /** @throws SpdyBroken */
  async #open({ stream: id, final, block }: Extract<ControlFrame, { kind: 'syn-stream' }>): Promise<SpdyStream | undefined> {
    const headers = await this.#unpacker.unpack(block);
    if (id % 2 === 0 || id <= this.#lastStream) throw new SpdyBroken(`stream ${id} after ${this.#lastStream}`);
    this.#lastStream = id;
    if (this.#streams.size >= MOST_STREAMS || !this.#accepts(headers)) {
      await this.#send({ kind: 'rst-stream', stream: id, status: STREAM_STATUS.refused });
      return undefined;
    }
    const opened = new SpdyStream(id, headers, {
      data: (stream, bytes, last) => this.#send({ kind: 'data', stream, bytes, final: last }),
      reset: (stream, status) => this.#send({ kind: 'rst-stream', stream, status }),
      forget: (stream) => this.#streams.delete(stream),
    });
    this.#streams.set(id, opened);
    await this.#reply(id);
    if (final) opened.peerEnds();
    return opened;
  }

  async #reply(stream: number): Promise<void> {
    await this.#send({ kind: 'syn-reply', stream, final: false, block: await this.#packer.pack(NO_HEADERS) });
  }

  /** One after the other, each when the one before may be followed. */
  #send(frame: Frame): Promise<void> {
    this.#writing = this.#writing.then(() => this.#connection.write(renderFrame(frame)));
    return this.#writing;
  }
}
