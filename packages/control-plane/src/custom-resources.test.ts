import type { Clock, JsonObject } from '@rectrace/kube';
import { expect, test } from 'vitest';
import type { ControlPlane } from './control-plane.ts';
import { createControlPlane } from './control-plane.ts';

const stoppedClock: Clock = { now: () => Date.UTC(2026, 0, 1), after: () => new Promise(() => undefined) };

const DEFINITIONS = '/apis/apiextensions.k8s.io/v1/customresourcedefinitions';
const WIDGETS = '/apis/example.com/v1/namespaces/default/widgets';

const schema = { openAPIV3Schema: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true } };
const definition: JsonObject = {
  metadata: { name: 'widgets.example.com' },
  spec: {
    group: 'example.com',
    scope: 'Namespaced',
    names: { plural: 'widgets', kind: 'Widget' },
    versions: [
      { name: 'v1', served: true, storage: true, schema, subresources: { status: {} } },
      { name: 'v1beta1', served: true, storage: false, schema },
    ],
  },
};
const widget: JsonObject = {
  apiVersion: 'example.com/v1',
  kind: 'Widget',
  metadata: { name: 'a' },
  spec: { size: 1 },
  status: { ready: true },
};

async function planeWithWidgets(): Promise<ControlPlane> {
  const plane = await createControlPlane({ clock: stoppedClock, seed: 7 });
  await plane.client.request({ method: 'POST', path: DEFINITIONS, body: definition });
  return plane;
}

test('what a definition says is served, in each of its versions', async () => {
  const { client } = await planeWithWidgets();
  const created = await client.request({ method: 'POST', path: WIDGETS, body: widget });
  expect(created).toMatchObject({ status: 201, body: { apiVersion: 'example.com/v1', metadata: { generation: 1 }, spec: { size: 1 } } });
  expect(created.body['status']).toBeUndefined();
  const older = await client.request({ path: WIDGETS.replace('v1', 'v1beta1') });
  expect(older.body).toMatchObject({ kind: 'WidgetList', items: [{ apiVersion: 'example.com/v1beta1', metadata: { name: 'a' } }] });
});

test('what is defined in a fork is not served by its base, nor by another fork', async () => {
  const base = await createControlPlane({ clock: stoppedClock, seed: 7 });
  const [fork, other] = [base.fork(1), base.fork(2)];
  await fork.client.request({ method: 'POST', path: DEFINITIONS, body: definition });
  expect((await fork.client.request({ method: 'POST', path: WIDGETS, body: widget })).status).toBe(201);
  for (const { client } of [base, other]) expect((await client.request({ path: WIDGETS })).status).toBe(404);
});

test('a definition goes when the last object with a finalizer has gone', async () => {
  const { client } = await planeWithWidgets();
  const held = { ...widget, metadata: { name: 'held', finalizers: ['example.com/hold'] } };
  for (const body of [widget, held]) await client.request({ method: 'POST', path: WIDGETS, body });
  await client.request({ method: 'DELETE', path: `${DEFINITIONS}/widgets.example.com` });
  expect((await client.request({ path: `${WIDGETS}/a` })).status).toBe(404);
  expect((await client.request({ method: 'POST', path: WIDGETS, body: { ...widget, metadata: { name: 'late' } } })).status).toBe(403);
  expect((await client.request({ path: `${DEFINITIONS}/widgets.example.com` })).status).toBe(200);
  await client.request({ method: 'PATCH', path: `${WIDGETS}/held`, body: { metadata: { finalizers: null } } });
  expect((await client.request({ path: `${DEFINITIONS}/widgets.example.com` })).status).toBe(404);
  expect((await client.request({ path: WIDGETS })).status).toBe(404);
});
