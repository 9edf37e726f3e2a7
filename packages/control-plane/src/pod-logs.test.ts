// Logs of pods as a script tells them: what the API server judges, what a kubelet would say, and the lines.
import type { JsonObject } from '@rectrace/kube';
import { SteppedClock } from '@rectrace/testing';
import { expect, test } from 'vitest';
import type { PodAnswers } from './api/pod-answers/pod-answers.ts';
import type { ControlPlane } from './control-plane.ts';
import { createControlPlane } from './control-plane.ts';

const START = Date.UTC(2026, 0, 1, 12);
const PODS = '/api/v1/namespaces/default/pods';
const LINES = [
  { text: 'two', after: 0 },
  { text: 'one', time: '2026-01-01T11:00:00.25Z', stream: 'Stderr' },
  { text: 'three', after: 5 },
  { text: 'four', after: 10, stream: 'Stderr' },
] as const;
const ANSWERS: PodAnswers = {
  pods: [
    { name: 'other', logs: [] },
    { selector: 'app=web', container: 'web', logs: LINES, previousLogs: [{ text: 'before', after: 1 }] },
    { logs: [{ text: 'the side' }] },
  ],
};

type Started = ControlPlane & { readonly clock: SteppedClock };

async function start(podAnswers?: PodAnswers): Promise<Started> {
  const clock = new SteppedClock(START);
  const plane = await createControlPlane({ clock, seed: 1, disabledPlugins: ['ServiceAccount'], ...(podAnswers && { podAnswers }) });
  await plane.client.request({ method: 'POST', path: '/api/v1/nodes', body: { metadata: { name: 'node-a' } } });
  return { ...plane, clock };
}

async function makePod(
  { client }: Started,
  name: string,
  { containers = ['web'], node = 'node-a', state = {} as JsonObject } = {},
): Promise<void> {
  const spec = { nodeName: node, containers: containers.map((container) => ({ name: container, image: 'a' })) };
  const body = { metadata: { name, labels: { app: 'web' } }, spec };
  expect((await client.request({ method: 'POST', path: PODS, body })).status).toBe(201);
  if (Object.keys(state).length > 0) await setState(client, name, state);
}

async function setState(client: Started['client'], name: string, state: JsonObject): Promise<void> {
  const status = { containerStatuses: [{ name: 'web', image: 'a', imageID: '', ready: true, restartCount: 0, ...state }] };
  const patched = await client.request({ method: 'PATCH', path: `${PODS}/${name}/status`, body: { status } });
  expect(patched.status).toBe(200);
}

async function log({ client }: Started, query = '', name = 'web'): Promise<unknown> {
  const { status, body } = await client.request({ path: `${PODS}/${name}/log${query}` });
  return status === 200 ? body['text'] : [status, body['message'] ?? ''];
}

test.each([
  ['', 'one\ntwo\n'],
  ['?timestamps=true', '2026-01-01T11:00:00.250000000Z one\n2026-01-01T12:00:00.000000000Z two\n'],
  ['?tailLines=1', 'two\n'],
  ['?tailLines=0', ''],
  ['?limitBytes=6', 'one\ntw'],
  ['?sinceSeconds=60', 'two\n'],
  ['?sinceTime=2026-01-01T11:00:00Z', 'one\ntwo\n'],
  ['?sinceTime=2026-01-01T11:00:01Z', 'two\n'],
  ['?container=web', 'one\ntwo\n'],
  ['?previous=true', [400, 'previous terminated container "web" in pod "web" not found']],
])('a log asked for with %s', async (query, expected) => {
  const plane = await start(ANSWERS);
  await makePod(plane, 'web', { state: { state: { running: { startedAt: '2026-01-01T12:00:00Z' } } } });
  expect(await log(plane, query)).toEqual(expected);
});

test.each([
  ['?tailLines=-1', 422, 'PodLogOptions "web" is invalid: tailLines: Invalid value: -1: must be greater than or equal to 0'],
  ['?limitBytes=0', 422, 'PodLogOptions "web" is invalid: limitBytes: Invalid value: 0: must be greater than 0'],
  ['?sinceSeconds=0', 422, 'PodLogOptions "web" is invalid: sinceSeconds: Invalid value: 0: must be greater than 0'],
  ['?stream=All', 422, 'PodLogOptions "web" is invalid: stream: Forbidden: may not be specified'],
  ['?tailLines=a', 400, 'strconv.ParseInt: parsing "a": invalid syntax'],
  ['?container=nothing', 400, 'container nothing is not valid for pod web'],
])('a log asked for with %s is refused', async (query, status, message) => {
  const plane = await start(ANSWERS);
  await makePod(plane, 'web');
  expect(await log(plane, query)).toEqual([status, message]);
});

test('of several containers one has to be named, and each has its own log', async () => {
  const plane = await start(ANSWERS);
  await makePod(plane, 'web', { containers: ['web', 'side'] });
  expect(await log(plane)).toEqual([400, 'a container name must be specified for pod web, choose one of: [web side]']);
  expect(await log(plane, '?container=side')).toBe('the side\n');
});

test('a pod that is not there, or on no node, or on one that is not there', async () => {
  const plane = await start(ANSWERS);
  await makePod(plane, 'unbound', { node: '' });
  await makePod(plane, 'astray', { node: 'nowhere' });
  expect(await log(plane, '', 'nobody')).toEqual([404, 'pods "nobody" not found']);
  expect(await log(plane, '', 'unbound')).toEqual([204, '']);
  expect(await log(plane, '', 'astray')).toEqual([404, 'pods "nowhere" not found']);
});

test.each([
  [{ state: { waiting: { reason: 'ContainerCreating' } } }, 'container "web" in pod "web" is waiting to start: ContainerCreating'],
  [
    { state: { waiting: { reason: 'ImagePullBackOff' } } },
    'container "web" in pod "web" is waiting to start: trying and failing to pull image',
  ],
  [{ state: { terminated: { exitCode: 1 } } }, 'container "web" in pod "web" is terminated'],
])('a container of the state %j has no log', async (state, message) => {
  const plane = await start(ANSWERS);
  await makePod(plane, 'web', { state });
  expect(await log(plane)).toEqual([400, message]);
});

test('the container before the last restart has a log of its own', async () => {
  const plane = await start(ANSWERS);
  const lastState = { terminated: { exitCode: 1, containerID: 'x://1', startedAt: '2026-01-01T11:59:00Z' } };
  await makePod(plane, 'web', { state: { state: { running: { startedAt: '2026-01-01T12:00:00Z' } }, lastState } });
  expect(await log(plane, '?previous=true&timestamps=true')).toBe('2026-01-01T11:59:01.000000000Z before\n');
});

/** What follows the log, chunk by chunk. */
async function follow({ api }: Started, query = 'follow=true'): Promise<AsyncIterator<Uint8Array>> {
  const response = await api.handle({
    method: 'GET',
    path: `${PODS}/web/log`,
    query: new URLSearchParams(query),
    user: { name: 'admin', groups: ['system:masters'] },
    body: { kind: 'none' },
    headers: { accept: '', contentType: '', userAgent: '', ifNoneMatch: '' },
  });
  if (response.kind !== 'bytes') throw new Error(`unexpected ${response.kind}`);
  return response.chunks[Symbol.asyncIterator]();
}

/** Up to the end. */
async function readInto(told: string[], chunks: AsyncIterator<Uint8Array>): Promise<void> {
  for (let next = await chunks.next(); next.done !== true; next = await chunks.next()) told.push(Buffer.from(next.value).toString());
}

const RUNNING = { state: { running: { startedAt: '2026-01-01T12:00:00Z' } } };
const ENDED = { state: { terminated: { exitCode: 0, containerID: 'x://1' } } };

test('what is followed comes when its time has come, and ends with its container', async () => {
  const plane = await start(ANSWERS);
  await makePod(plane, 'web', { state: RUNNING });
  const told: string[] = [];
  const reading = readInto(told, await follow(plane, 'follow=true&tailLines=1'));
  await plane.clock.settle();
  expect(told).toEqual(['two\n']);
  await plane.clock.advance(5_000);
  expect(told).toEqual(['two\n', 'three\n']);
  await setState(plane.client, 'web', ENDED);
  await reading;
  expect([told, plane.clock.pending]).toEqual([['two\n', 'three\n'], 0]);
});

test.each([
  ['has ended', (plane: Started) => setState(plane.client, 'web', ENDED)],
  ['is gone', async (plane: Started) => void (await plane.client.request({ method: 'DELETE', path: `${PODS}/web?gracePeriodSeconds=0` }))],
])('who reads slowly has every line until the container %s, and none after it', async (_title, end) => {
  const plane = await start(ANSWERS);
  await makePod(plane, 'web', { state: RUNNING });
  const chunks = await follow(plane, 'follow=true&tailLines=1');
  expect(Buffer.from((await chunks.next()).value as Uint8Array).toString()).toBe('two\n');
  await plane.clock.advance(6_000);
  await end(plane);
  await plane.clock.advance(10_000);
  const told: string[] = [];
  await readInto(told, chunks);
  expect([told, plane.clock.pending]).toEqual([['three\n'], 0]);
});

test('the log of the container before the last restart is not waited on', async () => {
  const plane = await start(ANSWERS);
  const lastState = { terminated: { exitCode: 1, containerID: 'x://1', startedAt: '2026-01-01T11:59:00Z' } };
  await makePod(plane, 'web', { state: { ...RUNNING, lastState } });
  const told: string[] = [];
  await readInto(told, await follow(plane, 'follow=true&previous=true'));
  expect(told).toEqual(['before\n']);
});

test('without a script it is said that nothing is scripted', async () => {
  const plane = await start();
  await makePod(plane, 'web');
  expect(await log(plane)).toEqual([
    501,
    'no containers run in this virtual control plane, and no answer is scripted for the logs of container web of pod default/web',
  ]);
});
