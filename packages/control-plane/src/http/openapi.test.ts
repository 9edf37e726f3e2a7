import type { Clock } from '@rectrace/kube';
import { expect, test } from 'vitest';
import type { ApiResponse } from '../api/api-request.ts';
import { NO_HEADERS } from '../api/api-request.ts';
import type { ControlPlane } from '../control-plane.ts';
import { createControlPlane } from '../control-plane.ts';
import { packedOpenApi } from './packed-openapi.ts';

const clock: Clock = { now: () => Date.UTC(2026, 0, 1), after: () => new Promise(() => undefined) };
const ADMIN = { name: 'admin', groups: ['system:masters'] };

function planeWithDocuments(): Promise<ControlPlane> {
  return createControlPlane({ clock, seed: 1, openApi: packedOpenApi() });
}

function get({ api }: ControlPlane, path: string, headers: { readonly ifNoneMatch?: string } = {}): Promise<ApiResponse> {
  const { pathname, searchParams } = new URL(path, 'https://localhost');
  return api.handle({
    method: 'GET',
    path: pathname,
    query: searchParams,
    user: ADMIN,
    body: { kind: 'none' },
    headers: { ...NO_HEADERS, ...headers },
  });
}

function json(response: ApiResponse): Record<string, Record<string, { readonly serverRelativeURL: string }>> {
  if (response.kind !== 'text') throw new Error(`no text: ${response.kind} ${response.status}`);
  return JSON.parse(response.text);
}

const TIGERS = {
  metadata: { name: 'tigers.zoo.example.org' },
  spec: {
    group: 'zoo.example.org',
    names: { kind: 'Tiger', plural: 'tigers' },
    scope: 'Namespaced',
    versions: [
      {
        name: 'v1',
        served: true,
        storage: true,
        schema: {
          openAPIV3Schema: { type: 'object', properties: { spec: { type: 'object', properties: { stripes: { type: 'integer' } } } } },
        },
      },
    ],
  },
};

test('the index names a document of each group version, whose address holds as long as it is the same', async () => {
  const plane = await planeWithDocuments();
  const address = json(await get(plane, '/openapi/v3'))['paths']?.['apis/apps/v1']?.serverRelativeURL ?? '';
  expect(address).toMatch(/^\/openapi\/v3\/apis\/apps\/v1\?hash=[0-9A-F]{128}$/);
  const document = await get(plane, address);
  expect(document).toMatchObject({ status: 200, contentType: 'application/json', headers: { 'Cache-Control': 'public, immutable' } });
  expect(Object.keys(json(document)['components']?.['schemas'] ?? {})).toContain('io.k8s.api.apps.v1.Deployment');
  const etag = document.headers['ETag'] ?? '';
  expect(await get(plane, '/openapi/v3/apis/apps/v1', { ifNoneMatch: etag })).toMatchObject({ kind: 'empty', status: 304 });
  expect(await get(plane, '/openapi/v3/apis/apps/v1?hash=old')).toMatchObject({ status: 301, headers: { Location: address } });
  expect(await get(plane, '/openapi/v3/apis/none/v1')).toMatchObject({ status: 404 });
});

test('a definition adds a document with its schema and its paths, which goes with it', async () => {
  const plane = await planeWithDocuments();
  const definitions = '/apis/apiextensions.k8s.io/v1/customresourcedefinitions';
  expect((await plane.client.request({ method: 'POST', path: definitions, body: TIGERS })).status).toBe(201);
  const document = json(await get(plane, '/openapi/v3/apis/zoo.example.org/v1'));
  expect(document['components']?.['schemas']).toMatchObject({
    'org.example.zoo.v1.Tiger': { properties: { spec: { properties: { stripes: { type: 'integer' } } } } },
  });
  expect(Object.keys(document['paths'] ?? {}).toSorted()).toEqual([
    '/apis/zoo.example.org/v1/namespaces/{namespace}/tigers',
    '/apis/zoo.example.org/v1/namespaces/{namespace}/tigers/{name}',
    '/apis/zoo.example.org/v1/tigers',
  ]);
  expect(/ingress|networking/i.test(JSON.stringify(document['paths']))).toBe(false);
  await plane.client.request({ method: 'DELETE', path: `${definitions}/tigers.zoo.example.org` });
  await expect.poll(async () => (await get(plane, '/openapi/v3/apis/zoo.example.org/v1')).status).toBe(404);
});
