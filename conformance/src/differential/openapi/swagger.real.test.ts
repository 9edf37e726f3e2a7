// /openapi/v2 of both servers: the same documents in the same forms, with and without custom kinds.
import { setTimeout as sleep } from 'node:timers/promises';
import type { ApiClient, ApiResponse } from '@rectrace/testbed';
import { describeReal } from '@rectrace/testbed';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Sides } from '../sides.ts';
import { startSides } from '../sides.ts';

const PATH = '/openapi/v2';
const PROTOBUF = 'application/com.github.proto-openapi.spec.v2@v1.0+protobuf';
const DEFINITIONS = '/apis/apiextensions.k8s.io/v1/customresourcedefinitions';

type Schema = Readonly<Record<string, unknown>>;
type Document = { readonly definitions: Readonly<Record<string, Schema>>; readonly paths: Readonly<Record<string, object>> };

const text = { type: 'string' };
const properties: Schema = {
  spec: {
    type: 'object',
    description: 'What is wanted.',
    required: ['size', 'maybe'],
    properties: {
      size: { type: 'integer', format: 'int32', minimum: 0, maximum: 10, default: 1 },
      port: { 'x-kubernetes-int-or-string': true, anyOf: [{ type: 'integer' }, { type: 'string' }] },
      maybe: { ...text, nullable: true },
      free: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true, properties: { a: text } },
      resource: { type: 'object', 'x-kubernetes-embedded-resource': true, 'x-kubernetes-preserve-unknown-fields': true },
      whole: { type: 'object', 'x-kubernetes-embedded-resource': true, properties: { spec: { type: 'object' } } },
      map: { type: 'object', additionalProperties: text },
      nullables: { type: 'object', additionalProperties: { ...text, nullable: true } },
      list: {
        type: 'array',
        maxItems: 3,
        'x-kubernetes-list-type': 'map',
        'x-kubernetes-list-map-keys': ['name'],
        items: { type: 'object', required: ['name'], properties: { name: { ...text, enum: ['a', 'b'] }, 'on off': { type: 'boolean' } } },
      },
      choice: { type: 'object', oneOf: [{ required: ['a'] }, { required: ['b'] }], properties: { a: text, b: { type: 'number' } } },
      ruled: { type: 'object', 'x-kubernetes-validations': [{ rule: 'has(self.a)', message: 'a: "needed"' }], properties: { a: text } },
    },
  },
  status: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true },
};

function definition(
  plural: string,
  kind: string,
  more: { readonly spec?: object; readonly version?: object; readonly schema?: object },
): object {
  const schema = { openAPIV3Schema: { type: 'object', ...(more.schema ?? { properties }) } };
  const version = { name: 'v1', served: true, storage: true, schema, ...more.version };
  return {
    metadata: { name: `${plural}.zoo.example.org` },
    spec: { group: 'zoo.example.org', names: { kind, plural }, scope: 'Namespaced', versions: [version], ...more.spec },
  };
}

const CUSTOM: readonly object[] = [
  definition('tigers', 'Tiger', { version: { selectableFields: [{ jsonPath: '.spec.size' }] } }),
  definition('cages', 'Cage', {
    spec: { scope: 'Cluster' },
    version: { subresources: { status: {}, scale: { specReplicasPath: '.spec.size', statusReplicasPath: '.status.size' } } },
  }),
  definition('crates', 'Crate', { schema: { 'x-kubernetes-preserve-unknown-fields': true } }),
  definition('keepers', 'Keeper', {
    spec: {
      versions: [
        {
          name: 'v1',
          served: true,
          storage: true,
          schema: { openAPIV3Schema: { type: 'object', properties } },
          subresources: { status: {} },
        },
        { name: 'v1beta1', served: true, storage: false, schema: { openAPIV3Schema: { type: 'object' } } },
        { name: 'v1alpha1', served: false, storage: false, schema: { openAPIV3Schema: { type: 'object' } } },
      ],
    },
  }),
];

const NAMES = ['tigers', 'cages', 'crates', 'keepers'];

async function ask(api: ApiClient, headers: Readonly<Record<string, string>>): Promise<ApiResponse<string | Document>> {
  return (await api.request({ path: PATH, headers })) as ApiResponse<string | Document>;
}

async function documentOf(api: ApiClient, holds: (document: Document) => boolean, meanwhile?: () => Promise<void>): Promise<Document> {
  let last: string | Document = '';
  for (let tries = 0; tries < 60; tries++) {
    last = (await ask(api, {})).body;
    if (typeof last !== 'string' && holds(last)) return last;
    await meanwhile?.();
    await sleep(500);
  }
  const custom = typeof last === 'string' ? last : Object.keys(last.definitions).filter(isCustom).join(', ');
  throw new Error(`the document never came to hold what it should; of custom kinds it holds: ${custom}`);
}

/**
 * The real finalizer of definitions forgets one for good when its own first write of the status meets another's: any other write wakes it
 * (seen at 1.35: after a conflict it waits to be called again, and then passes over changes of the condition that it writes itself).
 */
async function touchDefinitions(api: ApiClient): Promise<void> {
  for (const name of NAMES) {
    const body = { metadata: { annotations: { touched: String(Date.now()) } } };
    await api.request({ method: 'PATCH', path: `${DEFINITIONS}/${name}.zoo.example.org`, body });
  }
}

/** Which paths custom kinds have, and which verbs; how ours are described is said in docs/reference/differences.md. */
function pathsOf({ paths }: Document): readonly string[] {
  const own = Object.entries(paths).filter(([path]) => isCustom(path) && !path.endsWith('/scale'));
  return own.map(([path, item]) => `${path}: ${Object.keys(item).toSorted().join(' ')}`).toSorted();
}

/** Of what is no JSON. */
function sizeOf(answer: ApiResponse<string | Document> | undefined): number {
  return String(answer?.body).length;
}

const isWhole = ({ definitions }: Document): boolean =>
  definitions['io.k8s.kube-aggregator.pkg.apis.apiregistration.v1.APIService'] !== undefined;
const isCustom = (name: string): boolean => /zoo.example/.test(name) || name.startsWith('org.example.zoo');

describeReal('/openapi/v2 as on the real server', () => {
  let sides: Sides | undefined;

  beforeAll(async () => {
    sides = await startSides(1);
  });
  afterAll(async () => {
    await sides?.stop();
  });

  function both(): readonly [ApiClient, ApiClient] {
    if (sides === undefined) throw new Error('no sides');
    return [sides.real, sides.ours];
  }

  test('the built-in kinds, as JSON and as protobuf', { timeout: 120_000 }, async () => {
    const [real, ours] = both();
    expect(await documentOf(ours, isWhole)).toEqual(await documentOf(real, isWhole));
    const [left, right] = await Promise.all([real, ours].map((api) => ask(api, { Accept: PROTOBUF })));
    expect(right?.headers['content-type']).toBe(left?.headers['content-type']);
    expect(sizeOf(right)).toBe(sizeOf(left));
    expect(right?.body === left?.body).toBe(true);
  });

  test.each([
    ['JSON', { Accept: 'application/json' }],
    ['anything', { Accept: '*/*' }],
    ['protobuf by its newer name', { Accept: 'application/com.github.proto-openapi.spec.v2.v1.0+protobuf' }],
    ['protobuf, else JSON', { Accept: `${PROTOBUF}, application/json;q=0.5` }],
    ['what is not there', { Accept: 'text/html' }],
  ])('asked for %s', async (_title, headers) => {
    const [left, right] = await Promise.all(both().map((api) => ask(api, headers)));
    const head = (answer: ApiResponse | undefined): object => ({
      status: answer?.status,
      type: answer?.headers['content-type'],
      vary: answer?.headers.vary,
      etag: answer?.headers.etag,
    });
    expect(head(right)).toEqual(head(left));
  });

  test('what a client has already is not sent again', async () => {
    for (const api of both()) {
      const { etag = '' } = (await ask(api, {})).headers;
      expect(etag).toMatch(/^"[0-9A-F]+"$/);
      expect(await ask(api, { 'If-None-Match': etag })).toMatchObject({ status: 304, body: '', headers: { etag } });
      expect(await ask(api, { 'If-None-Match': '"other"' })).toMatchObject({ status: 200 });
    }
  });

  test('custom kinds come with their definitions and go with them', { timeout: 120_000 }, async () => {
    const [real, ours] = both();
    for (const api of both()) for (const body of CUSTOM) await api.expect({ method: 'POST', path: DEFINITIONS, body });
    const holdsAll = (document: Document): boolean =>
      ['Tiger', 'Cage', 'Crate', 'Keeper'].every((kind) => document.definitions[`org.example.zoo.v1.${kind}`] !== undefined);
    const [left, right] = [await documentOf(real, holdsAll), await documentOf(ours, holdsAll)];
    const custom = (all: object): object => Object.fromEntries(Object.entries(all).filter(([name]) => isCustom(name)));
    expect(custom(right.definitions)).toEqual(custom(left.definitions));
    expect(pathsOf(right)).toEqual(pathsOf(left));
    for (const api of both()) {
      for (const name of NAMES) await api.expect({ method: 'DELETE', path: `${DEFINITIONS}/${name}.zoo.example.org` });
      const gone = await documentOf(
        api,
        (document) => !Object.keys(document.definitions).some(isCustom),
        () => touchDefinitions(api),
      );
      expect(Object.keys(gone.paths).some(isCustom)).toBe(false);
    }
  });
});
