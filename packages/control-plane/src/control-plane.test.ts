import type { Clock } from '@rectrace/kube';
import { expect, test } from 'vitest';
import type { ControlPlane } from './control-plane.ts';
import { createControlPlane } from './control-plane.ts';

const stoppedClock: Clock = { now: () => Date.UTC(2026, 0, 1), after: () => new Promise(() => undefined) };

function plane(): Promise<ControlPlane> {
  return createControlPlane({ clock: stoppedClock, seed: 7 });
}

const CONFIG_MAPS = '/api/v1/namespaces/default/configmaps';

test('the default namespaces are there', async () => {
  const { client } = await plane();
  const { status, body } = await client.request({ path: '/api/v1/namespaces' });
  expect(status).toBe(200);
  expect((body['items'] as { metadata: { name: string } }[]).map(({ metadata }) => metadata.name)).toEqual([
    'default',
    'kube-node-lease',
    'kube-public',
    'kube-system',
  ]);
});

test('an object is created, read, changed, listed and deleted', async () => {
  const { client, store } = await plane();
  const first = store.revision + 1;
  const created = await client.request({ method: 'POST', path: CONFIG_MAPS, body: { metadata: { name: 'a' }, data: { k: 'v' } } });
  expect(created.status).toBe(201);
  expect(created.body).toMatchObject({
    kind: 'ConfigMap',
    apiVersion: 'v1',
    metadata: { name: 'a', namespace: 'default', resourceVersion: String(first) },
  });
  const read = await client.request({ path: `${CONFIG_MAPS}/a` });
  expect(read.body).toEqual(created.body);
  const patched = await client.request({ method: 'PATCH', path: `${CONFIG_MAPS}/a`, body: { data: { k: null, l: 'w' } } });
  expect(patched.body).toMatchObject({ data: { l: 'w' }, metadata: { resourceVersion: String(first + 1) } });
  const again = await client.request({ method: 'PUT', path: `${CONFIG_MAPS}/a`, body: patched.body });
  expect(again.body).toEqual(patched.body);
  const stale = await client.request({ method: 'PUT', path: `${CONFIG_MAPS}/a`, body: created.body });
  expect(stale).toMatchObject({ status: 409, body: { reason: 'Conflict' } });
  const deleted = await client.request({ method: 'DELETE', path: `${CONFIG_MAPS}/a` });
  expect(deleted).toMatchObject({ status: 200, body: { status: 'Success', details: { name: 'a', kind: 'configmaps' } } });
  expect((await client.request({ path: `${CONFIG_MAPS}/a` })).status).toBe(404);
});

test('a watch tells the present, then every write, until it is given up', async () => {
  const { client, store } = await plane();
  const first = store.revision + 1;
  await client.request({ method: 'POST', path: CONFIG_MAPS, body: { metadata: { name: 'a' } } });
  const abort = new AbortController();
  const seen: string[] = [];
  const path = `${CONFIG_MAPS}?watch=1&sendInitialEvents=true&resourceVersionMatch=NotOlderThan&allowWatchBookmarks=true`;
  for await (const { type, object } of client.watch({ path, signal: abort.signal })) {
    const { name = '', resourceVersion } = object['metadata'] as { name?: string; resourceVersion: string };
    seen.push(`${type} ${name} ${resourceVersion}`);
    if (type === 'BOOKMARK') void client.request({ method: 'POST', path: CONFIG_MAPS, body: { metadata: { name: 'b' } } });
    if (name === 'b' && type === 'ADDED') void client.request({ method: 'DELETE', path: `${CONFIG_MAPS}/b` });
    if (type === 'DELETED') abort.abort();
  }
  expect(seen).toEqual([`ADDED a ${first}`, `BOOKMARK  ${first}`, `ADDED b ${first + 1}`, `DELETED b ${first + 2}`]);
});

test('the same seed and requests give the same objects, another seed other uids', async () => {
  const uids = await Promise.all(
    [1, 1, 2].map(async (seed) => {
      const { client } = await createControlPlane({ clock: stoppedClock, seed });
      const { body } = await client.request({ method: 'POST', path: CONFIG_MAPS, body: { metadata: { generateName: 'g-' } } });
      return JSON.stringify(body);
    }),
  );
  expect(uids[0]).toBe(uids[1]);
  expect(uids[0]).not.toBe(uids[2]);
});

test('a fork and its base do not see each other', async () => {
  const base = await plane();
  await base.client.request({ method: 'POST', path: CONFIG_MAPS, body: { metadata: { name: 'both' } } });
  const fork = base.fork(8);
  await fork.client.request({ method: 'POST', path: CONFIG_MAPS, body: { metadata: { name: 'fork' } } });
  await base.client.request({ method: 'DELETE', path: `${CONFIG_MAPS}/both` });
  const names = async ({ client }: ControlPlane): Promise<string[]> => {
    const { body } = await client.request({ path: CONFIG_MAPS });
    return (body['items'] as { metadata: { name: string } }[]).map(({ metadata }) => metadata.name);
  };
  expect(await names(base)).toEqual([]);
  expect(await names(fork)).toEqual(['both', 'fork']);
});
