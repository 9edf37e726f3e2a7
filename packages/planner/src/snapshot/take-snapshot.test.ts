import type { JsonObject } from '@rectrace/kube';
import { valueAt } from '@rectrace/kube';
import { expect, test } from 'vitest';
import { REVISION, resource, ScriptedLive } from '../testing/scripted-live.ts';
import type { Snapshot } from './snapshot.ts';
import type { TakeOptions } from './take-snapshot.ts';
import { takeSnapshot } from './take-snapshot.ts';

const NAMESPACES = resource('!/v1/Namespace/namespaces');
const PODS = resource('/v1/Pod/pods');
const SECRETS = resource('/v1/Secret/secrets');
const VOLUMES = resource('!/v1/PersistentVolume/persistentvolumes');
const LEASES = resource('coordination.k8s.io/v1/Lease/leases');
const SERVICES = resource('!apiregistration.k8s.io/v1/APIService/apiservices');
const DEFINITIONS = resource('!apiextensions.k8s.io/v1/CustomResourceDefinition/customresourcedefinitions');

function object(kind: string, name: string, more: JsonObject = {}): JsonObject {
  return { apiVersion: 'v1', kind, metadata: { name, namespace: 'shop', uid: `uid-${name}`, resourceVersion: '17' }, ...more };
}

function live(...more: ReturnType<typeof resource>[]): ScriptedLive {
  const scripted = new ScriptedLive([NAMESPACES, PODS, SECRETS, VOLUMES, LEASES, SERVICES, DEFINITIONS, ...more]);
  scripted.objects.set('namespaces', [object('Namespace', 'shop')]);
  scripted.objects.set('pods', [object('Pod', 'web'), object('Pod', 'elsewhere', { metadata: { name: 'elsewhere', namespace: 'other' } })]);
  return scripted;
}

const OPTIONS: TakeOptions = { namespace: 'shop', now: 0, signal: new AbortController().signal };

async function snapshotOf(scripted: ScriptedLive, options: Partial<TakeOptions> = {}): Promise<Snapshot> {
  const taken = await takeSnapshot(scripted, { ...OPTIONS, ...options });
  if (taken.kind !== 'snapshot') throw new Error(taken.kind);
  return taken.snapshot;
}

function names({ objects }: Snapshot): readonly unknown[] {
  return objects.map((one) => `${String(one['kind'])} ${String(valueAt(one, ['metadata', 'name']))}`);
}

test('every collection is listed once, at one revision; namespaced ones in the namespace', async () => {
  const scripted = live();
  const snapshot = await snapshotOf(scripted);
  expect(scripted.asked).toEqual([
    'consistent namespaces v1',
    'exact apiservices.apiregistration.k8s.io v1',
    'exact customresourcedefinitions.apiextensions.k8s.io v1',
    'exact namespaces v1',
    'exact pods v1 shop',
    'exact secrets v1 shop',
    'exact persistentvolumes v1',
    'exact leases.coordination.k8s.io v1 shop',
  ]);
  expect(names(snapshot)).toEqual(['Namespace shop', 'Pod web']);
  expect(snapshot.header).toEqual({
    version: 1,
    takenAt: Date.UTC(2026, 0, 1),
    server: 'https://127.0.0.1:6443',
    serverVersion: 'v1.35.4',
    resourceVersion: REVISION,
    scope: { namespace: 'shop' },
    secrets: 'kept',
    leftOut: [],
    laterReads: [],
  });
});

test('all namespaces', async () => {
  expect(names(await snapshotOf(live(), { namespace: '' }))).toEqual(['Namespace shop', 'Pod web', 'Pod elsewhere']);
});

test('what is not allowed is named, and the rest is there', async () => {
  const scripted = live();
  for (const name of ['secrets', 'namespaces']) scripted.refusals.set(name, { code: 403, message: 'forbidden' });
  const snapshot = await snapshotOf(scripted);
  expect(names(snapshot)).toEqual(['Pod web']);
  expect(snapshot.header.leftOut).toEqual([
    { what: 'namespaces', reason: 'no right to list it' },
    { what: 'secrets', reason: 'no right to list it' },
  ]);
});

test('nothing is allowed', async () => {
  const scripted = live();
  for (const { group, resource: name } of scripted.resources)
    scripted.refusals.set(group === '' ? name : `${name}.${group}`, { code: 403, message: 'no' });
  expect(await takeSnapshot(scripted, OPTIONS)).toEqual({ kind: 'forbidden' });
});

test('a namespace that is not there', async () => {
  expect(await takeSnapshot(live(), { ...OPTIONS, namespace: 'nowhere' })).toEqual({ kind: 'no-namespace' });
});

test.each([
  [410, 'too old', ['exact', 'notOlderThan']],
  [504, 'Too large resource version', ['exact', 'notOlderThan', 'consistent']],
] as const)('a collection that is not told at the revision (%d) is read near it, and named', async (code, message, asked) => {
  const scripted = live();
  scripted.refusals.set('pods', { code, message, only: asked.slice(0, -1) });
  scripted.revisions.set('pods', '4720');
  const snapshot = await snapshotOf(scripted);
  expect(snapshot.header.laterReads).toEqual([{ collection: 'pods', resourceVersion: '4720', reason: message }]);
  expect(names(snapshot)).toContain('Pod web');
  expect(scripted.asked.filter((text) => text.includes(' pods')).map((text) => text.split(' ')[0])).toEqual(asked);
});

test('a server that takes no notice of the revision is named', async () => {
  const scripted = live();
  scripted.revisions.set('pods', '9000');
  expect((await snapshotOf(scripted)).header.laterReads).toEqual([
    { collection: 'pods', resourceVersion: '9000', reason: 'the server took no notice of the version asked for' },
  ]);
});

test('groups of other API servers, and kinds that hold nothing, are not listed', async () => {
  const metrics = resource('metrics.k8s.io/v1beta1/PodMetrics/pods');
  const statuses = resource('!/v1/ComponentStatus/componentstatuses');
  const again = resource('events.k8s.io/v1/Event/events');
  const scripted = live(metrics, statuses, again, resource('/v1/Binding/bindings', ['create']));
  const service = { group: 'metrics.k8s.io', version: 'v1beta1', service: { namespace: 'kube-system', name: 'metrics-server' } };
  scripted.objects.set('apiservices.apiregistration.k8s.io', [
    object('APIService', 'v1beta1.metrics.k8s.io', { spec: service }),
    object('APIService', 'v1.', { spec: { version: 'v1' } }),
  ]);
  const snapshot = await snapshotOf(scripted);
  expect(snapshot.header.leftOut).toEqual([
    { what: 'componentstatuses', reason: 'made up at each read' },
    { what: 'metrics.k8s.io/v1beta1', reason: 'served by another API server, kube-system/metrics-server' },
  ]);
  expect(scripted.asked.filter((text) => /metrics|component|events|bindings/.test(text))).toEqual([]);
});

test('custom resources are read in the version in which they are stored', async () => {
  const scripted = live(resource('example.com/v2/Widget/widgets'), resource('example.com/v1/Widget/widgets'));
  const versions = [
    { name: 'v1', storage: true },
    { name: 'v2', storage: false },
  ];
  scripted.objects.set('customresourcedefinitions.apiextensions.k8s.io', [
    object('CustomResourceDefinition', 'widgets.example.com', { spec: { versions } }),
  ]);
  await snapshotOf(scripted);
  expect(scripted.asked).toContain('exact widgets.example.com v1 shop');
  expect(scripted.asked).not.toContain('exact widgets.example.com v2 shop');
});

test('live leases stay behind, expired ones do not', async () => {
  const scripted = live();
  const lease = (name: string, renewTime: string): JsonObject =>
    object('Lease', name, { spec: { holderIdentity: 'me', leaseDurationSeconds: 15, renewTime } });
  scripted.objects.set('leases.coordination.k8s.io', [
    lease('live', '2025-12-31T23:59:50.000000Z'),
    lease('expired', '2025-12-31T23:59:40.000000Z'),
    object('Lease', 'released', { spec: { holderIdentity: '', leaseDurationSeconds: 15, renewTime: '2025-12-31T23:59:59.000000Z' } }),
  ]);
  const snapshot = await snapshotOf(scripted);
  expect(names(snapshot).filter((name) => String(name).startsWith('Lease'))).toEqual(['Lease expired', 'Lease released']);
  expect(snapshot.header.leftOut).toEqual([{ what: '1 leases.coordination.k8s.io', reason: 'live: their holders go on elsewhere' }]);
});

test('volumes of claims that are not in the snapshot stay behind, and what is attached of them', async () => {
  const attachments = resource('!storage.k8s.io/v1/VolumeAttachment/volumeattachments');
  const scripted = live(attachments);
  const volume = (name: string, namespace?: string): JsonObject =>
    object('PersistentVolume', name, { spec: namespace === undefined ? {} : { claimRef: { namespace, name: 'data' } } });
  scripted.objects.set('persistentvolumes', [volume('own', 'shop'), volume('foreign', 'other'), volume('free')]);
  const attached = { source: { persistentVolumeName: 'foreign' } };
  scripted.objects.set('volumeattachments.storage.k8s.io', [object('VolumeAttachment', 'a', { spec: attached })]);
  const snapshot = await snapshotOf(scripted);
  expect(names(snapshot)).toEqual(['Namespace shop', 'Pod web', 'PersistentVolume own', 'PersistentVolume free']);
  expect(snapshot.header.leftOut.map(({ what }) => what)).toEqual(['1 persistentvolumes', '1 volumeattachments.storage.k8s.io']);
  expect(names(await snapshotOf(scripted, { namespace: '' }))).toContain('PersistentVolume foreign');
});

test('secret values get stand-ins under the key given', async () => {
  const scripted = live();
  const data = { password: Buffer.from('hunter2hunter2').toString('base64') };
  scripted.objects.set('secrets', [object('Secret', 's', { type: 'Opaque', data })]);
  const kept = await snapshotOf(scripted);
  expect(valueAt(kept.objects.at(-1), ['data'])).toEqual(data);
  const replaced = await snapshotOf(scripted, { standInKey: new Uint8Array(32) });
  expect(replaced.header.secrets).toBe('standIns');
  expect(JSON.stringify(replaced)).not.toContain(data.password);
});
