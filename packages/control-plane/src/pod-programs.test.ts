// Programs, files and ports of pods as a script has them, and who may ask for them.
import type { JsonObject } from '@rectrace/kube';
import { SteppedClock } from '@rectrace/testing';
import { packTar, unpackTar } from 'modern-tar';
import { expect, test } from 'vitest';
import type { ApiResponse } from './api/api-request.ts';
import type { PodAnswers } from './api/pod-answers/pod-answers.ts';
import type { PodSession } from './api/pod-streams/pod-session.ts';
import { statusOfEnd } from './api/pod-streams/program-status.ts';
import type { UserInfo } from './api/strategy.ts';
import type { ControlPlane } from './control-plane.ts';
import { createControlPlane } from './control-plane.ts';
import { Pipe } from './http/pipe.ts';

const WEB = '/api/v1/namespaces/default/pods/web';
const BOB: UserInfo = { name: 'bob', groups: [] };
const ADMIN = { name: 'admin', groups: ['system:masters'] };
const ANSWERS: PodAnswers = {
  pods: [
    {
      commands: [
        { command: ['ls', '*', 'b'], stdout: 'three words\n' },
        { command: ['ls', '**'], stderr: 'any words\n', exitCode: 2 },
        { command: ['cat'], stdin: 'echo' },
      ],
      files: { '/data/a.txt': 'in a', '/data/below/b.txt': 'in b' },
      logs: [{ text: 'early' }, { text: 'late', after: 5, stream: 'Stderr' }],
      ports: [
        { port: 7, echo: true },
        { port: 80, http: [{ path: '/a/*', method: 'GET', headers: { 'X-A': 'b' }, body: 'yes' }] },
      ],
    },
  ],
  nodes: [{ name: 'node-a', http: [{ path: '/healthz', body: 'ok' }] }],
};

async function start(podAnswers: PodAnswers = ANSWERS): Promise<ControlPlane & { readonly clock: SteppedClock }> {
  const clock = new SteppedClock(Date.UTC(2026, 0, 1));
  const plane = await createControlPlane({ clock, seed: 1, disabledPlugins: ['ServiceAccount'], podAnswers });
  const { client } = plane;
  await client.request({ method: 'POST', path: '/api/v1/nodes', body: { metadata: { name: 'node-a' } } });
  const spec = { nodeName: 'node-a', containers: [{ name: 'web', image: 'a', ports: [{ containerPort: 80 }] }] };
  await client.request({ method: 'POST', path: '/api/v1/namespaces/default/pods', body: { metadata: { name: 'web' }, spec } });
  const status = { podIP: '10.0.0.9', podIPs: [{ ip: '10.0.0.9' }] };
  await client.request({ method: 'PATCH', path: `${WEB}/status`, body: { status } });
  return { ...plane, clock };
}

type Asked = { readonly method?: string; readonly user?: UserInfo; readonly upgrade?: true };

function ask({ api }: ControlPlane, path: string, { method = 'POST', user = ADMIN, upgrade = true }: Asked = {}): Promise<ApiResponse> {
  const { pathname, searchParams } = new URL(path, 'https://localhost');
  const headers = { accept: '', contentType: '', userAgent: '', ifNoneMatch: '' };
  return api.handle({ method, path: pathname, query: searchParams, user, body: { kind: 'none' }, headers, upgrade });
}

function messageOf(response: ApiResponse): unknown {
  return response.kind === 'object' ? [response.status, response.value['message']] : response.kind;
}

async function sessionAt(plane: ControlPlane, path: string): Promise<PodSession> {
  const response = await ask(plane, path);
  if (response.kind !== 'session') throw new Error(`no session: ${JSON.stringify(messageOf(response))}`);
  return response.session;
}

type Ran = { readonly stdout: Buffer; readonly stderr: string; readonly exitCode: number };

/** The words of a command, `stdin` given to it. */
async function run(plane: ControlPlane, words: readonly string[], stdin: readonly Uint8Array[] = []): Promise<Ran> {
  const query = new URLSearchParams({ stdout: '1', stderr: '1', stdin: '1' });
  for (const word of words) query.append('command', word);
  const session = await sessionAt(plane, `${WEB}/exec?${query}`);
  if (session.kind !== 'program' || session.program.kind !== 'runs') throw new Error('refused');
  const said = { stdout: [] as Uint8Array[], stderr: [] as Uint8Array[] };
  const write = (to: 'stdout' | 'stderr', bytes: Uint8Array): Promise<void> => {
    said[to].push(bytes);
    return Promise.resolve();
  };
  const { exitCode } = await session.program.run({ stdin: chunksOf(stdin), write });
  return { stdout: Buffer.concat(said.stdout), stderr: Buffer.concat(said.stderr).toString(), exitCode };
}

async function* chunksOf(chunks: readonly Uint8Array[]): AsyncGenerator<Uint8Array> {
  yield* chunks;
}

test.each([
  [['ls', 'a', 'b'], { stdout: 'three words\n', stderr: '', exitCode: 0 }],
  [['ls', 'a', 'c'], { stdout: '', stderr: 'any words\n', exitCode: 2 }],
  [['ls'], { stdout: '', stderr: 'any words\n', exitCode: 2 }],
  [['cat'], { stdout: 'in and out', stderr: '', exitCode: 0 }],
  [['test', '-d', '/data'], { stdout: '', stderr: '', exitCode: 0 }],
  [['test', '-d', '/data/a.txt'], { stdout: '', stderr: '', exitCode: 1 }],
  [['test', '-f', 'data/../data/a.txt'], { stdout: '', stderr: '', exitCode: 0 }],
])('the command %j', async (words, expected) => {
  const { stdout, ...rest } = await run(await start(), words, [Buffer.from('in and '), Buffer.from('out')]);
  expect({ stdout: stdout.toString(), ...rest }).toEqual(expected);
});

test('how a program ended is told as a kubelet tells it', () => {
  expect(statusOfEnd({ exitCode: 0 })).toEqual({ metadata: {}, status: 'Success' });
  expect(statusOfEnd({ exitCode: 7 })).toMatchObject({
    reason: 'NonZeroExitCode',
    details: { causes: [{ reason: 'ExitCode', message: '7' }] },
  });
});

test('tar packs the files of a folder, and what is unpacked is there afterwards', async () => {
  const plane = await start();
  const packed = await unpackTar((await run(plane, ['tar', 'cf', '-', '/data'])).stdout);
  expect(packed.map(({ header, data }) => [header.name, data && Buffer.from(data).toString()])).toEqual([
    ['data/', undefined],
    ['data/below/', undefined],
    ['data/a.txt', 'in a'],
    ['data/below/b.txt', 'in b'],
  ]);
  const archive = await packTar([{ header: { name: '../../new/c.txt', size: 4, type: 'file' }, body: 'in c' }]);
  expect(await run(plane, ['tar', '-xmf', '-', '-C', '/data'], [archive.subarray(0, 100), archive.subarray(100)])).toMatchObject({
    exitCode: 0,
  });
  expect((await run(plane, ['test', '-f', '/new/c.txt'])).exitCode).toBe(0);
});

async function copyIn(plane: ControlPlane, name: string): Promise<void> {
  const archive = await packTar([{ header: { name, size: 1, type: 'file' }, body: 'x' }]);
  expect(await run(plane, ['tar', '-xmf', '-', '-C', '/data'], [archive])).toMatchObject({ exitCode: 0 });
}

async function filesIn(plane: ControlPlane): Promise<readonly string[]> {
  const { stdout } = await run(plane, ['tar', 'cf', '-', '/data']);
  return (await unpackTar(stdout)).flatMap(({ header }) => (header.name.endsWith('/') ? [] : [header.name.replace('data/', '')]));
}

test('a fork begins with what was copied into its base; then neither sees what is copied into the other', async () => {
  const plane = await start();
  await copyIn(plane, 'before');
  const fork = plane.fork(2);
  expect(await filesIn(fork)).toEqual(['a.txt', 'before', 'below/b.txt']);
  await copyIn(plane, 'base');
  await copyIn(fork, 'fork');
  expect(await filesIn(plane)).toEqual(['a.txt', 'base', 'before', 'below/b.txt']);
  expect(await filesIn(fork)).toEqual(['a.txt', 'before', 'below/b.txt', 'fork']);
});

test('a pod that is made anew has the files of the script', async () => {
  const plane = await start();
  await copyIn(plane, 'before');
  const { body } = await plane.client.request({ path: WEB });
  await plane.client.request({ method: 'DELETE', path: `${WEB}?gracePeriodSeconds=0` });
  const spec = { nodeName: 'node-a', containers: [{ name: 'web', image: 'a' }] };
  expect(
    (await plane.client.request({ method: 'POST', path: '/api/v1/namespaces/default/pods', body: { metadata: { name: 'web' }, spec } }))
      .body['metadata'],
  ).not.toMatchObject({ uid: (body['metadata'] as JsonObject)['uid'] });
  expect(await filesIn(plane)).toEqual(['a.txt', 'below/b.txt']);
});

test('tar says that a name is too long', async () => {
  const name = `${'long/'.repeat(1_000)}name`;
  const archive = await packTar([{ header: { name, size: 1, type: 'file' }, body: 'x' }]);
  expect(await run(await start(), ['tar', '-xmf', '-'], [archive])).toMatchObject({
    exitCode: 2,
    stderr: `tar: ${name}: Cannot open: File name too long\n`,
  });
});

test('tar says what is missing, and what is no archive', async () => {
  const plane = await start();
  expect(await run(plane, ['tar', 'cf', '-', '/nothing'])).toMatchObject({
    exitCode: 2,
    stderr: 'tar: /nothing: Cannot stat: No such file or directory\ntar: Exiting with failure status due to previous errors\n',
  });
  expect((await run(plane, ['tar', '-xmf', '-'], [Buffer.alloc(600, 7)])).exitCode).toBe(2);
});

test('what is not scripted is refused as a kubelet would refuse it, and named', async () => {
  const session = await sessionAt(await start(), `${WEB}/exec?command=rm&command=-r&stdout=true`);
  expect(session).toMatchObject({
    program: {
      kind: 'refused',
      status: { code: 501, message: expect.stringContaining('the command rm -r of container web of pod default/web') },
    },
  });
  const nothing = await sessionAt(await start({}), `${WEB}/portforward`);
  expect(nothing).toMatchObject({ refusal: { code: 501, message: expect.stringContaining('ports of pod default/web') } });
  expect(await sessionAt(await start(), `${WEB}/exec?command=ls`)).toMatchObject({
    program: { kind: 'refused', status: { code: 400, message: 'you must specify at least 1 of stdin, stdout, stderr' } },
  });
});

test('who is attached sees what is logged from then on, until the pod is gone', async () => {
  const plane = await start();
  const session = await sessionAt(plane, `${WEB}/attach?stdout=true&stderr=true`);
  if (session.kind !== 'program' || session.program.kind !== 'runs') throw new Error('refused');
  const said: string[] = [];
  const write = (to: string, bytes: Uint8Array): Promise<void> => {
    said.push(`${to}: ${Buffer.from(bytes).toString()}`);
    return Promise.resolve();
  };
  const running = session.program.run({ stdin: chunksOf([]), write });
  await plane.clock.advance(5_000);
  expect(said).toEqual(['stderr: late\n']);
  await plane.client.request({ method: 'DELETE', path: `${WEB}?gracePeriodSeconds=0` });
  expect(await running).toEqual({ exitCode: 0 });
});

test('what is said to a container that is attached to is read, though it goes nowhere', async () => {
  const session = await sessionAt(await start(), `${WEB}/attach?stdin=1&stdout=1`);
  if (session.kind !== 'program' || session.program.kind !== 'runs') throw new Error('nothing runs');
  const said = new Pipe();
  void session.program.run({ stdin: said.chunks, write: async () => undefined });
  for (const word of ['a', 'b']) await said.write(Buffer.from(word));
});

test('what nobody can say to a container that is attached to ends the attaching', async () => {
  const session = await sessionAt(await start(), `${WEB}/attach?stdin=1&stdout=1`);
  if (session.kind !== 'program' || session.program.kind !== 'runs') throw new Error('nothing runs');
  async function* stdin(): AsyncGenerator<Uint8Array> {
    yield await Promise.reject(new Error('out of order'));
  }
  await expect(session.program.run({ stdin: stdin(), write: async () => undefined })).rejects.toThrow('out of order');
});

test('a container that does not run is not spoken with', async () => {
  const plane = await start();
  const containerStatuses = [
    { name: 'web', image: 'a', imageID: '', ready: false, restartCount: 0, state: { terminated: { exitCode: 0 } } },
  ];
  await plane.client.request({ method: 'PATCH', path: `${WEB}/status`, body: { status: { containerStatuses } } });
  expect(await sessionAt(plane, `${WEB}/exec?command=ls&stdout=true`)).toMatchObject({
    program: { status: { code: 500, message: 'Internal error occurred: unable to upgrade connection: container not found ("web")' } },
  });
});

test('whoever asks with GET needs the right to create, too', async () => {
  const plane = await start();
  const grant = async (name: string, verbs: readonly string[]): Promise<void> => {
    const rules = [{ apiGroups: [''], resources: ['pods/exec'], verbs }];
    const rbac = '/apis/rbac.authorization.k8s.io/v1/namespaces/default';
    await plane.client.request({ method: 'POST', path: `${rbac}/roles`, body: { metadata: { name }, rules } as JsonObject });
    const body = {
      metadata: { name },
      roleRef: { kind: 'Role', name, apiGroup: 'rbac.authorization.k8s.io' },
      subjects: [{ kind: 'User', name: 'bob' }],
    };
    await plane.client.request({ method: 'POST', path: `${rbac}/rolebindings`, body });
  };
  const get = (): Promise<ApiResponse> => ask(plane, `${WEB}/exec?command=ls&stdout=1`, { method: 'GET', user: BOB });
  expect(messageOf(await get())).toEqual([
    403,
    'pods "web" is forbidden: User "bob" cannot get resource "pods/exec" in API group "" in the namespace "default"',
  ]);
  await grant('getter', ['get']);
  expect(messageOf(await get())).toEqual([403, 'pods "web" is forbidden: ']);
  await grant('creator', ['create']);
  expect(messageOf(await get())).toBe('session');
});

test('a client that can say nothing more is refused', async () => {
  const { client } = await start();
  expect(await client.request({ method: 'POST', path: `${WEB}/exec?command=ls` })).toMatchObject({
    status: 400,
    body: { message: 'Upgrade request required', reason: 'BadRequest' },
  });
});

test.each([
  [`${WEB}/proxy/a/b?c=d`, 200, 'yes'],
  [`${WEB}:80/proxy/a/`, 200, 'yes'],
  ['/api/v1/nodes/node-a/proxy/healthz', 200, 'ok'],
  ['/api/v1/nodes/node-a:10250/proxy/healthz', 200, 'ok'],
])('GET %s', async (path, status, text) => {
  const { client } = await start();
  expect(await client.request({ path })).toMatchObject({ status, body: { text } });
});

test.each([
  [`${WEB}:81/proxy/a/b`, 501, 'GET /a/b of port 81 of pod default/web'],
  [`${WEB}/proxy/other`, 501, 'GET /other of port 80 of pod default/web'],
  ['/api/v1/nodes/node-a:9100/proxy/healthz', 501, 'GET /healthz of port 9100 of node node-a'],
  ['/api/v1/nodes/node-b/proxy/healthz', 404, 'nodes "node-b" not found'],
  [`${WEB}:a:b:c/proxy/a`, 400, 'invalid pod request "web:a:b:c"'],
  ['/api/v1/namespaces/default/services/kubernetes:http/proxy/', 404, 'services "kubernetes" not found'],
])('GET %s is refused', async (path, status, message) => {
  const { client } = await start();
  expect(await client.request({ path })).toMatchObject({ status, body: { message: expect.stringContaining(message) } });
});

test('a proxied path without a slash is asked for with one', async () => {
  const response = await ask(await start(), `${WEB}/proxy?a=b`, { method: 'GET' });
  expect(response).toMatchObject({ kind: 'empty', status: 301, headers: { Location: `${WEB}/proxy/?a=b` } });
});

test('ports are answered by their number', async () => {
  const session = await sessionAt(await start(), `${WEB}/portforward?ports=7,80&ports=81`);
  if (session.kind !== 'ports') throw new Error('no ports');
  expect(session.asked).toEqual([7, 80, 81]);
  expect(session.answerOf(7)).toEqual({ kind: 'answered', answer: { port: 7, echo: true } });
  expect(session.answerOf(81)).toMatchObject({
    kind: 'failed',
    reason: expect.stringContaining('error forwarding port 81 to pod web, uid '),
  });
});
