import type { Clock, Json, JsonObject } from '@rectrace/kube';
import { listAt } from '@rectrace/kube';
import { expect, test } from 'vitest';
import { createControlPlane } from './control-plane.ts';
import type { ClientResponse, InProcessClient } from './in-process-client.ts';

const stoppedClock: Clock = { now: () => Date.UTC(2026, 0, 1), after: () => new Promise(() => undefined) };
const DEPLOYMENT = '/apis/apps/v1/namespaces/default/deployments/web';
const LABELS = { app: 'web' };

async function client(): Promise<InProcessClient> {
  return (await createControlPlane({ clock: stoppedClock, seed: 7 })).client;
}

function deployment(spec: JsonObject): JsonObject {
  return { apiVersion: 'apps/v1', kind: 'Deployment', metadata: { name: 'web' }, spec };
}

const WHOLE = deployment({
  replicas: 2,
  selector: { matchLabels: LABELS },
  template: { metadata: { labels: LABELS }, spec: { containers: [{ name: 'web', image: 'web:1', ports: [{ containerPort: 80 }] }] } },
});

function apply(to: InProcessClient, manager: string, body: Json, query = ''): Promise<ClientResponse> {
  const path = `${DEPLOYMENT}?fieldManager=${manager}${query}`;
  return to.request({ method: 'PATCH', path, contentType: 'application/apply-patch+yaml', body });
}

/** 'one Apply', 'two Update scale' … */
function managersIn({ body }: ClientResponse): readonly string[] {
  return listAt(body, ['metadata', 'managedFields']).map((entry) => {
    const { manager, operation, subresource } = entry as { manager: string; operation: string; subresource?: string };
    return [manager, operation, ...(subresource === undefined ? [] : [subresource])].join(' ');
  });
}

test('an apply that conflicts changes nothing and names the field and its manager', async () => {
  const to = await client();
  expect((await apply(to, 'one', WHOLE)).status).toBe(201);
  const refused = await apply(to, 'two', deployment({ replicas: 3 }));
  expect(refused.status).toBe(409);
  expect(refused.body).toMatchObject({
    message: 'Apply failed with 1 conflict: conflict with "one": .spec.replicas',
    details: { causes: [{ reason: 'FieldManagerConflict', message: 'conflict with "one"', field: '.spec.replicas' }] },
  });
  expect((await to.request({ path: DEPLOYMENT })).body).toMatchObject({ spec: { replicas: 2 } });
});

test('a forced apply takes the field, and who lets go of it alone removes it', async () => {
  const to = await client();
  await apply(to, 'one', WHOLE);
  expect(managersIn(await apply(to, 'two', deployment({ replicas: 3, paused: true }), '&force=true'))).toEqual(['one Apply', 'two Apply']);
  const left = await apply(to, 'two', deployment({ replicas: 3 }));
  expect(left.body['spec']).not.toHaveProperty('paused');
});

test('whoever scales owns the replicas, and the next apply conflicts with them', async () => {
  const to = await client();
  await apply(to, 'one', WHOLE);
  await to.request({ method: 'PATCH', path: `${DEPLOYMENT}/scale`, body: { spec: { replicas: 5 } }, userAgent: 'scaler/v1' });
  expect(managersIn(await to.request({ path: DEPLOYMENT }))).toEqual(['one Apply', 'scaler Update scale']);
  const { body } = await apply(to, 'one', WHOLE);
  expect(body['message']).toBe(
    'Apply failed with 1 conflict: conflict with "scaler" with subresource "scale" using apps/v1: .spec.replicas',
  );
});

test('a write that changes nothing keeps its revision', async () => {
  const to = await client();
  const first = await apply(to, 'one', WHOLE);
  const again = await apply(to, 'one', WHOLE);
  expect(again.body).toEqual(first.body);
});

test.each([
  [
    'the same port twice',
    [{ containerPort: 80 }, { containerPort: 80, protocol: 'TCP' }],
    500,
    /duplicate entries for key \[containerPort=80,protocol="TCP"\]/,
  ],
  ['a field that nobody declares', [{ containerPort: 80, unknown: 1 }], 500, /unknown: field not declared in schema/],
])('%s is refused', async (_what, ports, status, message) => {
  const template = { spec: { containers: [{ name: 'web', ports }] } };
  const refused = await apply(await client(), 'one', deployment({ template }));
  expect(refused.status).toBe(status);
  expect(refused.body['message']).toMatch(message);
});

test('an apply without a manager and one in CBOR are refused', async () => {
  const to = await client();
  const path = DEPLOYMENT;
  const nameless = await to.request({ method: 'PATCH', path, contentType: 'application/apply-patch+yaml', body: WHOLE });
  expect(nameless).toMatchObject({ status: 422, body: { reason: 'Invalid' } });
  const cbor = await to.request({
    method: 'PATCH',
    path: `${path}?fieldManager=x`,
    contentType: 'application/apply-patch+cbor',
    body: WHOLE,
  });
  expect(cbor.status).toBe(415);
});
