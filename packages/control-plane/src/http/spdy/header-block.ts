// Blocks of headers in SPDY/3: pairs behind their lengths, packed by one zlib stream a direction for all frames of a connection.
import { constants, createDeflate, createInflate, type Deflate, type Inflate } from 'node:zlib';
import type { Headers } from './frame.ts';
import { HEADER_DICTIONARY } from './header-dictionary.ts';
import { SpdyBroken } from './spdy-broken.ts';

/** Of a block as it is read: what expands to more is refused before it does. */
const MOST_BYTES = 64 * 1024;
const MOST_PAIRS = 256;

/** Blocks in the order in which they are sent. */
export class HeaderPacker {
  readonly #stream = new PackedStream(createDeflate({ dictionary: HEADER_DICTIONARY }));

  pack(headers: Headers): Promise<Uint8Array> {
    return this.#stream.through(renderHeaders(headers));
  }

  close(): void {
    this.#stream.close();
  }
}

/** Blocks in the order in which they come. */
export class HeaderUnpacker {
  readonly #stream = new PackedStream(createInflate({ dictionary: HEADER_DICTIONARY }));

  /** @throws SpdyBroken, after which nothing more can be unpacked */
  async unpack(block: Uint8Array): Promise<Headers> {
    return parseHeaders(await this.#stream.through(block));
  }

  close(): void {
    this.#stream.close();
  }
}

/** A zlib stream from which what has gone in comes out block by block. */
class PackedStream {
  readonly #stream: Deflate | Inflate;
  #chunks: Buffer[] = [];
  #length = 0;
  #failure: Error | undefined;
  #done: (() => void) | undefined;

  constructor(stream: Deflate | Inflate) {
    this.#stream = stream;
    stream.on('data', (chunk: Buffer) => this.#take(chunk));
    stream.on('error', (error: Error) => {
      this.#failure = error;
      this.#done?.();
    });
  }

  /** All that the bytes give. @throws SpdyBroken */
  async through(bytes: Uint8Array): Promise<Buffer> {
    if (this.#failure === undefined && bytes.length > 0) await this.#pass(bytes);
    if (this.#failure !== undefined) throw new SpdyBroken(`headers that cannot be unpacked: ${this.#failure.message}`);
    const block = Buffer.concat(this.#chunks);
    this.#chunks = [];
    this.#length = 0;
    return block;
  }

  close(): void {
    this.#stream.destroy();
  }

  #pass(bytes: Uint8Array): Promise<void> {
    return new Promise((resolve) => {
      this.#done = resolve;
      this.#stream.write(bytes);
      this.#stream.flush(constants.Z_SYNC_FLUSH, resolve);
    });
  }

  #take(chunk: Buffer): void {
    this.#chunks.push(chunk);
    this.#length += chunk.length;
    if (this.#length > MOST_BYTES) this.#stream.destroy(new Error(`more than ${MOST_BYTES} bytes`));
  }
}

function renderHeaders(headers: Headers): Uint8Array {
  const texts = [...headers].flatMap(([name, value]) => [withLength(name.toLowerCase()), withLength(value)]);
  return Buffer.concat([word(headers.size), ...texts]);
}

/** @throws SpdyBroken */
function parseHeaders(bytes: Buffer): Headers {
  const reader = new BlockReader(bytes);
  const pairs = reader.word();
  if (pairs > MOST_PAIRS) throw new SpdyBroken(`${pairs} headers`);
  const headers = new Map<string, string>();
  for (let index = 0; index < pairs; index += 1) {
    const name = reader.text();
    headers.set(name.toLowerCase(), reader.text());
  }
  return headers;
}

class BlockReader {
  readonly #bytes: Buffer;
  #at = 0;

  constructor(bytes: Buffer) {
    this.#bytes = bytes;
  }

  word(): number {
    return this.#take(4).readUInt32BE(0);
  }

  text(): string {
    return this.#take(this.word()).toString('utf8');
  }

  #take(size: number): Buffer {
    if (this.#bytes.length < this.#at + size) throw new SpdyBroken('headers that end too early');
    this.#at += size;
    return this.#bytes.subarray(this.#at - size, this.#at);
  }
}

function withLength(text: string): Uint8Array {
  const bytes = Buffer.from(text);
  return Buffer.concat([word(bytes.length), bytes]);
}

function word(value: number): Uint8Array {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
}
