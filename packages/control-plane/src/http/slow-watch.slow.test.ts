// A watcher that does not read what is sent to it: it is cut with 410, and what waits for it does not grow without end.
import { randomBytes } from 'node:crypto';
import { connect, type TLSSocket } from 'node:tls';
import { realClock } from '@rectrace/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { VirtualCluster } from './start-virtual-cluster.ts';
import { startVirtualCluster } from './start-virtual-cluster.ts';

const CONFIG_MAPS = '/api/v1/namespaces/default/configmaps';
/** More than the 10,000 that may wait, and in bytes more than what lies between two sockets. */
const WRITES = 12_000;
const BYTES = 4_000;

let cluster: VirtualCluster;
beforeAll(async () => {
  cluster = await startVirtualCluster({ clock: realClock(), seed: 1, randomBytes });
});
afterAll(() => cluster.stop());

async function open(): Promise<TLSSocket> {
  const { hostname: host, port } = new URL(cluster.url);
  const socket = connect({ host, port: Number(port), ca: cluster.authority.certificate, ALPNProtocols: ['http/1.1'] });
  await new Promise((resolve) => socket.once('secureConnect', resolve));
  return socket;
}

/** Of each chunk that is an event: its type, and the code of a Status. */
function eventsIn(text: string): readonly string[] {
  return text
    .split('\n')
    .filter((line) => line.startsWith('{"type"'))
    .map((line) => {
      const { type, object } = JSON.parse(line) as { readonly type: string; readonly object: { readonly code?: number } };
      return object.code === undefined ? type : `${type} ${object.code}`;
    });
}

test('a watch that is not read ends with 410 once too many writes wait for it', { timeout: 600_000 }, async () => {
  const socket = await open();
  socket.pause();
  socket.write(`GET ${CONFIG_MAPS}?watch=1 HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${cluster.adminToken}\r\n\r\n`);
  const data = { filler: 'x'.repeat(BYTES) };
  await cluster.plane.client.request({ method: 'POST', path: CONFIG_MAPS, body: { metadata: { name: 'a' }, data } });
  for (let count = 0; count < WRITES; count++) {
    const body = { data: { ...data, count: String(count) } };
    const { status } = await cluster.plane.client.request({ method: 'PATCH', path: `${CONFIG_MAPS}/a`, body });
    expect(status).toBe(200);
    // The server writes in between.
    if (count % 100 === 0) await new Promise((resolve) => setImmediate(resolve));
  }
  const chunks: Buffer[] = [];
  for await (const chunk of socket) {
    chunks.push(chunk as Buffer);
    if ((chunk as Buffer).subarray(-5).toString() === '0\r\n\r\n') break;
  }
  const events = eventsIn(Buffer.concat(chunks).toString());
  expect(events.at(-1)).toBe('ERROR 410');
  expect(events.length).toBeGreaterThan(1);
  expect(events.length).toBeLessThan(WRITES);
});
