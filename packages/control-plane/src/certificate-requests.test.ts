import type { JsonObject } from '@rectrace/kube';
import { listAt, valueAt } from '@rectrace/kube';
import { expect, test } from 'vitest';
import { createControlPlane } from './control-plane.ts';
import type { InProcessClient } from './in-process-client.ts';

const REQUESTS = '/apis/certificates.k8s.io/v1/certificatesigningrequests';

async function clientWithRequest(): Promise<InProcessClient> {
  const { client } = await createControlPlane({
    clock: { now: () => Date.UTC(2026, 0, 1), after: () => new Promise(() => undefined) },
    seed: 1,
  });
  const spec = {
    request: btoa('-----BEGIN CERTIFICATE REQUEST-----\nbm9uZQ==\n-----END CERTIFICATE REQUEST-----\n'),
    signerName: 'example.org/signer',
    usages: ['client auth'],
    username: 'somebody else',
  };
  const body = { metadata: { name: 'a' }, spec, status: { conditions: [{ type: 'Approved', status: 'True' }] } };
  const made = await client.request({ method: 'POST', path: REQUESTS, body });
  expect(made.status).toBe(201);
  return client;
}

function write(client: InProcessClient, subresource: string, conditions: readonly JsonObject[]): ReturnType<InProcessClient['request']> {
  return client.request({ method: 'PATCH', path: `${REQUESTS}/a/${subresource}`, body: { status: { conditions: [...conditions] } } });
}

const APPROVED = { type: 'Approved', status: 'True' };

test('who asks is noted, and nobody asks for what is already approved', async () => {
  const client = await clientWithRequest();
  const { body } = await client.request({ path: `${REQUESTS}/a` });
  expect(valueAt(body, ['spec', 'username'])).not.toBe('somebody else');
  expect(listAt(body, ['status', 'conditions'])).toEqual([]);
});

test('an approval is written to its own subresource, with the times of the write', async () => {
  const client = await clientWithRequest();
  const elsewhere = await write(client, 'status', [APPROVED]);
  expect(elsewhere).toMatchObject({
    status: 422,
    body: { details: { causes: [{ message: 'Forbidden: updates may not add a condition of type "Approved"' }] } },
  });
  const approved = await write(client, 'approval', [APPROVED]);
  const times = { lastUpdateTime: '2026-01-01T00:00:00Z', lastTransitionTime: '2026-01-01T00:00:00Z' };
  expect(listAt(approved.body, ['status', 'conditions'])).toEqual([{ ...APPROVED, ...times }]);
});

test('a decision is final', async () => {
  const client = await clientWithRequest();
  await write(client, 'approval', [APPROVED]);
  for (const conditions of [[], [{ type: 'Denied', status: 'True' }], [APPROVED, { type: 'Denied', status: 'True' }]]) {
    expect((await write(client, 'approval', conditions)).status).toBe(422);
  }
  const { body } = await client.request({ path: `${REQUESTS}/a` });
  expect(listAt(body, ['status', 'conditions'])).toMatchObject([APPROVED]);
});
