// Keys that mean something to JavaScript are keys like any other.
import type { Clock, JsonObject } from '@rectrace/kube';
import { formatJson, parseJson } from '@rectrace/kube';
import { expect, test } from 'vitest';
import { createControlPlane } from './control-plane.ts';

const clock: Clock = { now: () => Date.UTC(2026, 0, 1), after: () => new Promise(() => undefined) };
const CORE = '/api/v1/namespaces/default';
const KEYS = ['__proto__', 'constructor', 'toString', 'hasOwnProperty'];
const TEXTS = parseJson('{"__proto__":"a","constructor":"b","toString":"c","hasOwnProperty":"d"}') as JsonObject;

test.each([
  ['configmaps', 'data', TEXTS],
  ['secrets', 'stringData', TEXTS],
])('%s keep them in %s, also through updates and patches', async (resource, field, texts) => {
  const { client } = await createControlPlane({ clock, seed: 1 });
  const path = `${CORE}/${resource}/odd`;
  const created = await client.request({
    method: 'POST',
    path: `${CORE}/${resource}`,
    body: { metadata: { name: 'odd' }, [field]: texts },
  });
  const updated = await client.request({ method: 'PUT', path, body: created.body });
  const patched = await client.request({ method: 'PATCH', path, body: { metadata: { labels: { l: '1' } } } });
  const read = await client.request({ path });
  for (const { body } of [created, updated, patched, read]) expect(Object.keys(body['data'] as JsonObject)).toEqual(KEYS);
  expect(formatJson(read.body)).toContain('"__proto__"');
  expect(Object.keys(Object.prototype)).toEqual([]);
});

test('bytes may be a list of numbers of any length', async () => {
  const { client } = await createControlPlane({ clock, seed: 1 });
  const body = { metadata: { name: 'bytes' }, data: { bytes: Array.from({ length: 500_000 }, () => 65) } };
  const { status, body: created } = await client.request({ method: 'POST', path: `${CORE}/secrets`, body });
  expect(status).toBe(201);
  expect(String((created['data'] as JsonObject)['bytes'])).toHaveLength(Math.ceil(500_000 / 3) * 4);
});
