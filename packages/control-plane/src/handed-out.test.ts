import type { Clock, Json, JsonObject } from '@rectrace/kube';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { ControlPlane } from './control-plane.ts';
import { createControlPlane } from './control-plane.ts';
import type { ClientRequest } from './in-process-client.ts';
import { walkFrom } from './storage/ordered-map.ts';

const clock: Clock = { now: () => Date.UTC(2026, 0, 1), after: () => new Promise(() => undefined) };
const CORE = '/api/v1/namespaces/default';
const WIDGETS = '/apis/shop.example.org/v1/namespaces/default/widgets';
const DEFINITION = {
  metadata: { name: 'widgets.shop.example.org' },
  spec: {
    group: 'shop.example.org',
    names: { kind: 'Widget', plural: 'widgets' },
    scope: 'Namespaced',
    versions: ['v1', 'v2'].map((name) => ({
      name,
      served: true,
      storage: name === 'v1',
      schema: { openAPIV3Schema: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true } },
    })),
  },
};

const leaf = fc.oneof(fc.string(), fc.integer(), fc.boolean(), fc.dictionary(fc.string({ minLength: 1 }), fc.string(), { maxKeys: 3 }));
const labels = fc.dictionary(fc.constantFrom('a', 'b', 'c'), fc.constantFrom('x', 'y'), { maxKeys: 3 });
const name = fc.constantFrom('one', 'two', 'three');

/** Kinds whose values are read in different ways: plain ones, free-form ones, custom ones. */
const object: fc.Arbitrary<{ readonly path: string; readonly body: JsonObject }> = fc.oneof(
  fc.record({ name, labels, data: fc.dictionary(fc.constantFrom('k', 'l'), fc.string()) }).map(({ name: own, labels: given, data }) => ({
    path: `${CORE}/configmaps`,
    body: { metadata: { name: own, labels: given }, data },
  })),
  fc.record({ name, labels, port: fc.integer({ min: 1, max: 65_535 }) }).map(({ name: own, labels: given, port }) => ({
    path: `${CORE}/services`,
    body: { metadata: { name: own, labels: given }, spec: { ports: [{ port }], selector: given } },
  })),
  fc.record({ name, free: fc.array(leaf, { maxLength: 3 }) }).map(({ name: own, free }) => ({
    path: '/apis/apps/v1/namespaces/default/controllerrevisions',
    body: { metadata: { name: own }, revision: 1, data: { apiVersion: 'v1', kind: 'Any', free } },
  })),
  fc.record({ name, free: fc.array(leaf, { maxLength: 3 }) }).map(({ name: own, free }) => ({
    path: WIDGETS,
    body: { apiVersion: 'shop.example.org/v1', kind: 'Widget', metadata: { name: own }, spec: { free } },
  })),
);

type Step = {
  readonly verb: 'create' | 'patch' | 'get' | 'list' | 'delete';
  readonly target: { readonly path: string; readonly body: JsonObject };
};
const step: fc.Arbitrary<Step> = fc.record({ verb: fc.constantFrom('create', 'create', 'patch', 'get', 'list', 'delete'), target: object });

function requestOf({ verb, target: { path, body } }: Step): ClientRequest {
  const one = `${path}/${String((body['metadata'] as JsonObject)['name'])}`;
  switch (verb) {
    case 'create':
      return { method: 'POST', path, body };
    case 'patch':
      return { method: 'PATCH', path: one, body: { ...body, metadata: { labels: { touched: 'yes' } } } };
    case 'get':
      return { path: one };
    case 'list':
      return { path: path === WIDGETS ? path.replace('/v1/', '/v2/') : path };
    case 'delete':
      return { method: 'DELETE', path: one };
  }
}

/** Changes everything that lets itself be changed. */
function spoil(value: Json | undefined): void {
  if (typeof value !== 'object' || value === null) return;
  for (const item of Object.values(value)) spoil(item);
  Reflect.set(value, 'spoilt', true);
  for (const key of Object.keys(value)) Reflect.set(value, key, 'spoilt');
}

function held({ store }: ControlPlane): string {
  return JSON.stringify(
    store.resources().map((resource) => {
      const objects: JsonObject[] = [];
      const snapshot = store.snapshot(resource);
      if (snapshot.kind === 'snapshot') walkFrom(snapshot.objects, undefined, (_key, stored) => objects.push(stored.object) > 0);
      return objects;
    }),
  );
}

test('whatever is changed of what requests handed out, or of what they sent, changes nothing that anybody sees later', async () => {
  const base = await createControlPlane({ clock, seed: 1 });
  await base.client.request({ method: 'POST', path: '/apis/apiextensions.k8s.io/v1/customresourcedefinitions', body: DEFINITION });
  await expect.poll(async () => (await base.client.request({ path: WIDGETS })).status).toBe(200);
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 12 }), async (steps) => {
      const plane = base.fork(2);
      for (const one of steps) {
        const request = structuredClone(requestOf(one));
        const { body } = await plane.client.request(request);
        const [before, read] = [held(plane), await plane.client.request(requestOf({ ...one, verb: 'list' }))];
        const shown = JSON.stringify(read.body);
        spoil(body);
        spoil(request.body);
        spoil(read.body);
        expect(held(plane)).toBe(before);
        expect(JSON.stringify((await plane.client.request(requestOf({ ...one, verb: 'list' }))).body)).toBe(shown);
      }
    }),
    { numRuns: 60 },
  );
});
