import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { HttpServer } from './http-server.ts';

const LINE = { padding: 'x'.repeat(100_000) };

let server: HttpServer;
let port: number;
let values: () => AsyncIterable<object>;
const failures: unknown[] = [];
const warnings: string[] = [];
const noteWarning = ({ name, message }: Error): void => void warnings.push(`${name}: ${message}`);

beforeEach(async () => {
  failures.length = 0;
  warnings.length = 0;
  process.on('warning', noteWarning);
  server = new HttpServer(
    {
      problem: () => undefined,
      alive: () => true,
      readApi: () => ({ answer: async () => ({ kind: 'lines', values: values() }) }),
      onFailure: (_path, error) => failures.push(error),
    },
    {},
  );
  port = await server.listen({ host: '127.0.0.1', port: 0 });
});
afterEach(async () => {
  process.off('warning', noteWarning);
  await server.close();
});

/** The whole answer to a request of one line. */
async function answerTo(line: string): Promise<string> {
  const socket = connect({ host: '127.0.0.1', port });
  socket.end(`${line} HTTP/1.1\r\nHost: controller\r\nConnection: close\r\n\r\n`);
  return text(socket);
}

test('an answer that waits for its reader again and again leaves no listeners behind', async () => {
  values = async function* () {
    for (let index = 0; index < 40; index += 1) yield LINE;
  };
  const lines = (await (await fetch(`http://127.0.0.1:${port}/v1/changes`)).text()).trimEnd().split('\n');
  expect(lines.map((line) => line.length)).toEqual(lines.map(() => JSON.stringify(LINE).length));
  expect(lines).toHaveLength(40);
  expect(warnings).toEqual([]);
  expect(failures).toEqual([]);
});

test('an answer ends with its reader', async () => {
  let isOver = false;
  values = async function* () {
    try {
      for (;;) yield LINE;
    } finally {
      isOver = true;
    }
  };
  const reading = new AbortController();
  const response = await fetch(`http://127.0.0.1:${port}/v1/changes`, { signal: reading.signal });
  await response.body?.getReader().read();
  expect(isOver).toBe(false);
  reading.abort();
  await expect.poll(() => isOver).toBe(true);
  expect(failures).toEqual([]);
});

test.each(['OPTIONS *', 'GET *'])('%s names no path: 400, and no failure of ours', async (line) => {
  const answer = await answerTo(line);
  expect(answer).toMatch(/^HTTP\/1\.1 400 /);
  expect(answer).toContain('* is no path');
  expect(failures).toEqual([]);
});

test('a whole URL is answered as its path is', async () => {
  expect(await answerTo('GET http://controller/healthz')).toMatch(/^HTTP\/1\.1 200 [\s\S]*ok\n/);
});
