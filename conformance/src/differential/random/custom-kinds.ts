// A custom kind, with what a schema has to judge.
import type { ApiClient } from '@rectrace/testbed';
import { waitFor } from '@rectrace/testbed';
import type { RandomKind } from './random-kind.ts';

const GROUP = 'random.example.com';

const SPEC_SCHEMA = {
  type: 'object',
  required: ['size'],
  properties: {
    size: { type: 'integer', minimum: 0, maximum: 10 },
    mode: { type: 'string', enum: ['a', 'b'], default: 'a' },
    replicas: { type: 'integer', default: 1 },
    parts: {
      type: 'array',
      'x-kubernetes-list-type': 'map',
      'x-kubernetes-list-map-keys': ['name'],
      items: {
        type: 'object',
        required: ['name'],
        properties: { name: { type: 'string', maxLength: 10 }, port: { 'x-kubernetes-int-or-string': true } },
      },
    },
    free: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true },
    fixed: { type: 'string', 'x-kubernetes-validations': [{ rule: 'self == oldSelf', message: 'fixed does not change' }] },
  },
};

const DEFINITION = {
  apiVersion: 'apiextensions.k8s.io/v1',
  kind: 'CustomResourceDefinition',
  metadata: { name: `things.${GROUP}` },
  spec: {
    group: GROUP,
    scope: 'Namespaced',
    names: { plural: 'things', singular: 'thing', kind: 'Thing', listKind: 'ThingList' },
    versions: [
      {
        name: 'v1',
        served: true,
        storage: true,
        schema: {
          openAPIV3Schema: {
            type: 'object',
            properties: {
              spec: SPEC_SCHEMA,
              status: { type: 'object', properties: { phase: { type: 'string' }, replicas: { type: 'integer' } } },
            },
          },
        },
        subresources: { status: {}, scale: { specReplicasPath: '.spec.replicas', statusReplicasPath: '.status.replicas' } },
      },
    ],
  },
};

/** Established on the server when this resolves. */
export async function defineCustomKinds(api: ApiClient): Promise<void> {
  await api.request({ method: 'POST', path: '/apis/apiextensions.k8s.io/v1/customresourcedefinitions', body: DEFINITION });
  const served = async (): Promise<boolean> => (await api.request({ path: `/apis/${GROUP}/v1/namespaces/default/things` })).status === 200;
  await waitFor(served, { timeoutMs: 30_000, what: 'the custom kind' });
}

export const CUSTOM_KINDS: readonly RandomKind[] = [
  {
    title: 'things',
    api: `/apis/${GROUP}/v1`,
    plural: 'things',
    kind: 'Thing',
    namespaced: true,
    custom: true,
    scales: true,
    body: (chance) => ({
      spec: {
        size: chance.below(12),
        ...(chance.happens(0.5) ? { mode: chance.pick(['a', 'b']) } : {}),
        ...(chance.happens(0.5) ? { parts: [{ name: 'x', port: chance.pick([80, 'http']) }, { name: 'y' }] } : {}),
        ...(chance.happens(0.3) ? { free: { any: { thing: 1 } } } : {}),
        ...(chance.happens(0.3) ? { fixed: chance.pick(['f', 'g']) } : {}),
      },
    }),
    status: (chance) => ({ phase: chance.pick(['Ready', 'Waiting']), replicas: chance.below(3) }),
  },
];
