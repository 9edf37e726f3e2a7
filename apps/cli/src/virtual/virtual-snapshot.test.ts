// `virtual snapshot`, and `virtual up --from` a context, against an API server of a few canned answers.

import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { Interrupted } from '../errors.ts';
import type { CapturedRun } from '../testing/captured-run.ts';
import { captureRun } from '../testing/captured-run.ts';
import type { LoopbackApi } from '../testing/loopback-api.ts';
import { startLoopbackApi, statusOf } from '../testing/loopback-api.ts';

const PASSWORD = Buffer.from('hunter2-hunter2').toString('base64');
const FORBIDDEN = statusOf(403, { reason: 'Forbidden', message: 'forbidden', name: '' });

function kind(name: string, resource: string, namespaced: boolean): object {
  return { name: resource, kind: name, namespaced, singularName: '', verbs: ['get', 'list', 'watch'] };
}

function list(items: readonly object[]): object {
  return { kind: 'List', apiVersion: 'v1', metadata: { resourceVersion: '4711' }, items };
}

function object(name: string, more: object = {}): object {
  return { metadata: { name, namespace: 'shop', uid: `uid-${name}`, resourceVersion: '17' }, ...more };
}

const ANSWERS: { readonly [request: string]: object } = {
  'GET /version': { gitVersion: 'v1.35.4', major: '1', minor: '35', platform: '' },
  'GET /api': { kind: 'APIVersions', versions: ['v1'] },
  'GET /apis': { kind: 'APIGroupList', groups: [] },
  'GET /api/v1': {
    kind: 'APIResourceList',
    groupVersion: 'v1',
    resources: [
      kind('Namespace', 'namespaces', false),
      kind('Node', 'nodes', false),
      kind('Secret', 'secrets', true),
      kind('ConfigMap', 'configmaps', true),
    ],
  },
  'GET /api/v1/namespaces': list([{ metadata: { name: 'shop', uid: 'ns' } }]),
  'GET /api/v1/nodes': FORBIDDEN,
  'GET /api/v1/namespaces/shop/secrets': list([object('login', { type: 'Opaque', data: { password: PASSWORD } })]),
  'GET /api/v1/namespaces/shop/configmaps': list([object('config', { data: { mode: 'fast' } })]),
};

let api: LoopbackApi;
let path: string;

async function start(answers: typeof ANSWERS): Promise<void> {
  api = await startLoopbackApi(answers);
  path = join(api.home, 'shop.snapshot');
}

beforeEach(() => start(ANSWERS));
afterEach(() => api.close());

function snapshot(...args: readonly string[]): Promise<CapturedRun> {
  const named = ['--to', path, '--kubeconfig', api.kubeconfig];
  return captureRun(['virtual', 'snapshot', ...args, ...named], { env: { HOME: api.home } });
}

test('what is in the file is told, and what is not is named', async () => {
  expect(await snapshot('-n', 'shop')).toEqual({
    code: 0,
    stdout: `${path}: 3 objects at resourceVersion 4711 (namespace shop; secret values are stand-ins)\n`,
    stderr: 'left out: nodes (no right to list it)\n',
  });
  const [header = '', ...lines] = readFileSync(path, 'utf8').trimEnd().split('\n');
  expect(JSON.parse(header)).toMatchObject({ scope: { namespace: 'shop' }, secrets: 'standIns', serverVersion: 'v1.35.4' });
  expect(lines.map((line) => JSON.parse(line).kind)).toEqual(['Namespace', 'Secret', 'ConfigMap', undefined]);
  expect(lines.join()).not.toContain(PASSWORD);
  expect(api.requests.filter((request) => !request.startsWith('GET '))).toEqual([]);
});

test('with its secrets the file is for its owner alone, and that is said', async () => {
  const { stderr } = await snapshot('-n', 'shop', '--with-secrets');
  expect(stderr).toContain(`warning: ${path} holds secret values in clear: only you can read it, keep it so\n`);
  expect([statSync(path).mode & 0o777, readFileSync(path, 'utf8').includes(PASSWORD)]).toEqual([0o600, true]);
});

test('a namespace that is not there, and flags that contradict each other', async () => {
  expect(await snapshot('-n', 'nowhere')).toEqual({
    code: 4,
    stdout: '',
    stderr: 'rectrace: namespace nowhere is not there [NOT_FOUND]\n',
  });
  expect(await snapshot('-n', 'shop', '-A')).toMatchObject({ code: 2, stderr: expect.stringContaining('-n and -A contradict each other') });
  expect(existsSync(path)).toBe(false);
});

test('without any right there is no file', async () => {
  await api.close();
  const lists = Object.keys(ANSWERS).filter((request) => /namespaces|nodes/.test(request));
  await start({ ...ANSWERS, ...Object.fromEntries(lists.map((request) => [request, FORBIDDEN])) });
  expect(await snapshot('-n', 'shop')).toMatchObject({
    code: 5,
    stderr: expect.stringContaining('there is no right to list anything of http://'),
  });
  expect(existsSync(path)).toBe(false);
});

test('a name that is a context and a file is the context, and that is said', async () => {
  const name = readdirSync('.', { withFileTypes: true }).find((entry) => entry.isFile())?.name ?? '';
  const kubeconfig = join(api.home, 'named');
  writeFileSync(kubeconfig, readFileSync(api.kubeconfig, 'utf8').replace('contexts: [{name: c,', `contexts: [{name: "${name}",`));
  const interruption = new AbortController();
  const { code, stderr } = await captureRun(['virtual', 'up', '--from', name, '-n', 'shop', '--kubeconfig', join(api.home, 'virtual')], {
    env: { HOME: api.home, KUBECONFIG: kubeconfig },
    interruption,
    onOutput: () => interruption.abort(new Interrupted('SIGINT')),
  });
  expect(code).toBe(0);
  expect(stderr).toContain(`${name} is a context and a file: the context is taken; ./${name} is the file\n`);
  expect(stderr).toContain(`context ${name}: 3 objects at resourceVersion 4711 (namespace shop)\n`);
});
