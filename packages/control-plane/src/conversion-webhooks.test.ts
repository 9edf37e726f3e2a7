import type { JsonObject } from '@rectrace/kube';
import { listAt, stringAt, valueAt } from '@rectrace/kube';
import { expect, test } from 'vitest';
import type { WebhookAnswer, WebhookCall, WebhookCaller } from './api/admission/webhooks/webhook-caller.ts';
import type { ControlPlane } from './control-plane.ts';
import { createControlPlane } from './control-plane.ts';

const GROUP = 'example.org';
const DEFINITIONS = '/apis/apiextensions.k8s.io/v1/customresourcedefinitions';

/** Converts a size between one text (v1) and two numbers (v2). */
class PaneConverter implements WebhookCaller {
  readonly calls: WebhookCall[] = [];
  broken = false;

  async call(call: WebhookCall): Promise<WebhookAnswer> {
    this.calls.push(call);
    if (this.broken) return { kind: 'unanswered', message: 'Post "https://…": EOF' };
    const request = call.review['request'] as JsonObject;
    const wanted = stringAt(request, ['desiredAPIVersion']) ?? '';
    const convertedObjects = listAt(request, ['objects']).map((object) => convert(object as JsonObject, wanted));
    const response = { uid: request['uid'] ?? '', result: { status: 'Success' }, convertedObjects };
    const text = JSON.stringify({ apiVersion: call.review['apiVersion'], kind: 'ConversionReview', response });
    return { kind: 'answered', status: 200, contentType: 'application/json', text };
  }
}

function convert(object: JsonObject, apiVersion: string): JsonObject {
  const { size, width, height, ...rest } = (valueAt(object, ['spec']) ?? {}) as JsonObject;
  const [first, second] = String(size).split('x').map(Number);
  const measures = apiVersion.endsWith('v1') ? { size: `${width}x${height}` } : { width: first ?? 0, height: second ?? 0 };
  return { ...object, apiVersion, spec: { ...rest, ...measures } };
}

function version(name: string, fields: JsonObject, selectable: string): JsonObject {
  const spec = { type: 'object', properties: { note: { type: 'string' }, ...fields } };
  return {
    name,
    served: true,
    storage: name === 'v1',
    schema: { openAPIV3Schema: { type: 'object', properties: { spec } } },
    selectableFields: [{ jsonPath: selectable }],
  };
}

async function planeWith(webhookCaller: WebhookCaller): Promise<ControlPlane> {
  const plane = createControlPlane({
    clock: { now: () => Date.UTC(2026, 0, 1), after: () => new Promise(() => undefined) },
    seed: 1,
    webhookCaller,
  });
  const number = { type: 'integer' };
  const versions = [
    version('v1', { size: { type: 'string' } }, '.spec.size'),
    version('v2', { width: number, height: number }, '.spec.width'),
  ];
  const names = { plural: 'panes', singular: 'pane', kind: 'Pane', listKind: 'PaneList' };
  const webhook = { clientConfig: { url: 'https://127.0.0.1:1/convert' }, conversionReviewVersions: ['v1'] };
  const conversion = { strategy: 'Webhook', webhook };
  const body = { metadata: { name: `panes.${GROUP}` }, spec: { group: GROUP, scope: 'Namespaced', names, versions, conversion } };
  const made = await (await plane).client.request({ method: 'POST', path: DEFINITIONS, body });
  expect(made.status).toBe(201);
  return plane;
}

function panes(version: string, name = ''): string {
  return `/apis/${GROUP}/${version}/namespaces/default/panes${name}`;
}

function pane(version: string, name: string, spec: JsonObject): JsonObject {
  return { apiVersion: `${GROUP}/${version}`, kind: 'Pane', metadata: { name }, spec };
}

test('what is written in one version is stored in another, and read in both', async () => {
  const converter = new PaneConverter();
  const { client } = await planeWith(converter);
  const made = await client.request({ method: 'POST', path: panes('v2'), body: pane('v2', 'a', { width: 1, height: 2, note: 'x' }) });
  expect(made.body['spec']).toEqual({ width: 1, height: 2, note: 'x' });
  const [first] = converter.calls;
  expect(first).toMatchObject({ timeoutSeconds: 30, review: { request: { desiredAPIVersion: `${GROUP}/v1` } } });
  const read = await client.request({ path: panes('v1', '/a') });
  expect(read.body['spec']).toEqual({ size: '1x2', note: 'x' });
  const calls = converter.calls.length;
  await client.request({ path: panes('v1') });
  expect(converter.calls.length).toBe(calls);
});

test('lists, selectors and updates see the version of the request', async () => {
  const { client } = await planeWith(new PaneConverter());
  for (const [name, size] of [
    ['a', '1x2'],
    ['b', '3x4'],
  ] as const) {
    await client.request({ method: 'POST', path: panes('v1'), body: pane('v1', name, { size }) });
  }
  const list = await client.request({ path: `${panes('v2')}?fieldSelector=spec.width%3D3` });
  expect(listAt(list.body, ['items']).map((item) => valueAt(item, ['spec']))).toEqual([{ width: 3, height: 4 }]);
  const patched = await client.request({ method: 'PATCH', path: panes('v2', '/b'), body: { spec: { height: 9 } } });
  expect(patched.body['spec']).toEqual({ width: 3, height: 9 });
  const read = await client.request({ path: panes('v1', '/b') });
  expect(read.body['spec']).toEqual({ size: '3x9' });
});

test('an apply in one version keeps what others own in another', async () => {
  const { client } = await planeWith(new PaneConverter());
  const contentType = 'application/apply-patch+yaml';
  const apply = (version: string, spec: JsonObject, manager: string): ReturnType<typeof client.request> =>
    client.request({
      method: 'PATCH',
      contentType,
      path: `${panes(version, '/a')}?fieldManager=${manager}`,
      body: pane(version, 'a', spec),
    });
  await apply('v1', { size: '1x2' }, 'one');
  const other = await apply('v2', { note: 'x' }, 'two');
  expect(other.body['spec']).toEqual({ width: 1, height: 2, note: 'x' });
  const conflict = await apply('v2', { width: 7, note: 'x' }, 'two');
  expect(conflict).toMatchObject({ status: 409, body: { details: { causes: [{ field: '.spec.size' }] } } });
});

test('a watch shows the version that it asks for, and ends where that fails', async () => {
  const converter = new PaneConverter();
  const { client } = await planeWith(converter);
  const watch = client.watch({ path: `${panes('v2')}?watch=true&fieldSelector=spec.width%3D1` })[Symbol.asyncIterator]();
  for (const size of ['1x2', '3x4', '1x5']) {
    await client.request({ method: 'POST', path: panes('v1'), body: pane('v1', `p${size}`, { size }) });
  }
  const specs = [await watch.next(), await watch.next()].map(({ value }) => valueAt(value?.object, ['spec']));
  expect(specs).toEqual([
    { width: 1, height: 2 },
    { width: 1, height: 5 },
  ]);
  converter.broken = true;
  await client.request({ method: 'POST', path: panes('v1'), body: pane('v1', 'last', { size: '1x6' }) });
  expect((await watch.next()).value).toMatchObject({ type: 'ERROR', object: { code: 500 } });
  expect((await watch.next()).done).toBe(true);
});

test('a conversion that fails is told, and nothing is stored', async () => {
  const converter = new PaneConverter();
  const { client } = await planeWith(converter);
  converter.broken = true;
  const made = await client.request({ method: 'POST', path: panes('v2'), body: pane('v2', 'a', { width: 1 }) });
  const message = `conversion webhook for ${GROUP}/v2, Kind=Pane failed: Post "https://…": EOF`;
  expect(made).toMatchObject({ status: 500, body: { message } });
  expect((await client.request({ path: panes('v1', '/a') })).status).toBe(404);
});
