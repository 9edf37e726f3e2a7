import type { KubeObject } from '@rectrace/kube';
import { expect, test } from 'vitest';
import { builtinRules } from '../rules/builtin-rules.ts';
import { objectStates } from '../states/object-states.ts';
import type { Reconstruction } from './reconstruct.ts';
import { reconstruct as reconstructFrom } from './reconstruct.ts';
import type { Remains } from './remains.ts';

const STATES = objectStates(builtinRules());
const reconstruct = (remains: Omit<Remains, 'states'>): Reconstruction => reconstructFrom({ ...remains, states: STATES });

const SECOND = '2026-11-30T12:00:00Z';
const LATER = '2026-11-30T12:00:01Z';
const controlled = (kind: string, name: string) => [{ apiVersion: 'apps/v1', kind, name, uid: name, controller: true }];
const template = (image: string) => ({ metadata: { labels: { app: 'web' } }, spec: { containers: [{ name: 'web', image }] } });

function object(
  kind: string,
  name: string,
  { metadata = {}, ...rest }: { readonly metadata?: object; readonly [field: string]: unknown },
): KubeObject {
  const apiVersion = kind === 'Pod' || kind === 'Event' ? 'v1' : 'apps/v1';
  return { apiVersion, kind, metadata: { name, namespace: 'shop', uid: name, ...metadata }, ...rest } as KubeObject;
}

const written = (manager: string, subresource = '') => ({
  manager,
  operation: 'Update',
  apiVersion: 'v1',
  time: SECOND,
  subresource,
  fieldsV1: {},
});

function replicaSet(name: string, revision: number, { created = SECOND, managers = [] as object[] } = {}): KubeObject {
  const metadata = { creationTimestamp: created, ownerReferences: controlled('Deployment', 'web'), managedFields: managers };
  const annotations = { 'deployment.kubernetes.io/revision': String(revision) };
  return object('ReplicaSet', name, { metadata: { ...metadata, annotations }, spec: { template: template(`app:${revision}`) } });
}

function pod(name: string, version: number): KubeObject {
  const conditions = [{ type: 'Ready', status: 'True', lastTransitionTime: SECOND }];
  const managedFields = [written('kubelet', 'status')];
  const metadata = {
    creationTimestamp: SECOND,
    resourceVersion: String(version),
    ownerReferences: controlled('ReplicaSet', 'new'),
    managedFields,
  };
  return object('Pod', name, { metadata, status: { conditions } });
}

function event(
  version: number,
  about: string,
  { reason, message, at = SECOND }: { readonly reason: string; readonly message: string; readonly at?: string },
): KubeObject {
  const [kind = '', name = ''] = about.split('/');
  const involvedObject = { kind, namespace: 'shop', name, uid: name };
  return object('Event', `e${version}`, {
    metadata: { resourceVersion: String(version) },
    involvedObject,
    reason,
    message,
    type: 'Normal',
    lastTimestamp: at,
  });
}

const ROOT = object('Deployment', 'web', {
  metadata: { creationTimestamp: '2026-11-30T11:00:00Z', generation: 2 },
  status: { conditions: [{ type: 'Available', status: 'True', lastTransitionTime: SECOND }] },
});
const OLD = replicaSet('old', 1, { created: '2026-11-30T11:00:00Z', managers: [written('kube-controller-manager')] });
const NEW = replicaSet('new', 2);

function linesOf(members: readonly KubeObject[], events: readonly KubeObject[]): readonly string[] {
  const { changes } = reconstruct({ root: ROOT, members, events });
  return changes
    .filter(({ time }) => time >= Date.parse(SECOND))
    .map(
      ({ type, ref, event: told, diff }) => `${ref.kind}/${ref.name} ${told?.message ?? (diff.length > 0 ? diff[0]?.path.at(-2) : type)}`,
    );
}

test('a rollout within one second: its template, its ReplicaSet, then pods and scalings as their versions and causes have it', () => {
  const events = [
    event(20, 'Deployment/web', { reason: 'ScalingReplicaSet', message: 'Scaled up replica set new from 0 to 1' }),
    event(22, 'ReplicaSet/new', { reason: 'SuccessfulCreate', message: 'Created pod: new-a' }),
    event(24, 'Pod/new-a', { reason: 'Scheduled', message: 'Successfully assigned', at: '2026-11-30T12:00:00.500Z' }),
    event(30, 'Deployment/web', { reason: 'ScalingReplicaSet', message: 'Scaled down replica set old from 1 to 0' }),
  ];
  expect(linesOf([pod('new-a', 26), NEW, OLD], events)).toEqual([
    'Deployment/web name=web',
    'ReplicaSet/new Creation',
    'Deployment/web Scaled up replica set new from 0 to 1',
    'Pod/new-a Creation',
    'ReplicaSet/new Created pod: new-a',
    'Pod/new-a Successfully assigned',
    'Pod/new-a type=Ready',
    'ReplicaSet/old Update',
    'Deployment/web Scaled down replica set old from 1 to 0',
    'Deployment/web type=Available',
  ]);
});

test('causes come first whatever versions of another storage say', () => {
  const events = [
    event(1, 'Pod/new-a', { reason: 'Started', message: 'Started container' }),
    event(2, 'ReplicaSet/new', { reason: 'SuccessfulCreate', message: 'Created pod: new-a' }),
    event(3, 'ReplicaSet/new', { reason: 'SuccessfulCreate', message: 'Created pod: gone-b' }),
    event(4, 'Pod/gone-b', { reason: 'Started', message: 'Started container of b' }),
  ];
  const lines = linesOf([pod('new-a', 9_000), NEW, OLD], events);
  const at = (line: string): number => lines.indexOf(line);
  expect(at('Deployment/web name=web')).toBeLessThan(at('ReplicaSet/new Creation'));
  expect(at('ReplicaSet/new Creation')).toBeLessThan(at('Pod/new-a Creation'));
  expect(at('Pod/new-a Creation')).toBeLessThan(at('Pod/new-a Started container'));
  expect(at('Pod/new-a Started container')).toBeLessThan(at('Pod/new-a type=Ready'));
  expect(at('ReplicaSet/new Created pod: gone-b')).toBeLessThan(at('Pod/gone-b Started container of b'));
  expect(at('Pod/new-a type=Ready')).toBeLessThan(at('Deployment/web type=Available'));
});

test('the end of a cycle stands behind all of its second, before the next start', () => {
  const events = [event(40, 'Deployment/web', { reason: 'ScalingReplicaSet', message: 'Scaled down replica set old from 1 to 0' })];
  const next = replicaSet('newer', 3, { created: LATER });
  const { changes, cycles } = reconstruct({ root: ROOT, members: [pod('new-a', 26), NEW, OLD, next], events });
  const last = changes.findLast(({ time }) => time < Date.parse(LATER));
  expect(cycles[1]?.end?.position).toEqual(last?.position);
  expect(cycles[1]?.end?.position.offset).toBeLessThan(cycles[2]?.start.position.offset ?? 0);
});

test('thousands of pods made in one second are put in order at no quadratic price', { timeout: 5_000 }, () => {
  const pods = Array.from({ length: 3_000 }, (_, index) => pod(`new-${index}`, 10_000 + index));
  const events = pods.map(({ metadata }, index) =>
    event(100 + index, 'ReplicaSet/new', { reason: 'SuccessfulCreate', message: `Created pod: ${metadata.name}` }),
  );
  const lines = linesOf([...pods, NEW, OLD], events);
  expect(lines.slice(0, 4)).toEqual([
    'Deployment/web name=web',
    'ReplicaSet/new Creation',
    'Pod/new-0 Creation',
    'ReplicaSet/new Created pod: new-0',
  ]);
});

test('what the scheduler and the kubelet say of a pod within one second stands in the order of its stages, not of its versions', () => {
  const events = [
    event(10, 'Pod/new-a', { reason: 'BackOff', message: 'Back-off pulling image "app:2"' }),
    event(11, 'Pod/new-a', { reason: 'Failed', message: 'Error: ImagePullBackOff' }),
    event(12, 'Pod/new-a', { reason: 'Failed', message: 'Failed to pull image "app:2": not found' }),
    event(13, 'Pod/new-a', { reason: 'Failed', message: 'Error: ErrImagePull' }),
    event(14, 'Pod/new-a', { reason: 'Pulling', message: 'Pulling image "app:2"' }),
    event(15, 'Pod/new-a', { reason: 'Scheduled', message: 'Successfully assigned' }),
    event(16, 'Pod/new-a', { reason: 'FailedScheduling', message: '0/1 nodes are available' }),
  ];
  const lines = linesOf([pod('new-a', 26), NEW, OLD], events);
  expect(lines.filter((line) => line.startsWith('Pod/')).map((line) => line.replace('Pod/new-a ', ''))).toEqual([
    'Creation',
    '0/1 nodes are available',
    'Successfully assigned',
    'Pulling image "app:2"',
    'Failed to pull image "app:2": not found',
    'Error: ErrImagePull',
    'Back-off pulling image "app:2"',
    'Error: ImagePullBackOff',
    'type=Ready',
  ]);
});

test('a container that fails as soon as it has started is backed off after that, as the versions have it', () => {
  const events = [
    event(10, 'Pod/new-a', { reason: 'Started', message: 'Started container' }),
    event(11, 'Pod/new-a', { reason: 'Created', message: 'Created container' }),
    event(12, 'Pod/new-a', { reason: 'BackOff', message: 'Back-off restarting failed container web' }),
  ];
  const lines = linesOf([pod('new-a', 26), NEW, OLD], events);
  expect(lines.filter((line) => line.includes('container'))).toEqual([
    'Pod/new-a Created container',
    'Pod/new-a Started container',
    'Pod/new-a Back-off restarting failed container web',
  ]);
});

test('a claim is made, provisioned, has its volume and is bound, before the pod that it is made for says so', () => {
  const claim: KubeObject = {
    apiVersion: 'v1',
    kind: 'PersistentVolumeClaim',
    metadata: {
      name: 'data-web-0',
      namespace: 'shop',
      uid: 'data-web-0',
      resourceVersion: '30',
      creationTimestamp: SECOND,
      managedFields: [written('kube-scheduler'), written('kube-controller-manager', 'status')],
    },
  } as KubeObject;
  const volume: KubeObject = {
    apiVersion: 'v1',
    kind: 'PersistentVolume',
    metadata: {
      name: 'pvc-1',
      uid: 'pvc-1',
      resourceVersion: '5',
      creationTimestamp: SECOND,
      annotations: { 'pv.kubernetes.io/provisioned-by': 'p' },
    },
    spec: { claimRef: { uid: 'data-web-0' } },
  } as KubeObject;
  const events = [
    event(6, 'PersistentVolumeClaim/data-web-0', { reason: 'ProvisioningSucceeded', message: 'Successfully provisioned' }),
    event(7, 'PersistentVolumeClaim/data-web-0', { reason: 'Provisioning', message: 'External provisioner is provisioning' }),
    event(8, 'Deployment/web', { reason: 'SuccessfulCreate', message: 'Create Claim data-web-0 Pod web-0 in StatefulSet web success' }),
  ];
  const lines = linesOf([volume, claim, pod('web-0', 4)], events);
  const at = (line: string): number => {
    expect(lines).toContain(line);
    return lines.indexOf(line);
  };
  const order = [
    'PersistentVolumeClaim/data-web-0 Creation',
    'PersistentVolumeClaim/data-web-0 External provisioner is provisioning',
    'PersistentVolume/pvc-1 Creation',
    'PersistentVolumeClaim/data-web-0 Successfully provisioned',
  ].map(at);
  expect(order).toEqual([...order].sort((left, right) => left - right));
  expect(at('Deployment/web Create Claim data-web-0 Pod web-0 in StatefulSet web success')).toBeLessThan(at('Pod/web-0 Creation'));
});
