import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { ByteConnection } from '../byte-connection.ts';
import { Pipe } from '../pipe.ts';
import type { Frame } from './frame.ts';
import { FrameParser } from './frame-parser.ts';
import { HeaderPacker, HeaderUnpacker } from './header-block.ts';
import { renderFrame } from './render-frame.ts';
import { SpdyConnection } from './spdy-connection.ts';
import type { SpdyStream } from './spdy-stream.ts';

/** A client of the connection: what it says, and what it has been told. */
class Client {
  readonly #said = new Pipe();
  readonly #parser = new FrameParser();
  readonly #packer = new HeaderPacker();
  readonly told: Frame[] = [];
  ended = false;

  readonly connection: ByteConnection = {
    chunks: this.#said.chunks,
    write: (bytes) => {
      this.told.push(...this.#parser.frames(bytes));
      return Promise.resolve();
    },
    end: () => {
      this.ended = true;
    },
  };

  async open(stream: number, headers: Readonly<Record<string, string>>, final = false): Promise<void> {
    const block = await this.#packer.pack(new Map(Object.entries(headers)));
    await this.say({ kind: 'syn-stream', stream, final, block });
  }

  say(frame: Frame): Promise<void> {
    return this.#said.write(renderFrame(frame));
  }

  sayBytes(bytes: Uint8Array): Promise<void> {
    return this.#said.write(bytes);
  }

  leave(): void {
    this.#said.end();
  }
}

async function textOf({ chunks }: SpdyStream): Promise<string> {
  const decoder = new TextDecoder();
  let text = '';
  for await (const chunk of chunks) text += decoder.decode(chunk, { stream: true });
  return text;
}

function data(stream: number, text: string, final = false): Frame {
  return { kind: 'data', stream, bytes: Buffer.from(text), final };
}

function kindsOf({ told }: Client): readonly string[] {
  return told.map((frame) => ('stream' in frame ? `${frame.kind} ${frame.stream}` : frame.kind));
}

test('streams are said yes to, and each has what is said on it, whatever comes in between', async () => {
  const client = new Client();
  const texts: Promise<string>[] = [];
  const served = (async () => {
    for await (const stream of new SpdyConnection(client.connection, () => true).streams()) {
      texts.push(textOf(stream).then((text) => `${stream.headers.get('streamtype')}: ${text}`));
    }
  })();
  await client.open(1, { streamType: 'stdin' });
  await client.open(3, { streamType: 'stdout' }, true);
  await client.say(data(1, 'he'));
  await client.say({ kind: 'ping', id: 5 });
  await client.say({ kind: 'ping', id: 6 });
  await client.say({ kind: 'window-update', stream: 1, delta: 100 });
  await client.say(data(1, 'llo', true));
  await client.say(data(9, 'to nobody'));
  client.leave();
  await served;
  expect(await Promise.all(texts)).toEqual(['stdin: hello', 'stdout: ']);
  expect(kindsOf(client)).toEqual(['syn-reply 1', 'syn-reply 3', 'ping']);
  expect(client.ended).toBe(true);
});

test('a stream that is not taken is reset, and so is any beyond a thousand', async () => {
  const client = new Client();
  const connection = new SpdyConnection(client.connection, (headers) => headers.has('wanted'));
  const served = (async () => {
    for await (const stream of connection.streams()) stream.ignore();
  })();
  await client.open(1, { other: '' });
  for (let index = 1; index <= 1_001; index += 1) await client.open(2 * index + 1, { wanted: '' });
  client.leave();
  await served;
  const resets = client.told.flatMap((frame) => (frame.kind === 'rst-stream' ? [frame] : []));
  expect(resets).toEqual([
    { kind: 'rst-stream', stream: 1, status: 3 },
    { kind: 'rst-stream', stream: 2_003, status: 3 },
  ]);
});

test('an answer ends with its last frame, and nothing goes out after it', async () => {
  const client = new Client();
  const connection = new SpdyConnection(client.connection, () => true);
  const served = (async () => {
    for await (const stream of connection.streams()) {
      await stream.write(Buffer.from('yes'));
      await stream.end();
      await stream.write(Buffer.from('no'));
      await connection.close();
    }
  })();
  await client.open(1, {});
  client.leave();
  await served;
  expect(kindsOf(client)).toEqual(['syn-reply 1', 'data 1', 'data 1', 'goaway']);
  expect(client.told.flatMap((frame) => (frame.kind === 'data' ? [[Buffer.from(frame.bytes).toString(), frame.final]] : []))).toEqual([
    ['yes', false],
    ['', true],
  ]);
});

test.each([
  ['a stream of an even number', [2]],
  ['a stream that is opened twice', [1, 1]],
])('%s ends the connection', async (_title, ids) => {
  const client = new Client();
  const served = (async () => {
    for await (const stream of new SpdyConnection(client.connection, () => true).streams()) stream.ignore();
  })();
  for (const id of ids) await client.open(id, {});
  await served;
  expect(kindsOf(client).at(-1)).toBe('goaway');
  expect(client.ended).toBe(true);
});

test('random bytes after a stream end the connection or are passed over, and its reader comes to an end', async () => {
  await fc.assert(
    fc.asyncProperty(fc.uint8Array({ maxLength: 400 }), async (bytes) => {
      const client = new Client();
      const ends: Promise<string>[] = [];
      const served = (async () => {
        for await (const stream of new SpdyConnection(client.connection, () => true).streams()) ends.push(textOf(stream));
      })();
      await client.open(1, {});
      await client.sayBytes(Buffer.concat([Buffer.from([0x80, 3]), bytes]));
      client.leave();
      await served;
      await Promise.all(ends);
      expect(client.ended).toBe(true);
    }),
  );
});

test('what nobody reads holds the connection back instead of being kept', async () => {
  const client = new Client();
  const streams = new SpdyConnection(client.connection, () => true).streams();
  const first = streams.next();
  const opening = client.open(1, {});
  const { value } = await first;
  const rest = streams.next();
  await opening;
  let taken = 0;
  const pushing = (async () => {
    for (; taken < 100; taken += 1) await client.say(data(1, 'x'.repeat(1_000)));
  })();
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(taken).toBeLessThan(5);
  (value as SpdyStream).ignore();
  await pushing;
  client.leave();
  expect((await rest).done).toBe(true);
});

test('headers that only a reply carries are unpacked all the same', async () => {
  const client = new Client();
  const unpacker = new HeaderUnpacker();
  const served = (async () => {
    for await (const stream of new SpdyConnection(client.connection, () => true).streams()) stream.ignore();
  })();
  await client.open(1, { a: '1' });
  await client.open(3, { a: '2' });
  client.leave();
  await served;
  const replies = client.told.flatMap((frame) => (frame.kind === 'syn-reply' ? [frame.block] : []));
  for (const block of replies) expect(await unpacker.unpack(block)).toEqual(new Map());
});
