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

async function ask({ target, method = 'GET', headers = [], body = '' }: Asked): Promise<Told> {
  const { hostname: host, port } = new URL(cluster.url);
  const connection = await BareConnection.open({ host, port: Number(port), authority: cluster.authority.certificate });
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

const CONFIG_MAPS = '/api/v1/namespaces/default/configmaps';

test('after a body that was too large its client is answered on the same connection', async () => {
  const { hostname: host, port } = new URL(cluster.url);
  const connection = await BareConnection.open({ host, port: Number(port), authority: cluster.authority.certificate });
  const token = `Authorization: Bearer ${cluster.adminToken}`;
  const size = 4 * 1024 * 1024;
  connection.say(`POST ${CONFIG_MAPS} HTTP/1.1\r\nHost: a\r\n${token}\r\nContent-Length: ${size}\r\n\r\n`);
  connection.say(Buffer.alloc(size, 0x20));
  connection.say(`GET ${CONFIG_MAPS} HTTP/1.1\r\nHost: a\r\n${token}\r\n\r\n`);
  const statuses: (number | string)[] = [];
  for (let count = 0; count < 2; count++) {
    const heard = await connection.answer({ timeoutMs: 20_000 });
    statuses.push(heard.kind === 'answer' ? heard.answer.status : heard.kind);
  }
  connection.hangUp();
  expect(statuses).toEqual([413, 200]);
});

test('a body of more than 3 MiB is answered 413, and its client hears it', async () => {
  const { status, body } = await ask({ method: 'POST', target: CONFIG_MAPS, body: Buffer.alloc(4 * 1024 * 1024, 0x20) });
  expect({ status, kind: body.kind, message: body.message }).toEqual({
    status: 413,
    kind: 'Status',
    message: 'Request entity too large: limit is 3145728',
  });
});

test.each(['/api/v1/namespaces/default/configmaps/%zz', '/api/v1/namespaces/..', '/api/v1/namespaces/%00'])(
  '%s is a path like any other',
  async (target) => {
    expect((await ask({ target })).body.kind).toBe('Status');
  },
);

test.each(['//', '//host/x'])('%s belongs to nobody', async (target) => {
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
