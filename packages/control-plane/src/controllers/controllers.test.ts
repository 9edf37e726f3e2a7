import type { JsonObject, KubeObject } from '@rectrace/kube';
import { beforeEach, describe, expect, test } from 'vitest';
import { seededRandom } from '../api/random-source.ts';
import type { ControlPlane } from '../control-plane.ts';
import { createControlPlane } from '../control-plane.ts';
import { builtInControllers } from './controllers.ts';
import { DEPLOYMENTS } from './kinds/deployment.ts';
import { PODS } from './kinds/pod.ts';
import { REPLICA_SETS } from './kinds/replica-set.ts';
import { ControlLoop } from './runtime/control-loop.ts';
import type { Look } from './runtime/controller.ts';
import type { Resource } from './runtime/resource.ts';
import { StoreFeed } from './runtime/store-feed.ts';
import { settle } from './testing/settle.ts';
import { VirtualClock } from './testing/virtual-clock.ts';

const START = Date.UTC(2026, 0, 1);
const HOUR_MS = 3_600_000;
const COLLECTION = '/apis/apps/v1/namespaces/default/deployments';

type World = { readonly plane: ControlPlane; readonly clock: VirtualClock; readonly loop: ControlLoop; readonly refusals: string[] };

async function world(): Promise<World> {
  const clock = new VirtualClock(START);
  const plane = await createControlPlane({ clock, seed: 7 });
  const refusals: string[] = [];
  const loop = new ControlLoop({
    client: plane.client,
    feedOf: (resources) => new StoreFeed(plane.store, resources),
    clock,
    random: seededRandom(7),
    controllers: builtInControllers({ rootCertificate: 'certificate' }),
    onRefusal: ({ name }, { effect, status }) => refusals.push(`${name} ${effect.kind}: ${status.message}`),
  });
  await loop.drain(1_000);
  return { plane, clock, loop, refusals };
}

function deployment(name: string, rest: JsonObject = {}): JsonObject {
  return {
    metadata: { name },
    spec: {
      replicas: 3,
      selector: { matchLabels: { app: name } },
      template: { metadata: { labels: { app: name } }, spec: { containers: [{ name: 'web', image: 'web:1' }] } },
      ...rest,
    },
  };
}

async function run({ loop, clock }: World, ms = HOUR_MS): Promise<string> {
  const { kind } = await settle(loop, { clock, looks: 10_000, untilMs: clock.now() + ms });
  return kind;
}

/** A kubelet that finds every pod ready at once. */
async function makeReady({ plane, loop }: World, which: (pod: KubeObject) => boolean = () => true): Promise<void> {
  for (const pod of loop.view.list(PODS).filter(which)) {
    await plane.client.request({
      method: 'PATCH',
      path: `/api/v1/namespaces/default/pods/${pod.metadata.name}/status`,
      contentType: 'application/strategic-merge-patch+json',
      body: { status: { phase: 'Running', conditions: [{ type: 'Ready', status: 'True', lastTransitionTime: '2026-01-01T00:00:00Z' }] } },
    });
  }
}

/** Rounds of controllers and kubelet until nothing changes. */
async function rollOut(given: World): Promise<void> {
  for (let before = -1; before !== given.plane.store.revision; ) {
    before = given.plane.store.revision;
    await given.loop.drain(10_000);
    await makeReady(given, (pod) => (pod['status'] as { phase?: string }).phase !== 'Running');
    await given.loop.drain(10_000);
  }
}

function fail(): never {
  throw new Error('unreadable');
}

describe('the controllers of a virtual cluster', () => {
  let given: World;
  beforeEach(async () => {
    given = await world();
  });

  const get = (name: string) => given.loop.view.get(DEPLOYMENTS, { namespace: 'default', name });
  const eventsOf = async (): Promise<string[]> => {
    const { body } = await given.plane.client.request({ path: '/api/v1/namespaces/default/events' });
    return (body['items'] as { reason: string; message: string }[]).map(({ reason, message }) => `${reason} ${message}`);
  };

  test('a Deployment gets its ReplicaSet and that its pods, and says so when they are ready', async () => {
    await given.plane.client.request({ method: 'POST', path: COLLECTION, body: deployment('web') });
    await given.loop.drain(1_000);
    expect(given.loop.view.list(PODS).length).toBe(3);
    expect(get('web')?.status).toMatchObject({ replicas: 3, updatedReplicas: 3, unavailableReplicas: 3, observedGeneration: 1 });
    await makeReady(given);
    await given.loop.drain(1_000);
    expect(get('web')?.status).toMatchObject({ readyReplicas: 3, availableReplicas: 3 });
    expect(get('web')?.status?.conditions?.map(({ type, status, reason }) => `${type} ${status} ${reason}`)).toEqual([
      'Available True MinimumReplicasAvailable',
      'Progressing True NewReplicaSetAvailable',
    ]);
    expect(given.refusals).toEqual([]);
  });

  test('a new image replaces pods step by step and never leaves too few', async () => {
    await given.plane.client.request({ method: 'POST', path: COLLECTION, body: deployment('web') });
    await rollOut(given);
    const image = { spec: { template: { spec: { containers: [{ name: 'web', image: 'web:2' }] } } } };
    await given.plane.client.request({ method: 'PATCH', path: `${COLLECTION}/web`, body: image });
    await rollOut(given);
    const sets = given.loop.view
      .list(REPLICA_SETS)
      .map(({ spec, metadata }) => `${metadata.annotations?.['deployment.kubernetes.io/revision']}: ${spec.replicas}`);
    expect(sets.sort()).toEqual(['1: 0', '2: 3']);
    expect(
      (await eventsOf()).filter((text) => text.startsWith('ScalingReplicaSet')).map((text) => text.replace(/set \S+/, 'set S')),
    ).toEqual([
      'ScalingReplicaSet Scaled up replica set S from 0 to 3',
      'ScalingReplicaSet Scaled up replica set S from 0 to 1',
      'ScalingReplicaSet Scaled down replica set S from 3 to 2',
      'ScalingReplicaSet Scaled up replica set S from 1 to 2',
      'ScalingReplicaSet Scaled down replica set S from 2 to 1',
      'ScalingReplicaSet Scaled up replica set S from 2 to 3',
      'ScalingReplicaSet Scaled down replica set S from 1 to 0',
    ]);
  });

  test('a rollout that does not progress times out at its deadline', async () => {
    await given.plane.client.request({ method: 'POST', path: COLLECTION, body: deployment('web', { progressDeadlineSeconds: 60 }) });
    expect(await run(given)).toBe('settled');
    expect(get('web')?.status?.conditions?.find(({ type }) => type === 'Progressing')).toMatchObject({
      status: 'False',
      reason: 'ProgressDeadlineExceeded',
    });
    expect((given.clock.now() - START) / 1_000).toBe(61);
  });

  test('pods that may not be made are told as a failure of both, and tried again', async () => {
    const quota = { metadata: { name: 'few' }, spec: { hard: { pods: '1' } } };
    const quotas = '/api/v1/namespaces/default/resourcequotas';
    await given.plane.client.request({ method: 'POST', path: quotas, body: quota });
    const counted = { status: { hard: { pods: '1' }, used: { pods: '0' } } };
    await given.plane.client.request({ method: 'PATCH', path: `${quotas}/few/status`, body: counted });
    await given.plane.client.request({ method: 'POST', path: COLLECTION, body: deployment('web') });
    await given.loop.drain(1_000);
    expect(get('web')?.status?.conditions?.map(({ type, reason }) => `${type} ${reason}`)).toContain('ReplicaFailure FailedCreate');
    expect(given.loop.inProgress).toBe(true);
    expect(given.loop.view.list(PODS).length).toBe(1);
    expect((await eventsOf()).filter((text) => text.startsWith('Failed'))[0]).toMatch(
      /^FailedCreate Error creating: pods "web-[a-z0-9]+-[a-z0-9]{5}" is forbidden: exceeded quota: few, requested: pods=1, used: pods=1, limited: pods=1$/,
    );
  });

  test('pods that nobody manages are adopted before others are made', async () => {
    const pod = (name: string): JsonObject => ({
      metadata: { name, labels: { app: 'web' } },
      spec: { containers: [{ name: 'web', image: 'web:1' }] },
    });
    for (const name of ['a', 'b'])
      await given.plane.client.request({ method: 'POST', path: '/api/v1/namespaces/default/pods', body: pod(name) });
    const set = { metadata: { name: 'web' }, spec: { ...(deployment('web')['spec'] as JsonObject), replicas: 2 } };
    await given.plane.client.request({ method: 'POST', path: '/apis/apps/v1/namespaces/default/replicasets', body: set });
    await given.loop.drain(1_000);
    expect(given.loop.view.list(PODS).map(({ metadata }) => metadata.ownerReferences?.[0]?.name)).toEqual(['web', 'web']);
    expect(await eventsOf()).toEqual([]);
  });

  test('a rollout that is over holds nothing open', async () => {
    await given.plane.client.request({ method: 'POST', path: COLLECTION, body: deployment('web') });
    await rollOut(given);
    expect(given.loop.inProgress).toBe(false);
  });

  test('an Event that the server no longer has is told anew', async () => {
    await given.plane.client.request({ method: 'POST', path: COLLECTION, body: deployment('web', { replicas: 0 }) });
    await given.loop.drain(1_000);
    const scaleTo = async (replicas: number): Promise<void> => {
      await given.plane.client.request({ method: 'PATCH', path: `${COLLECTION}/web`, body: { spec: { replicas } } });
      await given.loop.drain(1_000);
    };
    for (const replicas of [1, 0]) await scaleTo(replicas);
    await given.plane.client.request({ method: 'DELETE', path: '/api/v1/namespaces/default/events' });
    await scaleTo(1);
    expect((await eventsOf()).filter((text) => text.startsWith('ScalingReplicaSet')).length).toBe(1);
  });

  test('a controller that fails at one object goes on with others', async () => {
    const { plane, clock } = given;
    const faults: string[] = [];
    const [first] = builtInControllers({ rootCertificate: 'certificate' });
    if (first === undefined) throw new Error('no controller');
    const controllers = [{ ...first, reconcile: (look: Look) => (look.key === 'bad' ? fail() : first.reconcile(look)) }];
    const feedOf = (resources: readonly Resource[]): StoreFeed => new StoreFeed(plane.store, resources);
    const onFault = (error: unknown, key: string): number => faults.push(`${key}: ${String(error)}`);
    const loop = new ControlLoop({ client: plane.client, clock, random: seededRandom(8), controllers, feedOf, onFault });
    for (const name of ['bad', 'good'])
      await plane.client.request({ method: 'POST', path: '/api/v1/namespaces', body: { metadata: { name } } });
    await loop.drain(100);
    expect(faults).toEqual(['serviceaccount-controller bad: Error: unreadable']);
    expect((await plane.client.request({ path: '/api/v1/namespaces/good/serviceaccounts/default' })).status).toBe(200);
  });

  test('a namespace gets its ServiceAccount and the root certificate, again when somebody takes or changes them', async () => {
    const { plane, loop } = given;
    const root = '/api/v1/namespaces/shop';
    const read = async (path: string): Promise<unknown> => (await plane.client.request({ path: `${root}/${path}` })).body['data'];
    await plane.client.request({ method: 'POST', path: '/api/v1/namespaces', body: { metadata: { name: 'shop' } } });
    await loop.drain(100);
    expect(await read('configmaps/kube-root-ca.crt')).toEqual({ 'ca.crt': 'certificate' });
    await plane.client.request({ method: 'DELETE', path: `${root}/serviceaccounts/default` });
    await plane.client.request({ method: 'PATCH', path: `${root}/configmaps/kube-root-ca.crt`, body: { data: { other: 'value' } } });
    await loop.drain(100);
    expect(await read('configmaps/kube-root-ca.crt')).toEqual({ 'ca.crt': 'certificate' });
    expect((await plane.client.request({ path: `${root}/serviceaccounts/default` })).status).toBe(200);
    expect(given.refusals).toEqual([]);
  });

  test('the same seed gives the same bytes', async () => {
    const told = async (): Promise<string> => {
      const one = await world();
      await one.plane.client.request({ method: 'POST', path: COLLECTION, body: deployment('web') });
      await rollOut(one);
      const answers = await Promise.all(
        ['pods', 'events'].map((kind) => one.plane.client.request({ path: `/api/v1/namespaces/default/${kind}` })),
      );
      return JSON.stringify(answers);
    };
    expect(await told()).toBe(await told());
  });
});
