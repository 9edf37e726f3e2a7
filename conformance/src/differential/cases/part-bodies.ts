// A custom resource with every way of merging in it, and how cases establish it.
import type { Subject } from '../subject.ts';
import type { DefinitionPlan } from './definition-bodies.ts';
import { answers, establish, groupFor } from './definition-bodies.ts';

const SPEC_SCHEMA = {
  type: 'object',
  properties: {
    replicas: { type: 'integer' },
    text: { type: 'string' },
    port: { 'x-kubernetes-int-or-string': true },
    plain: { type: 'array', items: { type: 'string' } },
    set: { type: 'array', items: { type: 'string' }, 'x-kubernetes-list-type': 'set' },
    numbers: { type: 'array', items: { type: 'integer' }, 'x-kubernetes-list-type': 'set' },
    parts: {
      type: 'array',
      'x-kubernetes-list-type': 'map',
      'x-kubernetes-list-map-keys': ['name', 'kind'],
      items: {
        type: 'object',
        required: ['name'],
        properties: {
          name: { type: 'string' },
          kind: { type: 'string', default: 'main' },
          size: { type: 'integer' },
          tags: { type: 'object', additionalProperties: { type: 'string' } },
        },
      },
    },
    whole: { type: 'object', 'x-kubernetes-map-type': 'atomic', properties: { a: { type: 'string' }, b: { type: 'string' } } },
    map: { type: 'object', additionalProperties: { type: 'string' } },
    free: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true },
    standard: { type: 'string', default: 'given' },
  },
};

const SCHEMA = {
  openAPIV3Schema: {
    type: 'object',
    properties: { spec: SPEC_SCHEMA, status: { type: 'object', properties: { replicas: { type: 'integer' }, phase: { type: 'string' } } } },
  },
};

const SUBRESOURCES = { status: {}, scale: { specReplicasPath: '.spec.replicas', statusReplicasPath: '.status.replicas' } };

/** Returns the path of the collection. */
export async function establishParts(subject: Subject, namespace: string, versions: DefinitionPlan['versions'] = [{}]): Promise<string> {
  const group = groupFor(namespace);
  await establish(subject, { group, versions: versions.map((version) => ({ schema: SCHEMA, subresources: SUBRESOURCES, ...version })) });
  const path = `/apis/${group}/v1/namespaces/${namespace}/widgets`;
  await answers(subject, { path, status: 200 });
  return path;
}
