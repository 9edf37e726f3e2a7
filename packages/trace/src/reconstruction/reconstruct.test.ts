import type { Json, KubeObject, ManagedFieldsEntry, OwnerReference } from '@rectrace/kube';
import { inZone } from '@rectrace/testing';
import { describe, expect, it } from 'vitest';
import type { Cause } from '../cycle.ts';
import { builtinRules } from '../rules/builtin-rules.ts';
import { objectStates } from '../states/object-states.ts';
import type { Reconstruction } from './reconstruct.ts';
import { reconstruct as reconstructFrom } from './reconstruct.ts';
import type { Remains } from './remains.ts';

const STATES = objectStates(builtinRules());
const reconstruct = (remains: Omit<Remains, 'states'>): Reconstruction => reconstructFrom({ ...remains, states: STATES });

const DAY = '2026-11-30';
const at = (clock: string) => `${DAY}T${clock}Z`;
const clockOf = (time: number | undefined) => (time === undefined ? undefined : new Date(time).toISOString().slice(11, 19));

type Metadata = Partial<KubeObject['metadata']>;
type Parts = { readonly metadata?: Metadata; readonly spec?: Json; readonly status?: Json; readonly more?: Record<string, Json> };

function object(kind: string, name: string, { metadata = {}, spec = {}, status = {}, more = {} }: Parts): KubeObject {
  const [apiVersion = '', plain = ''] = kind.split(' ');
  return { apiVersion, kind: plain, metadata: { name, namespace: 'shop', uid: `${plain}-${name}`, ...metadata }, spec, status, ...more };
}

const owner = (kind: string, name: string): OwnerReference[] => [
  { apiVersion: 'apps/v1', kind, name, uid: `${kind}-${name}`, controller: true },
];
const template = (image: string, labels: Record<string, Json> = {}): Json => ({
  metadata: { labels: { app: 'web', ...labels } },
  spec: { containers: [{ name: 'web', image }] },
});

function entry(manager: string, clock: string, fields: Json = { 'f:template': {} }): ManagedFieldsEntry {
  return { manager, operation: 'Update', apiVersion: 'apps/v1', time: at(clock), fieldsV1: { 'f:spec': fields } };
}

type Web = {
  readonly generation?: number;
  readonly managers?: readonly ManagedFieldsEntry[];
  readonly ready?: number;
  readonly progressed?: string;
  readonly more?: Metadata;
};

function deployment({ generation = 3, managers = [], ready = 2, progressed = '12:00:05', more = {} }: Web = {}): KubeObject {
  const counters = { observedGeneration: generation, replicas: 2, updatedReplicas: 2, readyReplicas: ready, availableReplicas: ready };
  const progressing = {
    type: 'Progressing',
    status: 'True',
    reason: 'NewReplicaSetAvailable',
    lastTransitionTime: at('10:00:03'),
    lastUpdateTime: at(progressed),
  };
  return object('apps/v1 Deployment', 'web', {
    metadata: { creationTimestamp: at('10:00:00'), generation, managedFields: managers, ...more },
    spec: { replicas: 2, template: template('app:3') },
    status: { ...counters, conditions: [progressing] },
  });
}

function replicaSet(
  image: string,
  clock: string,
  { revision, history, replicas = 0 }: { readonly revision: number; readonly history?: string; readonly replicas?: number },
): KubeObject {
  const annotations = {
    'deployment.kubernetes.io/revision': String(revision),
    ...(history === undefined ? {} : { 'deployment.kubernetes.io/revision-history': history }),
  };
  const hash = image.replace(':', '');
  return object('apps/v1 ReplicaSet', `web-${hash}`, {
    metadata: { creationTimestamp: at(clock), generation: 2, ownerReferences: owner('Deployment', 'web'), annotations },
    spec: { replicas, template: template(image, { 'pod-template-hash': hash }) },
    status: { observedGeneration: 2, replicas, readyReplicas: replicas, availableReplicas: replicas },
  });
}

const THREE = [
  replicaSet('app:1', '10:00:00', { revision: 1 }),
  replicaSet('app:2', '11:00:00', { revision: 2 }),
  replicaSet('app:3', '12:00:00', { revision: 3, replicas: 2 }),
];

function event(
  name: string,
  clock: string,
  { about, message, uid }: { readonly about: string; readonly message: string; readonly uid?: string },
): KubeObject {
  const [kind = '', involved = ''] = about.split('/');
  const involvedObject = { kind, namespace: 'shop', name: involved, ...(uid === undefined ? {} : { uid }) };
  return object('v1 Event', name, { more: { involvedObject, message, reason: 'r', type: 'Normal', lastTimestamp: at(clock), count: 1 } });
}

/** 'template app:1→app:2 by kubectl'. */
function toldOf({ detail, writer }: Cause): string {
  const images = detail.kind === 'template' ? detail.diff.map(({ before, after }) => ` ${before}→${after}`).join() : '';
  return `${detail.kind}${images}${writer === undefined ? '' : ` by ${writer}`}`;
}

function table({ cycles }: ReturnType<typeof reconstruct>) {
  return cycles.map(({ number, state, start, end, cause }) => [number, state, clockOf(start.time), clockOf(end?.time), toldOf(cause)]);
}

describe('reconstruct', () => {
  it('finds three cycles of a Deployment that was created and given two new images, with an end only where something says it', () => {
    const root = deployment({ managers: [entry('kubectl-create', '10:00:00'), entry('kubectl-set', '12:00:00')] });
    const told = reconstruct({ root, members: THREE, events: [] });
    expect(table(told)).toEqual([
      [1, 'closed', '10:00:00', undefined, 'created by kubectl-create'],
      [2, 'closed', '11:00:00', undefined, 'template app:1→app:2'],
      [3, 'closed', '12:00:00', '12:00:05', 'template app:2→app:3 by kubectl-set'],
    ]);
    expect(told.cycles.every(({ reconstructed }) => reconstructed === true)).toBe(true);
    expect(told.changes.every(({ certainty, id }) => certainty === 'reconstructed' && id.startsWith('reconstructed/'))).toBe(true);
    expect(new Set(told.changes.map(({ id }) => id)).size).toBe(told.changes.length);
  });

  it('opens each cycle with a change that says what moved in the pod template', () => {
    const { changes, cycles } = reconstruct({ root: deployment(), members: THREE, events: [] });
    const opening = changes.find(({ id }) => id === cycles[1]?.cause.change);
    expect(opening).toMatchObject({
      type: 'Update',
      ref: { kind: 'Deployment', name: 'web' },
      diff: [{ path: ['spec', 'template', 'spec', 'containers', 'name=web', 'image'], before: 'app:1', after: 'app:2' }],
    });
    expect(cycles[1]?.start).toEqual({ time: opening?.time, position: opening?.position });
  });

  it('takes the Event that emptied the replaced ReplicaSet as the end of an earlier cycle, and no other', () => {
    const uid = 'Deployment-web';
    const events = [
      event('e1', '11:00:09', { about: 'Deployment/web', uid, message: 'Scaled down replica set web-app1 from 1 to 0' }),
      event('e2', '11:00:20', { about: 'Deployment/web', uid, message: 'Scaled down replica set web-app2 from 1 to 0' }),
      event('e3', '10:00:20', { about: 'Deployment/web', uid, message: 'Scaled up replica set web-app1 from 0 to 2' }),
    ];
    const ends = reconstruct({ root: deployment(), members: THREE, events }).cycles.map(({ end }) => clockOf(end?.time));
    expect(ends).toEqual([undefined, '11:00:09', '12:00:05']);
  });

  it('leaves the latest cycle open while the root is not where it should be', () => {
    const { cycles } = reconstruct({ root: deployment({ ready: 1 }), members: THREE, events: [] });
    expect(cycles.at(-1)).toMatchObject({ state: 'open' });
    expect(cycles.at(-1)).not.toHaveProperty('end');
  });

  it('gives the latest cycle no end from a condition older than its start', () => {
    const { cycles } = reconstruct({ root: deployment({ progressed: '11:00:05' }), members: THREE, events: [] });
    expect(cycles.at(-1)).toMatchObject({ state: 'closed' });
    expect(cycles.at(-1)).not.toHaveProperty('end');
  });

  it('finds a rollback, which leaves no new ReplicaSet behind, by the revision and the last write of the template', () => {
    const members = [
      replicaSet('app:1', '10:00:00', { revision: 3, history: '1', replicas: 2 }),
      replicaSet('app:2', '11:00:00', { revision: 2 }),
    ];
    const told = reconstruct({ root: deployment({ managers: [entry('kubectl', '12:00:00')] }), members, events: [] });
    expect(table(told).map((row) => [row[2], row[4]])).toEqual([
      ['10:00:00', 'created'],
      ['11:00:00', 'template app:1→app:2'],
      ['12:00:00', 'template app:2→app:1 by kubectl'],
    ]);
  });

  it('takes a later write of the spec as a cycle only where a generation is left to explain', () => {
    const managers = [entry('kubectl-create', '10:00:00'), entry('kubectl-edit', '13:00:00', { 'f:replicas': {} })];
    const cycles = (generation: number) => table(reconstruct({ root: deployment({ generation, managers }), members: THREE, events: [] }));
    expect(cycles(3)).toHaveLength(3);
    expect(cycles(4).at(-1)).toEqual([4, 'closed', '13:00:00', undefined, 'specChanged by kubectl-edit']);
  });

  it('reads templates of a StatefulSet from its ControllerRevisions, and its end from the pods it made', () => {
    const revision = (number: number, clock: string, image: string) =>
      object('apps/v1 ControllerRevision', `db-${number}`, {
        metadata: { creationTimestamp: at(clock), ownerReferences: owner('StatefulSet', 'db') },
        more: { revision: number, data: { spec: { template: { $patch: 'replace', ...(template(image) as object) } } } },
      });
    const pod = (name: string, clock: string, restartCount: number) =>
      object('v1 Pod', name, {
        metadata: { creationTimestamp: at(clock), ownerReferences: owner('StatefulSet', 'db') },
        status: {
          phase: 'Running',
          conditions: [{ type: 'Ready', status: 'True', lastTransitionTime: at(clock.replace(':00', ':07')) }],
          containerStatuses: [{ name: 'c', restartCount }],
        },
      });
    const root = object('apps/v1 StatefulSet', 'db', {
      metadata: { creationTimestamp: at('10:00:00'), generation: 2 },
      spec: { replicas: 2 },
      status: {
        observedGeneration: 2,
        replicas: 2,
        readyReplicas: 2,
        availableReplicas: 2,
        updatedReplicas: 2,
        currentRevision: 'b',
        updateRevision: 'b',
      },
    });
    const revisions = [revision(2, '11:00:00', 'db:2'), revision(1, '10:00:00', 'db:1')];
    const ends = (restarts: number) =>
      table(reconstruct({ root, members: [...revisions, pod('db-0', '11:00:30', 0), pod('db-1', '11:00:10', restarts)], events: [] }));
    expect(ends(0)).toEqual([
      [1, 'closed', '10:00:00', undefined, 'created'],
      [2, 'closed', '11:00:00', '11:07:30', 'template db:1→db:2'],
    ]);
    expect(ends(1).at(-1)?.[3]).toBeUndefined();
  });

  it('tells of a deletion that is under way from when it was asked for', () => {
    const root = deployment({ more: { deletionTimestamp: at('13:00:30'), deletionGracePeriodSeconds: 30 } });
    expect(table(reconstruct({ root, members: THREE, events: [] })).at(-1)).toEqual([4, 'open', '13:00:00', undefined, 'deletionAsked']);
  });

  it('names the fields of a write that sets no others, the reason of what does not hold, and what a container waits for', () => {
    const status = { manager: 'kubelet', operation: 'Update', subresource: 'status', apiVersion: 'v1', time: at('10:40:00') };
    const labels = { manager: 'kubectl-label', operation: 'Update', apiVersion: 'v1', time: at('10:20:00') };
    const many = { manager: 'sidecar', operation: 'Update', apiVersion: 'v1', time: at('10:25:00') };
    const pod = object('v1 Pod', 'web-1', {
      metadata: {
        creationTimestamp: at('10:00:00'),
        labels: { tier: 'db' },
        managedFields: [
          { ...status, fieldsV1: { 'f:status': {} } },
          { ...labels, fieldsV1: { 'f:metadata': { 'f:labels': { '.': {}, 'f:tier': {} } } } },
          { ...many, fieldsV1: { 'f:spec': { 'f:containers': { 'k:{"name":"web"}': { 'f:image': {} } } } } },
        ],
      },
      status: {
        conditions: [{ type: 'Ready', status: 'False', reason: 'ContainersNotReady', lastTransitionTime: at('10:00:01') }],
        containerStatuses: [{ name: 'web', state: { waiting: { reason: 'ImagePullBackOff' } } }],
      },
    });
    const { changes } = reconstruct({ root: deployment({ generation: 1 }), members: [pod], events: [] });
    const told = changes.filter(({ ref, type }) => ref.kind === 'Pod' && type === 'Update');
    expect(told.map(({ time, diff }) => [clockOf(time), diff])).toEqual([
      [
        '10:00:01',
        [
          { path: ['status', 'conditions', 'type=Ready', 'status'], after: 'False' },
          { path: ['status', 'conditions', 'type=Ready', 'reason'], after: 'ContainersNotReady' },
        ],
      ],
      ['10:20:00', [{ path: ['metadata', 'labels', 'tier'], after: 'db' }]],
      ['10:25:00', []],
      ['10:40:00', [{ path: ['status', 'containerStatuses', 'name=web', 'state', 'waiting'], after: { reason: 'ImagePullBackOff' } }]],
    ]);
  });

  it('takes the first time of a combined Event, too, and none that lies before the last pod of the cycle', () => {
    const emptied = (first: string, last: string): KubeObject => {
      const told = event('web.1', last, {
        about: 'Deployment/web',
        uid: 'Deployment-web',
        message: 'Scaled down replica set web-app1 from 1 to 0',
      });
      return { ...told, count: 2, firstTimestamp: at(first) };
    };
    const started = event('pod.1', '11:00:24', { about: 'Pod/web-app2-x', uid: 'gone', message: 'Started container web' });
    const second = (...events: readonly KubeObject[]) =>
      clockOf(reconstruct({ root: deployment(), members: THREE, events }).cycles[1]?.end?.time);
    expect(second(emptied('11:00:09', '12:00:04'))).toBe('11:00:09');
    expect(second(emptied('11:00:09', '12:00:04'), { ...started, reason: 'Started' })).toBeUndefined();
    expect(second(emptied('11:00:24', '12:00:04'), { ...started, reason: 'Started' })).toBe('11:00:24');
  });

  it('takes the end of a rollout for that of no other write', () => {
    const managers = [entry('kubectl-create', '10:00:00'), entry('kubectl-scale', '12:00:05', { 'f:replicas': {} })];
    const { cycles, changes } = reconstruct({ root: deployment({ generation: 4, managers }), members: THREE, events: [] });
    expect(cycles.at(-1)).toMatchObject({ state: 'closed', cause: { detail: { kind: 'specChanged' } } });
    expect(cycles.at(-1)).not.toHaveProperty('end');
    expect(changes.find(({ id }) => id === cycles.at(-1)?.cause.change)?.diff).toEqual([{ path: ['spec', 'replicas'], after: 2 }]);
  });

  it('tells when containers ended and conditions moved, one change for one moment', () => {
    const pod = object('v1 Pod', 'web-1', {
      metadata: { creationTimestamp: at('10:00:00') },
      status: {
        conditions: [
          { type: 'Ready', status: 'True', lastTransitionTime: at('10:30:00') },
          { type: 'ContainersReady', status: 'True', lastTransitionTime: at('10:30:00') },
          { type: 'Broken', status: 'True', lastTransitionTime: 'never' },
        ],
        containerStatuses: [{ name: 'web', lastState: { terminated: { reason: 'OOMKilled', exitCode: 137, finishedAt: at('10:29:00') } } }],
      },
    });
    const { changes } = reconstruct({ root: deployment({ generation: 1 }), members: [pod], events: [] });
    const ofPod = changes
      .filter(({ ref }) => ref.kind === 'Pod')
      .map(({ time, type, diff }) => [clockOf(time), type, diff.map(({ path }) => path.slice(2).join('.'))]);
    expect(ofPod).toEqual([
      ['10:00:00', 'Creation', []],
      ['10:29:00', 'Update', ['name=web.lastState.terminated']],
      ['10:30:00', 'Update', ['type=Ready.status', 'type=ContainersReady.status']],
    ]);
  });

  it('keeps Events of pods that are gone by now where an Event of their owner names them, and leaves out those of strangers', () => {
    const events = [
      event('e1', '11:00:01', { about: 'ReplicaSet/web-app2', uid: 'ReplicaSet-web-app2', message: 'Created pod: web-app2-x' }),
      event('e2', '11:00:02', { about: 'Pod/web-app2-x', uid: 'gone-1', message: 'Started' }),
      event('e3', '11:00:03', { about: 'Pod/other', uid: 'gone-2', message: 'Started' }),
      event('e4', '11:00:04', { about: 'Deployment/web', message: 'no uid' }),
      event('e5', '11:00:05', { about: 'Deployment/web', uid: 'an older web', message: 'of another object of that name' }),
    ];
    const { changes } = reconstruct({ root: deployment(), members: THREE, events });
    const told = changes.filter(({ type }) => type === 'Event').map(({ ref, event: details }) => [ref.kind, ref.uid, details?.message]);
    expect(told).toEqual([
      ['ReplicaSet', 'ReplicaSet-web-app2', 'Created pod: web-app2-x'],
      ['Pod', 'gone-1', 'Started'],
      ['Deployment', 'Deployment-web', 'no uid'],
    ]);
  });

  it('orders changes by their seconds and their positions with them, before any that was observed', () => {
    const { changes } = reconstruct({ root: deployment({ managers: [entry('a', '10:30:00')] }), members: THREE, events: [] });
    const seconds = changes.map(({ time }) => Math.floor(time / 1000));
    expect(seconds).toEqual(seconds.toSorted((left, right) => left - right));
    expect(changes.map(({ position }) => position)).toEqual(changes.map((_, index) => ({ epoch: 0, version: '0', offset: index + 1 })));
  });

  it('has nothing to tell of an object without a creation time', () => {
    const bare = object('v1 ConfigMap', 'x', {});
    expect(reconstruct({ root: bare, members: [], events: [] })).toEqual({ changes: [], cycles: [] });
  });
});

describe('times without a zone', () => {
  it('are no evidence of anything, wherever they are read', () => {
    const unzoned = (object: KubeObject): KubeObject => JSON.parse(JSON.stringify(object).replaceAll(/(\d\d:\d\d:\d\d)Z"/g, '$1"'));
    const root = unzoned(deployment({ managers: [entry('kubectl-create', '10:00:00'), entry('kubectl-set', '12:00:00')] }));
    const remains = {
      root,
      members: THREE.map(unzoned),
      events: [unzoned(event('web.1', '12:00:00', { about: 'Deployment/web', message: 'm' }))],
    };
    for (const zone of ['America/New_York', 'Asia/Tokyo']) {
      expect(inZone(zone, () => reconstruct(remains)).changes).toEqual([]);
      expect(inZone(zone, () => reconstruct(remains)).cycles).toEqual([]);
    }
  });
});
