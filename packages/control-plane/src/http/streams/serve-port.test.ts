import { expect, test } from 'vitest';
import { servePort } from './serve-port.ts';

test.each([
  ['/health?full=1', 'HTTP/1.1 200 OK'],
  ['http://localhost/health', 'HTTP/1.1 200 OK'],
  ['//', 'HTTP/1.1 501 Not Implemented'],
  ['http://[', 'HTTP/1.1 501 Not Implemented'],
])('a port with HTTP answers a request for %s with %s', async (target, line) => {
  const said: string[] = [];
  async function* chunks(): AsyncGenerator<Uint8Array> {
    yield Buffer.from(`GET ${target} HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n`);
  }
  const write = async (bytes: Uint8Array): Promise<void> => {
    said.push(Buffer.from(bytes).toString());
  };
  await servePort({ port: 80, http: [{ path: '/health', body: 'fine' }] }, { chunks: chunks(), write });
  expect(said.join('').split('\r\n')[0]).toBe(line);
});
