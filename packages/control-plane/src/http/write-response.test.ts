// An answer without end whose client goes: whoever says it is told, whichever HTTP it goes out by.
import { createServer, type Server } from 'node:http';
import { connect, constants, createServer as createHttp2Server, type Http2Server } from 'node:http2';
import type { AddressInfo } from 'node:net';
import { expect, test } from 'vitest';
import { EventFrames } from './event-frames.ts';
import { type Outgoing, writeResponse } from './write-response.ts';

const CHUNK = new Uint8Array(64 * 1024);

test('an answer ends when its HTTP/2 stream is cancelled, also while it waits for room', async () => {
  const ended = Promise.withResolvers<void>();
  const server = createHttp2Server((_incoming, outgoing) => void answer(outgoing, ended.resolve));
  const session = connect(await listening(server));
  const request = session.request({ ':path': '/' });
  request.once('response', () => setTimeout(() => request.close(constants.NGHTTP2_CANCEL), 50));
  request.on('error', () => undefined);
  await ended.promise;
  session.destroy();
  server.close();
});

test('an answer ends when its connection is cut', async () => {
  const ended = Promise.withResolvers<void>();
  const server = createServer((_incoming, outgoing) => void answer(outgoing, ended.resolve));
  const cut = new AbortController();
  const response = await fetch(await listening(server), { signal: cut.signal });
  expect(response.status).toBe(200);
  cut.abort();
  await ended.promise;
  server.close();
});

async function listening(server: Server | Http2Server): Promise<string> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

function answer(outgoing: Outgoing, ended: () => void): Promise<void> {
  async function* endless(): AsyncGenerator<Uint8Array> {
    try {
      for (;;) yield CHUNK;
    } finally {
      ended();
    }
  }
  const response = { kind: 'bytes', status: 200, contentType: 'text/plain', headers: {}, warnings: [], chunks: endless() } as const;
  return writeResponse(outgoing, response, { representations: [], frames: new EventFrames(), acceptEncoding: '', auditId: '' });
}
