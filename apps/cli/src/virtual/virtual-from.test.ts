// `virtual up --from` a file, as a user meets it.

import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { request } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { JsonObject } from '@rectrace/kube';
import { listAt, valueAt } from '@rectrace/kube';
import type { Snapshot } from '@rectrace/planner';
import { writeSnapshot } from '@rectrace/planner';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { Interrupted } from '../errors.ts';
import type { CapturedRun } from '../testing/captured-run.ts';
import { captureRun, sampleRecording } from '../testing/captured-run.ts';

let folder: string;
let kubeconfig: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'rectrace-from-test-'));
  kubeconfig = join(folder, 'kubeconfig');
});
afterEach(() => rmSync(folder, { recursive: true }));

const NOWHERE = { KUBECONFIG: '/nowhere', HOME: '/nowhere' };

/** Runs `virtual up`, reads what `paths` answer once it is ready, and interrupts it. */
async function up(args: readonly string[], paths: readonly string[] = []): Promise<CapturedRun & { readonly read: readonly JsonObject[] }> {
  const interruption = new AbortController();
  const read: JsonObject[] = [];
  let busy: Promise<void> = Promise.resolve();
  const readAll = async (): Promise<void> => {
    for (const path of paths) read.push(await get(path));
  };
  const run = await captureRun(['virtual', 'up', '--kubeconfig', kubeconfig, ...args], {
    env: NOWHERE,
    interruption,
    onOutput: () => {
      busy = readAll().finally(() => interruption.abort(new Interrupted('SIGINT')));
    },
  });
  await busy;
  return { ...run, read };
}

type Kubeconfig = {
  readonly clusters: readonly [{ readonly cluster: { readonly server: string; readonly 'certificate-authority-data': string } }];
  readonly users: readonly [{ readonly user: { readonly token: string } }];
};

function get(path: string): Promise<JsonObject> {
  const { clusters, users } = JSON.parse(readFileSync(kubeconfig, 'utf8')) as Kubeconfig;
  const { server, 'certificate-authority-data': authority } = clusters[0].cluster;
  const headers = { authorization: `Bearer ${users[0].user.token}` };
  return new Promise((resolve, reject) => {
    request(`${server}${path}`, { ca: Buffer.from(authority, 'base64'), headers, agent: false }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('end', () => resolve(JSON.parse(Buffer.concat(chunks).toString()) as JsonObject));
    })
      .on('error', reject)
      .end();
  });
}

function namesIn(list: JsonObject | undefined): readonly unknown[] {
  return listAt(list, ['items']).map((item) => valueAt(item, ['metadata', 'name']));
}

function object(kind: string, name: string, more: JsonObject = {}, namespace = 'shop'): JsonObject {
  return { apiVersion: 'v1', kind, metadata: { name, namespace, uid: `uid-${name}`, creationTimestamp: '2026-01-01T00:00:00Z' }, ...more };
}

async function snapshotFile(objects: readonly JsonObject[], name = 'shop.snapshot'): Promise<string> {
  const path = join(folder, name);
  const header: Snapshot['header'] = {
    version: 1,
    takenAt: Date.UTC(2026, 0, 1),
    server: 'https://live:6443',
    serverVersion: 'v1.35.4',
    resourceVersion: '4711',
    scope: { namespace: '' },
    secrets: 'kept',
    leftOut: [
      { what: 'secrets', reason: 'no right to list it' },
      { what: 'nodes', reason: 'no right to list it' },
    ],
    laterReads: [{ collection: 'events', resourceVersion: '4712', reason: 'too old' }],
  };
  await writeSnapshot(path, { header, objects }, { replace: true, processId: 1 });
  return path;
}

test('a snapshot: what is in it is served, what is missing is said', async () => {
  const token = { type: 'kubernetes.io/service-account-token', data: { token: Buffer.from('live-token').toString('base64') } };
  const path = await snapshotFile([object('ConfigMap', 'a', { data: { k: 'v' } }), object('Secret', 't', token)]);
  const { code, stdout, stderr, read } = await up(
    ['--from', path],
    ['/api/v1/namespaces/shop/configmaps/a', '/api/v1/namespaces/shop/secrets/t'],
  );
  expect([code, stdout]).toEqual([0, `ready KUBECONFIG=${kubeconfig}\n`]);
  expect(stderr.split('\n')).toEqual([
    `snapshot ${path} of https://live:6443: 2 objects at resourceVersion 4711 (all namespaces)`,
    'left out: nodes, secrets (no right to list it)',
    'read at another resourceVersion: events at 4712 (too old)',
    expect.stringMatching(/^no controllers run here: .*kube-controller-manager/),
    '',
  ]);
  expect(read[0]).toMatchObject({ metadata: { uid: 'uid-a' }, data: { k: 'v' } });
  expect(read[1]).toMatchObject({ metadata: { uid: 'uid-t' } });
  expect(valueAt(read[1], ['data', 'token'])).not.toBe(token.data.token);
});

test('of a file, -n takes a part', async () => {
  const path = await snapshotFile([object('ConfigMap', 'a'), object('ConfigMap', 'b', {}, 'other')]);
  const { stderr, read } = await up(['--from', path, '-n', 'shop'], ['/api/v1/configmaps']);
  expect(namesIn(read[0])).toEqual(expect.arrayContaining(['a']));
  expect(JSON.stringify(read)).not.toContain('"uid-b"');
  expect(stderr).toContain('of namespace shop: 1 objects');
  expect(await up(['--from', path, '-n', 'nowhere'])).toMatchObject({
    code: 4,
    stderr: `rectrace: ${path} holds nothing of namespace nowhere [NOT_FOUND]\n`,
  });
});

test.each([
  ['p1-deployment', '/apis/apps/v1/namespaces/plain/deployments', ['web']],
  ['p2-statefulset', '/apis/apps/v1/namespaces/plain/statefulsets', ['db']],
])('a recording: the last state of each object (%s)', async (name, path, names) => {
  const { code, stderr, read } = await up(['--from', sampleRecording(name)], [path]);
  expect(code).toBe(0);
  expect(stderr).toMatch(new RegExp(`^recording .*${name}\\.ndjson: the last state of \\d+ objects\n`));
  expect(namesIn(read[0])).toEqual(names);
});

test('kinds that are not served are named', async () => {
  const { stderr } = await up(['--from', sampleRecording('c-scale-in')]);
  expect(stderr).toMatch(/left out: Cluster of apps\.kubeblocks\.io\/v1: not served here \(\d+ objects?\)\n/);
});

test('owners that are not there are told: a controller would delete what they own', async () => {
  const owner = { apiVersion: 'apps/v1', kind: 'ReplicaSet', name: 'web', uid: 'gone' };
  const owned = object('ConfigMap', 'a', { metadata: { name: 'a', namespace: 'shop', uid: 'a', ownerReferences: [owner] } });
  const { stderr } = await up(['--from', await snapshotFile([owned])]);
  expect(stderr).toContain('warning: 1 objects are owned by objects of kind ReplicaSet that are not here');
});

test('webhooks that nothing serves are told, with what they refuse; without them writes go through', async () => {
  const clientConfig = { service: { namespace: 'kb-system', name: 'hook' }, caBundle: '' };
  const rule = { apiGroups: [''], apiVersions: ['v1'], resources: ['configmaps'], operations: ['CREATE'] };
  const webhook = { name: 'a.example.org', clientConfig, rules: [rule], sideEffects: 'None', admissionReviewVersions: ['v1'] };
  const metadata = { name: 'strict', uid: 'strict' };
  const hook = { apiVersion: 'admissionregistration.k8s.io/v1', kind: 'ValidatingWebhookConfiguration', metadata, webhooks: [webhook] };
  const path = await snapshotFile([hook]);
  const configurations = '/apis/admissionregistration.k8s.io/v1/validatingwebhookconfigurations';
  const told = await up(['--from', path], [configurations]);
  expect(told.stderr).toContain('strict: nothing serves Service kb-system/hook here, so writes to configmaps are refused\n');
  expect(told.stderr).toContain('--without-webhooks leaves out');
  expect(namesIn(told.read[0])).toEqual(['strict']);
  const without = await up(['--from', path, '--without-webhooks'], [configurations]);
  expect(without.stderr).toContain('left out: 1 configurations of webhooks that nothing serves here\n');
  expect(without.stderr).not.toContain('refused');
  expect(namesIn(without.read[0])).toEqual([]);
});

test.each<[string, (path: string) => void, number, RegExp]>([
  ['that is not there', (path) => rmSync(path), 4, /^rectrace: there is no file .* \[NOT_FOUND\]\n$/],
  [
    'that is damaged',
    (path) => writeFileSync(path, readFileSync(path, 'utf8').slice(0, -40)),
    7,
    /^rectrace: snapshot .* is damaged at line 2 \(byte \d+\): .* \[SNAPSHOT_DAMAGED\]\n$/,
  ],
  [
    'of a newer version',
    (path) => writeFileSync(path, '{"rectrace":"snapshot","version":2}\n'),
    2,
    /^rectrace: .*: snapshot version 2 is not known; this rectrace reads 1 \[SNAPSHOT_FOREIGN\]\n$/,
  ],
  [
    'that is something else',
    (path) => writeFileSync(path, 'hello\n'),
    2,
    /^rectrace: .* is neither a snapshot nor a recording \(line 1: the line is not JSON\) \[USAGE\]\n$/,
  ],
])('a file %s is refused in one line', async (_title, spoil, code, message) => {
  const path = await snapshotFile([object('ConfigMap', 'a')]);
  spoil(path);
  const run = await up(['--from', path]);
  expect([run.code, run.stdout, existsSync(kubeconfig)]).toEqual([code, '', false]);
  expect(run.stderr).toMatch(message);
});

test('an object that is none of its kind is refused by name, and nothing is left', async () => {
  const path = await snapshotFile([object('Pod', 'web', { spec: { containers: 'none' } })]);
  const { code, stderr } = await up(['--from', path]);
  expect([code, existsSync(kubeconfig)]).toEqual([1, false]);
  expect(stderr).toContain('rectrace: Pod shop/web cannot be taken: ');
});

test('a name that stands for nothing, and flags that need an origin or contradict each other', async () => {
  expect(await up(['--from', 'prod'])).toMatchObject({
    code: 4,
    stderr: 'rectrace: --from prod: there is neither a file nor a context of that name [NOT_FOUND]\n',
  });
  expect(await up(['-n', 'shop'])).toMatchObject({ code: 2, stderr: expect.stringContaining('name it with --from') });
  expect(await up(['--from', 'x.snapshot', '-n', 'shop', '-A'])).toMatchObject({ code: 2, stderr: expect.stringContaining('contradict') });
});

test('a snapshot needs a place, and does not write over a file', async () => {
  const path = await snapshotFile([]);
  expect(await captureRun(['virtual', 'snapshot'], { env: NOWHERE })).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('--to FILE is missing'),
  });
  expect(await captureRun(['virtual', 'snapshot', '--to', path], { env: NOWHERE })).toEqual({
    code: 2,
    stdout: '',
    stderr: `rectrace: snapshot ${path} exists already; use --force to write over it, or name another file [SNAPSHOT_EXISTS]\n`,
  });
});
