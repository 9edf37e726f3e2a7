import { BinaryReader } from '@bufbuild/protobuf/wire';
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

function get(
  { api }: ControlPlane,
  path: string,
  headers: { readonly ifNoneMatch?: string; readonly accept?: string } = {},
): Promise<ApiResponse> {
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

/** The texts of fields by their numbers, down one path of fields in a message: [9, 1, 1] for the names of all definitions. */
function textsAt(message: Uint8Array, [number, ...below]: readonly number[]): readonly string[] {
  const reader = new BinaryReader(message);
  const found: Uint8Array[] = [];
  while (reader.pos < reader.len) {
    const [field, type] = reader.tag();
    if (field === number) found.push(reader.bytes());
    else reader.skip(type);
  }
  return below.length === 0 ? found.map((bytes) => new TextDecoder().decode(bytes)) : found.flatMap((bytes) => textsAt(bytes, below));
}

const PROTOBUF = 'application/com.github.proto-openapi.spec.v2@v1.0+protobuf';
const DEFINITION_NAMES = [9, 1, 1];

test('version 2 is one document of all kinds, as JSON and as protobuf, and is not sent again to who has it', async () => {
  const plane = await planeWithDocuments();
  const response = await get(plane, '/openapi/v2');
  const document = json(response);
  expect(document).toMatchObject({ swagger: '2.0', definitions: { 'io.k8s.api.apps.v1.Deployment': { type: 'object' } } });
  const binary = await get(plane, '/openapi/v2', { accept: PROTOBUF });
  if (binary.kind !== 'binary') throw new Error(`no bytes: ${binary.kind}`);
  expect(binary).toMatchObject({ status: 200, contentType: PROTOBUF.replace('@', '.'), headers: response.headers });
  expect(textsAt(binary.bytes, [1])).toEqual(['2.0']);
  expect(textsAt(binary.bytes, DEFINITION_NAMES)).toEqual(Object.keys(document['definitions'] ?? {}));
  const { ETag: ifNoneMatch = '' } = response.headers;
  expect(await get(plane, '/openapi/v2', { ifNoneMatch })).toMatchObject({ kind: 'empty', status: 304 });
  expect(await get(plane, '/openapi/v2', { accept: 'text/html' })).toMatchObject({ kind: 'empty', status: 406 });
});

test('version 2 has what definitions add as long as they are there, without what it cannot say', async () => {
  const plane = await planeWithDocuments();
  const before = (await get(plane, '/openapi/v2')).headers['ETag'];
  const definitions = '/apis/apiextensions.k8s.io/v1/customresourcedefinitions';
  expect((await plane.client.request({ method: 'POST', path: definitions, body: TIGERS })).status).toBe(201);
  const response = await get(plane, '/openapi/v2');
  expect(response.headers['ETag']).not.toBe(before);
  const document = json(response);
  expect(document['definitions']?.['org.example.zoo.v1.Tiger']).toEqual({
    type: 'object',
    properties: {
      apiVersion: expect.anything(),
      kind: expect.anything(),
      metadata: { $ref: '#/definitions/io.k8s.apimachinery.pkg.apis.meta.v1.ObjectMeta', description: expect.any(String) },
      spec: { type: 'object', properties: { stripes: { type: 'integer' } } },
    },
    'x-kubernetes-group-version-kind': [{ group: 'zoo.example.org', kind: 'Tiger', version: 'v1' }],
  });
  const paths = Object.entries(document['paths'] ?? {}).filter(([path]) => path.includes('zoo'));
  expect(paths.map(([path]) => path)).toEqual([
    '/apis/zoo.example.org/v1/namespaces/{namespace}/tigers',
    '/apis/zoo.example.org/v1/namespaces/{namespace}/tigers/{name}',
    '/apis/zoo.example.org/v1/tigers',
  ]);
  expect(/ingress|networking|protobuf/i.test(JSON.stringify(paths))).toBe(false);
  await plane.client.request({ method: 'DELETE', path: `${definitions}/tigers.zoo.example.org` });
  await expect.poll(async () => (await get(plane, '/openapi/v2')).headers['ETag']).toBe(before);
});
