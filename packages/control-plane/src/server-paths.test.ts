// What clients ask of the server itself: its health, how long it may take, where it is.
import type { Clock } from '@rectrace/kube';
import { expect, test } from 'vitest';
import { createControlPlane } from './control-plane.ts';

const clock: Clock = { now: () => Date.UTC(2026, 0, 1), after: () => new Promise(() => undefined) };

test.each([
  ['/healthz', 200, 'ok'],
  ['/livez/poststarthook/rbac/bootstrap-roles', 200, 'ok'],
  ['/readyz/informer-sync', 200, 'ok'],
])('%s answers %i', async (path, status, text) => {
  const { client } = await createControlPlane({ clock, seed: 1 });
  expect(await client.request({ path })).toMatchObject({ status, body: { text } });
});

test('health is told check by check', async () => {
  const { client } = await createControlPlane({ clock, seed: 1 });
  const lines = async (path: string): Promise<readonly string[]> => String((await client.request({ path })).body['text']).split('\n');
  const alive = await lines('/livez?verbose');
  expect(alive).toEqual(expect.arrayContaining(['[+]etcd ok', '[+]poststarthook/crd-informer-synced ok', 'livez check passed']));
  expect(alive).not.toContain('[+]informer-sync ok');
  expect(await lines('/readyz?verbose')).toEqual(expect.arrayContaining(['[+]informer-sync ok', '[+]autoregister-completion ok']));
  expect((await client.request({ path: '/healthz/informer-sync' })).status).toBe(404);
});

const WRONG = 'invalid timeout specified in the request URL - time:';

test.each([
  ['/version?timeout=invalid', 400, `${WRONG} invalid duration "invalid"`],
  ['/api/v1/nodes?timeout=5', 400, `${WRONG} missing unit in duration "5"`],
  ['/api/v1/nodes?timeout=5y', 400, `${WRONG} unknown unit "y" in duration "5y"`],
  ['/api/v1/nodes?timeout=-', 400, `${WRONG} invalid duration "-"`],
  ['/api/v1/nodes?timeout=1m30.5s', 200, undefined],
  ['/version?timeout=0', 200, undefined],
  ['/api/v1/nodes?timeout=', 200, undefined],
])('%s answers %i', async (path, status, message) => {
  const { client } = await createControlPlane({ clock, seed: 1 });
  const answer = await client.request({ path });
  expect([answer.status, answer.body['message']]).toEqual([status, message]);
});

test('the endpoints of the Service kubernetes are where it is told to be found, and nowhere else', async () => {
  const paths = ['/api/v1/namespaces/default/endpoints', '/apis/discovery.k8s.io/v1/namespaces/default/endpointslices'];
  const listed = async (facts: { readonly advertisedAddress?: string }): Promise<readonly unknown[]> => {
    const { client } = await createControlPlane({ clock, seed: 1, facts: { ...facts, serverPort: 6443 } });
    return Promise.all(paths.map(async (path) => (await client.request({ path })).body['items']));
  };
  expect(await listed({})).toEqual([[], []]);
  const port = { name: 'https', port: 6443, protocol: 'TCP' };
  expect(await listed({ advertisedAddress: '192.0.2.7' })).toMatchObject([
    [{ metadata: { name: 'kubernetes' }, subsets: [{ addresses: [{ ip: '192.0.2.7' }], ports: [port] }] }],
    [{ metadata: { name: 'kubernetes' }, endpoints: [{ addresses: ['192.0.2.7'], conditions: { ready: true } }], ports: [port] }],
  ]);
});
