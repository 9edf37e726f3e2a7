// What quotas with scopes, and quotas of devices, are charged for.
import type { Clock, JsonObject } from '@rectrace/kube';
import { isJsonObject, valueAt } from '@rectrace/kube';
import { expect, test } from 'vitest';
import type { ControlPlane } from './control-plane.ts';
import { createControlPlane } from './control-plane.ts';

const clock: Clock = { now: () => Date.UTC(2026, 0, 1), after: () => new Promise(() => undefined) };
const CORE = '/api/v1/namespaces/default';

function plane(): Promise<ControlPlane> {
  return createControlPlane({ clock, seed: 1, disabledPlugins: ['ServiceAccount'] });
}

async function send({ client }: ControlPlane, method: string, path: string, body: JsonObject): Promise<JsonObject> {
  const answer = await client.request({ method, path, body });
  expect(answer).toMatchObject({ status: method === 'POST' ? 201 : 200 });
  return answer.body;
}

/** With a status as its controller would write it. */
async function quota(
  on: ControlPlane,
  name: string,
  spec: { readonly hard: JsonObject; readonly [field: string]: JsonObject },
): Promise<void> {
  const made = await send(on, 'POST', `${CORE}/resourcequotas`, { metadata: { name }, spec });
  const used = Object.fromEntries(Object.keys(spec.hard).map((key) => [key, '0']));
  await send(on, 'PUT', `${CORE}/resourcequotas/${name}/status`, { ...made, status: { hard: spec.hard, used } });
}

async function usedOf({ client }: ControlPlane, name: string): Promise<JsonObject> {
  const used = valueAt((await client.request({ path: `${CORE}/resourcequotas/${name}` })).body, ['status', 'used']);
  return isJsonObject(used) ? used : {};
}

test('a claim is charged to the quotas of the classes that it has and wants, and of no other', async () => {
  const on = await plane();
  const ofClass = (name: string): JsonObject => ({
    matchExpressions: [{ scopeName: 'VolumeAttributesClass', operator: 'In', values: [name] }],
  });
  for (const name of ['gold', 'silver'])
    await quota(on, name, { hard: { persistentvolumeclaims: '1', 'requests.storage': '5Gi' }, scopeSelector: ofClass(name) });
  const spec = { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1Gi' } }, storageClassName: '', volumeName: 'v' };
  const claims = `${CORE}/persistentvolumeclaims`;
  const claim = await send(on, 'POST', claims, { metadata: { name: 'c' }, spec: { ...spec, volumeAttributesClassName: 'gold' } });
  const charged = { persistentvolumeclaims: '1', 'requests.storage': '1Gi' };
  const nothing = { persistentvolumeclaims: '0', 'requests.storage': '0' };
  expect([await usedOf(on, 'gold'), await usedOf(on, 'silver')]).toEqual([charged, nothing]);
  const bound = await send(on, 'PUT', `${claims}/c/status`, {
    ...claim,
    status: { phase: 'Bound', currentVolumeAttributesClassName: 'gold' },
  });
  await send(on, 'PUT', `${claims}/c`, { ...bound, spec: { ...(bound['spec'] as JsonObject), volumeAttributesClassName: 'silver' } });
  expect([await usedOf(on, 'gold'), await usedOf(on, 'silver')]).toEqual([charged, charged]);
});

test('a ResourceClaim is charged for the most devices of each class that it may take', async () => {
  const on = await plane();
  const hard = {
    'count/resourceclaims.resource.k8s.io': '2',
    'gold.deviceclass.resource.k8s.io/devices': '50',
    'silver.deviceclass.resource.k8s.io/devices': '50',
  };
  await quota(on, 'devices', { hard });
  const requests = [
    { name: 'a', exactly: { deviceClassName: 'gold' } },
    { name: 'b', exactly: { deviceClassName: 'gold', allocationMode: 'All' } },
    {
      name: 'c',
      firstAvailable: [
        { name: 'd', deviceClassName: 'silver', count: 2 },
        { name: 'e', deviceClassName: 'silver', count: 3 },
      ],
    },
  ];
  await send(on, 'POST', '/apis/resource.k8s.io/v1/namespaces/default/resourceclaims', {
    metadata: { name: 'r' },
    spec: { devices: { requests } },
  });
  expect(await usedOf(on, 'devices')).toEqual({
    'count/resourceclaims.resource.k8s.io': '1',
    'gold.deviceclass.resource.k8s.io/devices': '33',
    'silver.deviceclass.resource.k8s.io/devices': '3',
  });
});
