// The loads of the benchmarks, in their short form: what they count is what happened.
import { randomBytes } from 'node:crypto';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { VirtualCluster } from '@rectrace/control-plane';
import { startVirtualCluster } from '@rectrace/control-plane';
import { realClock } from '@rectrace/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { runMix } from './config-map-mix.ts';
import { runFanOut } from './fan-out.ts';
import { LeaseBeat } from './lease-beat.ts';
import { createPods } from './pods.ts';
import type { LoadedServer } from './virtual-program.ts';
import { WatchCrowd } from './watch-crowd.ts';

const CORE = '/api/v1/namespaces/default';
let cluster: VirtualCluster;
let server: LoadedServer;

beforeAll(async () => {
  cluster = await startVirtualCluster({ clock: realClock(), nextTurn, seed: 1, randomBytes });
  const { hostname: host, port } = new URL(cluster.url);
  server = { host, port: Number(port), authority: cluster.authority.certificate, token: cluster.adminToken };
});
afterAll(async () => {
  await cluster.stop();
});

async function sizesOf(resource: string): Promise<readonly number[]> {
  const { body } = await cluster.plane.client.request({ path: `${CORE}/${resource}` });
  return (body['items'] as readonly object[]).map((item) => JSON.stringify(item).length);
}

test('the mix asks five things of each ConfigMap and leaves none behind', async () => {
  const before = (await sizesOf('configmaps')).length;
  const { requests, perSecond, p99Ms } = await runMix(server, { connections: 3, durationMs: 200, prefix: 'mix' });
  expect(requests % 5).toBe(0);
  expect(requests).toBeGreaterThanOrEqual(15);
  expect(perSecond).toBeGreaterThan(0);
  expect(p99Ms).toBeLessThan(60_000);
  expect((await sizesOf('configmaps')).length).toBe(before);
});

test('a fan-out ends when every watch has been told of every write', async () => {
  const before = (await sizesOf('configmaps')).length;
  expect(await runFanOut(server, { watches: 4, writes: 20, writers: 2, prefix: 'fan' })).toBeGreaterThan(0);
  expect((await sizesOf('configmaps')).length).toBe(before + 20);
});

test('a crowd that is told too little says so', async () => {
  const crowd = await WatchCrowd.open(server, { path: `${CORE}/secrets?watch=1`, watches: 2 });
  await expect(crowd.told(1, 100)).rejects.toThrow('0 of 1 events within 100 ms');
  crowd.close();
});

test('Pods are as large as those of operators', async () => {
  await createPods(server, 20, { withAccount: true });
  const sizes = await sizesOf('pods');
  expect(sizes).toHaveLength(20);
  expect(Math.min(...sizes)).toBeGreaterThan(3_000);
});

test('a Lease is renewed as long as the work goes on', async () => {
  const beat = await LeaseBeat.open(server, 'leader');
  const times = await beat.during(() => new Promise((resolve) => setTimeout(resolve, 200)));
  beat.close();
  const { body } = await cluster.plane.client.request({ path: '/apis/coordination.k8s.io/v1/namespaces/default/leases/leader' });
  expect(times.length).toBeGreaterThan(1);
  expect(body).toMatchObject({ spec: { leaseTransitions: times.length } });
});
