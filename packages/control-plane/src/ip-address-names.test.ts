// IPAddress objects are named after their address.
import type { Clock } from '@rectrace/kube';
import { expect, test } from 'vitest';
import { createControlPlane } from './control-plane.ts';

const clock: Clock = { now: () => Date.UTC(2026, 0, 1), after: () => new Promise(() => undefined) };
const PATH = '/apis/networking.k8s.io/v1/ipaddresses';
const spec = { parentRef: { resource: 'services', namespace: 'default', name: 'web' } };

test.each([
  ['192.0.2.7', 201, undefined],
  ['fe80::42:1dff:fe84:f9e2', 201, undefined],
  ['web', 422, 'must be a valid IP address'],
  ['2001:db8::00', 422, 'must be in canonical form ("2001:db8::")'],
])('%s answers %i', async (name, status, message) => {
  const { client } = await createControlPlane({ clock, seed: 1 });
  const answer = await client.request({ method: 'POST', path: PATH, body: { metadata: { name }, spec } });
  expect([answer.status, message === undefined || String(answer.body['message']).includes(message)]).toEqual([status, true]);
});
