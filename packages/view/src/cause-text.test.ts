import type { KubeObject } from '@rectrace/kube';
import type { CauseKind, CycleDetail } from '@rectrace/trace';
import { builtinRules, objectStates, Recorder, reconstruct } from '@rectrace/trace';
import { describe, expect, test } from 'vitest';
import { causeText, requestText } from './cause-text.ts';
import { sampleRef } from './testing/sample-objects.ts';

const ROOT = sampleRef('Deployment', 'web');
const POD = sampleRef('Pod', 'web-0');
const image = (path: readonly string[], before: string, after: string) => ({ path: ['spec', 'template', ...path, 'image'], before, after });

const LONG = 'a'.repeat(60);
const FIELDS = [
  { path: ['spec', 'a'], after: 1 },
  { path: ['spec', 'b'], before: 1 },
  { path: ['spec', 'replicas'], before: 2, after: 3 },
  { path: ['spec', 'paused'], after: true },
];

const ROWS: readonly (readonly [CauseKind, CycleDetail, string])[] = [
  ['created', { kind: 'created' }, 'Deployment/plain/web created by kubectl'],
  ['inProgress', { kind: 'inProgress' }, 'Deployment/plain/web was already in progress'],
  ['generation', { kind: 'generation', from: 3, to: 4 }, 'generation 3→4 by kubectl'],
  ['generation', { kind: 'generation', to: 2n ** 60n }, 'generation ?→1152921504606846976 by kubectl'],
  ['generation', { kind: 'template', diff: [] }, 'new pod template by kubectl'],
  ['generation', { kind: 'template', diff: [image(['containers', 'name=web'], 'app:1', 'app:2')] }, 'image of web app:1→app:2 by kubectl'],
  ['generation', { kind: 'template', diff: [{ path: ['spec', 'a'], after: 1 }] }, '+a 1 by kubectl'],
  ['generation', { kind: 'template', diff: FIELDS, more: 4 }, '+a 1, -b 1, replicas 2→3, 5 more by kubectl'],
  [
    'generation',
    { kind: 'generation', from: 3, to: 4, diff: [image(['containers', 'name=web'], 'app:1', 'app:2')] },
    'image of web app:1→app:2 by kubectl',
  ],
  ['generation', { kind: 'generation', from: 3, to: 4, diff: FIELDS }, '+a 1, -b 1, replicas 2→3, 1 more by kubectl'],
  ['generation', { kind: 'generation', diff: [{ path: ['spec', 'a'], before: `${LONG}b`, after: `${LONG}c` }] }, 'a changed by kubectl'],
  ['generation', { kind: 'generation', diff: [{ path: ['spec', 'a'], before: LONG, after: LONG }] }, 'spec.a changed by kubectl'],
  ['generation', { kind: 'specChanged' }, 'spec changed by kubectl'],
  ['deletion', { kind: 'deletionAsked' }, 'deletion of Deployment/plain/web by kubectl'],
  ['deletion', { kind: 'deleting' }, 'Deployment/plain/web is being deleted'],
  ['deletion', { kind: 'deleted' }, 'Deployment/plain/web deleted'],
  ['expression', { kind: 'leftTerminal' }, 'Deployment/plain/web is no longer in its terminal state'],
  ['generation', { kind: 'told', text: 'generation 1→2 by somebody' }, 'generation 1→2 by somebody'],
  ['unprompted', { kind: 'hidden' }, 'an object that you may not get'],
];

test.each(ROWS.map(([kind, detail, text]) => ({ kind, detail, text })))('$kind: $text', ({ kind, detail, text }) => {
  expect(causeText({ kind, detail, change: 'c', ref: ROOT, writer: 'kubectl', initiators: [] })).toBe(text);
});

test('a member is named with its generation', () => {
  const cause = { kind: 'unprompted', change: 'c', ref: POD, initiators: [] } as const;
  expect(causeText({ ...cause, detail: { kind: 'generation', from: 1, to: 2 } })).toBe('Pod/plain/web-0 generation 1→2');
  expect(causeText({ ...cause, detail: { kind: 'incomplete' } })).toBe('Pod/plain/web-0 is no longer complete');
});

describe('the same change, seen and reconstructed', () => {
  const at = (clock: string): string => `2026-11-30T${clock}Z`;
  const scope = { group: 'apps', resource: 'deployments', namespace: 'plain' };
  const template = (image: string, limit: string) => ({
    metadata: { labels: { app: 'web' } },
    spec: { containers: [{ name: 'web', image, resources: { limits: { memory: limit } } }] },
  });

  function deployment(
    revision: string,
    { generation, ...pod }: { readonly generation: number; readonly image: string; readonly limit: string },
  ): KubeObject {
    const managedFields = [
      {
        manager: 'kubectl-create',
        operation: 'Update',
        apiVersion: 'apps/v1',
        time: at('10:00:00'),
        fieldsV1: { 'f:spec': { 'f:template': {} } },
      },
      ...(generation === 1
        ? []
        : [
            {
              manager: 'kubectl-set',
              operation: 'Update',
              apiVersion: 'apps/v1',
              time: at('11:00:00'),
              fieldsV1: { 'f:spec': { 'f:template': { 'f:spec': {} } } },
            },
          ]),
    ] as const;
    const metadata = {
      name: 'web',
      namespace: 'plain',
      uid: 'd',
      resourceVersion: revision,
      generation,
      creationTimestamp: at('10:00:00'),
      managedFields,
    };
    return { apiVersion: 'apps/v1', kind: 'Deployment', metadata, spec: { replicas: 1, template: template(pod.image, pod.limit) } };
  }

  function replicaSet(revision: number, clock: string, { image, limit }: { readonly image: string; readonly limit: string }): KubeObject {
    const metadata = {
      name: `web-${revision}`,
      namespace: 'plain',
      uid: `r${revision}`,
      creationTimestamp: at(clock),
      annotations: { 'deployment.kubernetes.io/revision': String(revision) },
      ownerReferences: [{ apiVersion: 'apps/v1', kind: 'Deployment', name: 'web', uid: 'd', controller: true }],
    };
    return { apiVersion: 'apps/v1', kind: 'ReplicaSet', metadata, spec: { replicas: 1, template: template(image, limit) } };
  }

  test.each([
    ['a new image', { image: 'app:2', limit: '1Gi' }, 'image of web app:1→app:2 by kubectl-set'],
    ['a field of the template', { image: 'app:1', limit: '2Gi' }, 'resources.limits.memory 1Gi→2Gi (web) by kubectl-set'],
    ['both', { image: 'app:2', limit: '2Gi' }, 'image of web app:1→app:2, resources.limits.memory 1Gi→2Gi (web) by kubectl-set'],
  ])('%s is told in the same words', (_name, next, words) => {
    const first = { image: 'app:1', limit: '1Gi' };
    const rules = builtinRules();
    const recorder = new Recorder({ rules, redact: (object) => object });
    recorder.addRoot({ id: 'root', group: 'apps', objectKind: 'Deployment', namespace: 'plain', name: 'web' });
    const told = [deployment('1', { generation: 1, ...first }), deployment('2', { generation: 2, ...next })];
    for (const [index, object] of told.entries())
      recorder.record({ kind: 'Observed', type: index === 0 ? 'Added' : 'Modified', scope, object, by: 'watch', receivedAt: index });
    recorder.finish();
    const [cycle] = recorder.view('root')?.cycles ?? [];
    expect(cycle?.requests.map((request) => requestText(request, cycle))).toEqual([words]);
    const members = [replicaSet(1, '10:00:00', first), replicaSet(2, '11:00:00', next)];
    const { cycles } = reconstruct({ root: deployment('2', { generation: 2, ...next }), members, events: [], states: objectStates(rules) });
    expect(cycles.map(({ cause }) => causeText(cause))[1]).toBe(words);
  });
});

test('a request is about the root of its cycle', () => {
  const request = { kind: 'deletion', change: 'c', time: 0, detail: { kind: 'deletionAsked' } } as const;
  expect(requestText(request, { root: ROOT })).toBe('deletion of Deployment/plain/web');
});
