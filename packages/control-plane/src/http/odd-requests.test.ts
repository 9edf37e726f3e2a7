// Requests that fuzzing found wrongly answered: over the wire, byte by byte.
import { randomBytes } from 'node:crypto';
import { BareConnection, realClock } from '@rectrace/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { VirtualCluster } from './start-virtual-cluster.ts';
import { startVirtualCluster } from './start-virtual-cluster.ts';

let cluster: VirtualCluster;
const faults: unknown[] = [];

beforeAll(async () => {
  cluster = await startVirtualCluster({ clock: realClock(), seed: 1, randomBytes, onFault: (error) => faults.push(error) });
});
afterAll(async () => {
  await cluster.stop();
  expect(faults).toEqual([]);
});

type Asked = { readonly target: string; readonly method?: string; readonly headers?: readonly string[]; readonly body?: string | Buffer };
type Told = { readonly status: number; readonly warning: string; readonly body: { readonly kind?: string; readonly message?: string } };

function open(): Promise<BareConnection> {
  const { hostname: host, port } = new URL(cluster.url);
  return BareConnection.open({ host, port: Number(port), authority: cluster.authority.certificate });
}

async function ask({ target, method = 'GET', headers = [], body = '' }: Asked): Promise<Told> {
  const connection = await open();
  const lines = [
    `${method} ${target} HTTP/1.1`,
    'Host: a',
    `Authorization: Bearer ${cluster.adminToken}`,
    `Content-Length: ${Buffer.byteLength(body)}`,
    ...headers,
  ];
  connection.say(Buffer.concat([Buffer.from([...lines, '', ''].join('\r\n'), 'latin1'), Buffer.from(body)]));
  const heard = await connection.answer({ timeoutMs: 20_000 });
  connection.hangUp();
  if (heard.kind !== 'answer') throw new Error(`no answer: ${heard.kind}`);
  const { answer } = heard;
  return { status: answer.status, warning: answer.headers.get('warning') ?? '', body: bodyOf(answer.body.toString()) };
}

/** Paths that belong to nobody are answered with plain text. */
function bodyOf(text: string): Told['body'] {
  return text.startsWith('{') ? JSON.parse(text) : { message: text };
}

/** Of so many answers on one connection, which then ends. */
async function statuses(connection: BareConnection, count: number): Promise<readonly (number | string)[]> {
  const told: (number | string)[] = [];
  while (told.length < count) {
    const heard = await connection.answer({ timeoutMs: 20_000 });
    told.push(heard.kind === 'answer' ? heard.answer.status : heard.kind);
  }
  connection.hangUp();
  return told;
}

/** A request of the administrator as it stands on the wire. */
function said(line: string, headers: readonly string[] = []): string {
  return [`${line} HTTP/1.1`, 'Host: a', `Authorization: Bearer ${cluster.adminToken}`, ...headers, '', ''].join('\r\n');
}

const CONFIG_MAPS = '/api/v1/namespaces/default/configmaps';

test('after a body that was too large its client is answered on the same connection', async () => {
  const connection = await open();
  const token = `Authorization: Bearer ${cluster.adminToken}`;
  const size = 4 * 1024 * 1024;
  connection.say(`POST ${CONFIG_MAPS} HTTP/1.1\r\nHost: a\r\n${token}\r\nContent-Length: ${size}\r\n\r\n`);
  connection.say(Buffer.alloc(size, 0x20));
  connection.say(`GET ${CONFIG_MAPS} HTTP/1.1\r\nHost: a\r\n${token}\r\n\r\n`);
  expect(await statuses(connection, 2)).toEqual([413, 200]);
});

test('a body of more than 3 MiB is answered 413, and its client hears it', async () => {
  const { status, body } = await ask({ method: 'POST', target: CONFIG_MAPS, body: Buffer.alloc(4 * 1024 * 1024, 0x20) });
  expect({ status, kind: body.kind, message: body.message }).toEqual({
    status: 413,
    kind: 'Status',
    message: 'Request entity too large: limit is 3145728',
  });
});

test.each(['/api/v1/namespaces/default/configmaps/%ff', '/api/v1/namespaces/..', '/api/v1/namespaces/%00'])(
  '%s is a path like any other',
  async (target) => {
    expect((await ask({ target })).body.kind).toBe('Status');
  },
);

test.each(['//', '//host/x', '//api/v1/namespaces'])('%s belongs to nobody', async (target) => {
  const { status, body } = await ask({ target });
  expect([status, body.message]).toEqual([404, '404 page not found\n']);
});

test('options of a deletion may name a version that is a number beyond 2^53', async () => {
  const body = '{"apiVersion":9007199254740993,"kind":"Service"}';
  const { status, body: told } = await ask({
    method: 'DELETE',
    target: `${CONFIG_MAPS}/a`,
    headers: ['Content-Type: application/json'],
    body,
  });
  expect([status, told.kind]).toEqual([400, 'Status']);
});

test('a warning may name a field in any script', async () => {
  const body = JSON.stringify({ metadata: { generateName: 'w-' }, 日本: 1 });
  const { status, warning } = await ask({ method: 'POST', target: CONFIG_MAPS, headers: ['Content-Type: application/json'], body });
  expect(status).toBe(201);
  expect(Buffer.from(warning, 'latin1').toString()).toBe('299 - "unknown field \\"日本\\""');
});

test('an extra key that has no valid escapes names itself', async () => {
  const headers = ['Impersonate-User: jane', 'Impersonate-Extra-%zz: x'];
  expect((await ask({ target: '/api/v1/namespaces', headers })).status).toBe(403);
});

const WATCH = `GET ${CONFIG_MAPS}?watch=1&timeoutSeconds=1`;
const EXPECTING = ['Expect: 100-continue', 'Content-Type: application/json'];

test('100 Continue is said in its turn: after the answers to the requests before it, before its own', async () => {
  const connection = await open();
  const write = `${said(`POST ${CONFIG_MAPS}`, [...EXPECTING, 'Content-Length: 2'])}{}`;
  connection.say(said(WATCH) + write + said('GET /version'));
  expect(await statuses(connection, 3)).toEqual([200, 422, 200]);
});

test('a client whose token is refused is not told to send the body that it holds back', async () => {
  const connection = await open();
  connection.say(
    [`POST ${CONFIG_MAPS} HTTP/1.1`, 'Host: a', 'Authorization: Bearer x', ...EXPECTING, 'Content-Length: 2', '', ''].join('\r\n'),
  );
  expect(await statuses(connection, 2)).toEqual([401, 'closed']);
});

test('of a request without a body 100 Continue is not said', async () => {
  const connection = await open();
  connection.say(said(`GET ${CONFIG_MAPS}`, ['Expect: 100-continue']));
  const heard = await connection.answer({ timeoutMs: 20_000 });
  connection.hangUp();
  expect(heard.kind === 'answer' ? [heard.answer.status, heard.answer.provisional] : heard.kind).toEqual([200, []]);
});

test('an expectation of anything else is answered 417, and the end of the connection', async () => {
  const connection = await open();
  connection.say(said(`GET ${CONFIG_MAPS}`, ['Expect: 200-ok']) + said('GET /version'));
  expect(await statuses(connection, 2)).toEqual([417, 'closed']);
});

test('a switch of protocols waits for the answers before it', async () => {
  const connection = await open();
  const handshake = ['Origin: https://a', 'Sec-WebSocket-Version: 13', 'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ=='];
  connection.say(said(WATCH) + said(WATCH, ['Connection: Upgrade', 'Upgrade: websocket', ...handshake]));
  expect(await statuses(connection, 2)).toEqual([200, 101]);
});

test('long answers come to their end before a switch of protocols, and where it is passed over', async () => {
  for (const name of ['long-a', 'long-b', 'long-c', 'long-d', 'long-e', 'long-f']) {
    const body = { metadata: { name, namespace: 'long' }, data: { text: 'x'.repeat(900_000) } };
    await cluster.plane.client.request({ method: 'POST', path: '/api/v1/namespaces', body: { metadata: { name: 'long' } } });
    await cluster.plane.client.request({ method: 'POST', path: '/api/v1/namespaces/long/configmaps', body });
  }
  const connection = await open();
  const list = 'GET /api/v1/namespaces/long/configmaps';
  connection.say(said(list) + said(list, ['Connection: Upgrade', 'Upgrade: SPDY/3.1']));
  expect(await statuses(connection, 3)).toEqual([200, 200, 'closed']);
});

test('of a thousand requests at once each is answered, and in their order', async () => {
  const connection = await open();
  const paths = Array.from({ length: 1_000 }, (_, index) => (index % 2 === 0 ? '/version' : '/nowhere'));
  connection.say(said(WATCH) + paths.map((path) => said(`GET ${path}`)).join(''));
  expect(await statuses(connection, 1_001)).toEqual([200, ...paths.map((path) => (path === '/version' ? 200 : 404))]);
});

test.each([
  ['a request without Host', `GET ${CONFIG_MAPS} HTTP/1.1\r\n\r\n`, 400],
  ['two Hosts', 'GET /version HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n', 400],
  ['a Host that is none', 'GET /version HTTP/1.1\r\nHost: a b\r\n\r\n', 400],
  ['an escape that is none', 'GET /api/%zz HTTP/1.1\r\nHost: a\r\n\r\n', 400],
  ['a header without a name', 'GET /version HTTP/1.1\r\nHost: a\r\n: b\r\n\r\n', 400],
  ['another version of HTTP', 'GET /version HTTP/9.9\r\nHost: a\r\n\r\n', 505],
  [
    'a transfer coding that nobody knows',
    `POST ${CONFIG_MAPS} HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: gzip, chunked\r\n\r\n0\r\n\r\n`,
    501,
  ],
  ['headers of more than a megabyte', `GET /version HTTP/1.1\r\nHost: a\r\nA: ${'a'.repeat(1_200_000)}\r\n\r\n`, 431],
])('%s: told after the answer before, and the end of the connection', async (_title, bytes, status) => {
  const connection = await open();
  connection.say(said('GET /version') + bytes);
  expect(await statuses(connection, 3)).toEqual([200, status, 'closed']);
});

test('headers may take a megabyte, and be as many as they like', async () => {
  const many = Array.from({ length: 5_000 }, (_, index) => `X-${index}: ${'v'.repeat(100)}`);
  expect((await ask({ target: CONFIG_MAPS, headers: [...many, 'Accept: application/json'] })).status).toBe(200);
});

test.each([
  ['HEAD', CONFIG_MAPS, 405],
  ['POST', '/api/v1/watch/configmaps', 405],
  ['HEAD', '/version', 405],
  ['DELETE', '/healthz', 200],
  ['TRACE', '/apis/apps', 200],
  ['CONNECT', CONFIG_MAPS, 405],
  ['OPTIONS', '*', 200],
])('%s of %s is answered %i, as there are routes of GET', async (method, target, status) => {
  const connection = await open();
  connection.say(said(`${method} ${target}`));
  const heard = await connection.answer({ timeoutMs: 20_000, withoutBody: method === 'HEAD' });
  connection.hangUp();
  expect(heard.kind === 'answer' ? heard.answer.status : heard.kind).toBe(status);
});

test('a mark of byte order is no JSON', async () => {
  const body = '\ufeff{"metadata":{"generateName":"b-"}}';
  expect((await ask({ method: 'POST', target: CONFIG_MAPS, headers: ['Content-Type: application/json'], body })).status).toBe(400);
});

test.each([
  ['Bearer wrong words', 401],
  ['Bearer', 403],
  ['bearer  wrong', 403],
])('of the header %j the word after the first space is the token', async (header, status) => {
  const connection = await open();
  connection.say(`GET ${CONFIG_MAPS} HTTP/1.1\r\nHost: a\r\nAuthorization: ${header}\r\n\r\n`);
  expect(await statuses(connection, 1)).toEqual([status]);
});
