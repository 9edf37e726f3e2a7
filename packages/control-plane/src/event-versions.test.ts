// What each group of Events shows of what was written through the other; seen on kube-apiserver.
import type { JsonObject } from '@rectrace/kube';
import { SteppedClock } from '@rectrace/testing';
import { beforeEach, expect, test } from 'vitest';
import type { ControlPlane } from './control-plane.ts';
import { createControlPlane } from './control-plane.ts';

const OLDER = '/api/v1/namespaces/default/events';
const NEWER = '/apis/events.k8s.io/v1/namespaces/default/events';
const POD = { kind: 'Pod', namespace: 'default', name: 'web' };
const TIME = '2026-01-01T00:00:00.000000Z';

let plane: ControlPlane;

beforeEach(async () => {
  plane = await createControlPlane({ clock: new SteppedClock(Date.UTC(2026, 0, 1)), seed: 1 });
});

async function answer(path: string, request: { readonly method?: string; readonly body?: JsonObject } = {}): Promise<JsonObject> {
  const { status, body } = await plane.client.request({ path, ...request });
  expect(status, JSON.stringify(body)).toBeLessThan(300);
  const { metadata: _metadata, ...rest } = body;
  return rest;
}

const NEW_EVENT = {
  metadata: { name: 'new' },
  eventTime: TIME,
  regarding: POD,
  reportingController: 'example.org/scheduler',
  reportingInstance: 'one',
  action: 'Binding',
  reason: 'Scheduled',
  type: 'Normal',
  note: 'to node-a',
};

test('an Event of the newer group is shown by the older one under its own names', async () => {
  await answer(NEWER, { method: 'POST', body: NEW_EVENT });
  const { metadata: _metadata, ...sent } = NEW_EVENT;
  const same = { eventTime: TIME, reportingInstance: 'one', action: 'Binding', reason: 'Scheduled', type: 'Normal' };
  expect(await answer(`${OLDER}/new`)).toEqual({
    ...same,
    kind: 'Event',
    apiVersion: 'v1',
    involvedObject: POD,
    message: 'to node-a',
    reportingComponent: 'example.org/scheduler',
    source: {},
    firstTimestamp: null,
    lastTimestamp: null,
  });
  expect(await answer(`${NEWER}/new`)).toEqual({
    ...sent,
    kind: 'Event',
    apiVersion: 'events.k8s.io/v1',
    deprecatedSource: {},
    deprecatedFirstTimestamp: null,
    deprecatedLastTimestamp: null,
  });
});

test('an Event of the older group is shown by the newer one, and selected by its names there', async () => {
  const times = { firstTimestamp: '2026-01-01T00:00:00Z', lastTimestamp: '2026-01-01T00:00:01Z' };
  const body = { metadata: { name: 'old' }, involvedObject: POD, message: 'm', source: { component: 'kubelet' }, count: 2, ...times };
  await answer(OLDER, { method: 'POST', body });
  expect(await answer(`${NEWER}/old`)).toEqual({
    kind: 'Event',
    apiVersion: 'events.k8s.io/v1',
    eventTime: null,
    regarding: POD,
    note: 'm',
    deprecatedSource: { component: 'kubelet' },
    deprecatedFirstTimestamp: times.firstTimestamp,
    deprecatedLastTimestamp: times.lastTimestamp,
    deprecatedCount: 2,
  });
  const named = async (field: string): Promise<number> =>
    ((await answer(`${NEWER}?fieldSelector=${field}`))['items'] as readonly unknown[]).length;
  expect(await named('regarding.name%3Dweb')).toBe(1);
  expect(await named('regarding.name%3Dother')).toBe(0);
});

test('a patch through the newer group changes what the older one shows; who wrote it is noted in its own version', async () => {
  await answer(NEWER, { method: 'POST', body: NEW_EVENT });
  const series = { count: 3, lastObservedTime: TIME };
  await answer(`${NEWER}/new`, { method: 'PATCH', body: { series } });
  expect(await answer(`${OLDER}/new`)).toMatchObject({ series, message: 'to node-a' });
  const { body } = await plane.client.request({ path: `${OLDER}/new` });
  const { managedFields } = body['metadata'] as { readonly managedFields: readonly JsonObject[] };
  expect(managedFields.map(({ apiVersion }) => apiVersion)).toEqual(['events.k8s.io/v1']);
  expect(JSON.stringify(managedFields)).toContain('f:regarding');
});
