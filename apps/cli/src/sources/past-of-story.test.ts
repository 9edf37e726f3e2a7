import type { KubeObject } from '@rectrace/kube';
import { refOf } from '@rectrace/kube';
import type { Change, Cycle } from '@rectrace/trace';
import { expect, test } from 'vitest';
import { bareStory } from '../testing/bare-story.ts';
import { toldFromBefore } from './past-of-story.ts';

const at = (minute: number): string => `2026-11-30T19:0${minute}:00Z`;

function template(image: string): object {
  return { metadata: { labels: { app: 'web' } }, spec: { containers: [{ name: 'web', image }] } };
}

function deployment(version: number, image: string, wrote: number): KubeObject {
  const managedFields = [{ manager: 'kubectl-set', operation: 'Update', time: at(wrote), fieldsV1: { 'f:spec': { 'f:template': {} } } }];
  const metadata = { name: 'web', namespace: 'plain', uid: 'web', resourceVersion: `${version}`, creationTimestamp: at(1), managedFields };
  const status = { observedGeneration: 2, replicas: 2, updatedReplicas: 1, readyReplicas: 1, availableReplicas: 1 };
  return {
    apiVersion: 'apps/v1',
    kind: 'Deployment',
    metadata: { ...metadata, generation: 2 },
    spec: { replicas: 1, template: template(image) },
    status,
  } as KubeObject;
}

function replicaSet(revision: number, { image, made }: { readonly image: string; readonly made: number }): KubeObject {
  const ownerReferences = [{ apiVersion: 'apps/v1', kind: 'Deployment', name: 'web', uid: 'web', controller: true }];
  const annotations = { 'deployment.kubernetes.io/revision': String(revision) };
  const metadata = { name: `web-${revision}`, namespace: 'plain', uid: `web-${revision}`, resourceVersion: `${revision}` };
  return {
    apiVersion: 'apps/v1',
    kind: 'ReplicaSet',
    metadata: { ...metadata, creationTimestamp: at(made), annotations, ownerReferences },
    spec: { replicas: 1, template: template(image) },
  } as KubeObject;
}

function change(body: KubeObject, { type, minute }: { readonly type: Change['type']; readonly minute: number }): Change {
  const { uid = '', resourceVersion = '' } = body.metadata;
  const time = Date.parse(at(minute));
  const position = { epoch: 0, version: resourceVersion, offset: 0 };
  const rest = { diff: [], certainty: 'observed' as const, receivedAt: time };
  return { kind: 'change', id: `0/${uid}/${resourceVersion}`, type, ref: refOf(body), resourceVersion, position, time, body, ...rest };
}

const FOUND = deployment(20, 'app:2', 3);
const NOW = deployment(30, 'app:3', 7);
const FOUND_AT_FIRST = [
  change(replicaSet(1, { image: 'app:1', made: 1 }), { type: 'Present', minute: 5 }),
  change(replicaSet(2, { image: 'app:2', made: 3 }), { type: 'Present', minute: 5 }),
  change(FOUND, { type: 'Present', minute: 5 }),
];
const UNDER_WAY: Cycle = {
  kind: 'cycle',
  number: 1,
  root: refOf(FOUND),
  state: 'open',
  start: { time: Date.parse(at(5)), position: { epoch: 0, version: '20', offset: 0 } },
  cause: { kind: 'inProgress', change: '0/web/20', ref: refOf(FOUND), initiators: [], detail: { kind: 'inProgress' } },
  requests: [],
};

test('the cycle that was under way has the cause that the objects showed when they were found, not the one they show now', () => {
  const changes = [...FOUND_AT_FIRST, change(NOW, { type: 'Update', minute: 7 })];
  const bare = bareStory({ changes, now: Date.parse(at(8)), cycles: [UNDER_WAY], bodyOf: () => NOW });
  const story = toldFromBefore(bare, { judge: undefined });
  const [told] = story.cycles;
  expect(told).toMatchObject({ number: 1, reconstructed: true, cause: { kind: 'generation', writer: 'kubectl-set' } });
  expect(told?.start.time).toBe(Date.parse(at(3)));
  expect(JSON.stringify(told?.cause.detail)).toContain('app:2');
  expect(JSON.stringify(told?.cause.detail)).not.toContain('app:3');
  expect(story.changes.map(({ id }) => id)).toContain(told?.cause.change);
});

test('it has it still when the root was made again under its name', () => {
  const again = { ...NOW, metadata: { ...NOW.metadata, uid: 'again', resourceVersion: '40', creationTimestamp: at(7) } };
  const gone = { ...change(FOUND, { type: 'Deletion', minute: 6 }), id: '0/web/deleted' };
  const changes = [...FOUND_AT_FIRST, gone, change(again, { type: 'Creation', minute: 7 })];
  const bare = bareStory({ changes, now: Date.parse(at(8)), cycles: [UNDER_WAY], bodyOf: () => again });
  const story = toldFromBefore({ ...bare, ref: refOf(again) }, { judge: undefined });
  expect(story.cycles[0]).toMatchObject({ reconstructed: true, cause: { kind: 'generation', writer: 'kubectl-set' } });
  expect(story.unrecorded?.[0]).toMatchObject({ to: Date.parse(at(5)), told: 'reconstructed' });
});
