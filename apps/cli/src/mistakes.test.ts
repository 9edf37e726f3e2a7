// What users get wrong, each answered in one line that says what to do, before anything long is read.

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { EXIT_CODES } from './exit-code.ts';
import { captureRun, sampleRecording } from './testing/captured-run.ts';
import { startLoopbackApi } from './testing/loopback-api.ts';

const P1 = sampleRecording('p1-deployment');
const TRACES = '/apis/trace.kubeblocks.io/v1/namespaces/shop/reconciliationtraces';

let folder: string;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'rectrace-mistakes-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

function file(name: string, content: string | Buffer): string {
  writeFileSync(join(folder, name), content);
  return join(folder, name);
}

/** One object that nothing happens to but its deletion: a cycle without steps. */
const STILL = [
  '{"receivedAt":"2026-11-30T19:00:00.000Z","type":"ADDED","initial":true,"object":{"apiVersion":"v1","kind":"ConfigMap","metadata":{"name":"a","namespace":"plain","uid":"u","resourceVersion":"5"}}}',
  '{"receivedAt":"2026-11-30T19:00:09.000Z","type":"DELETED","object":{"apiVersion":"v1","kind":"ConfigMap","metadata":{"name":"a","namespace":"plain","uid":"u","resourceVersion":"6"}}}',
].join('\n');

test.each<[args: readonly string[], said: string]>([
  [['bogus'], "unknown command 'bogus'; see rectrace --help"],
  [['timeline'], "missing required argument 'target': KIND/NAME of the cluster, or the FILE of a recording; see rectrace timeline --help"],
  [['replay'], "missing required argument 'file': FILE of a recording (.ndjson, .ndjson.gz); see rectrace replay --help"],
  [['replay', '-'], '- is no file: a recording is read twice, which a stream can not be; write it to a FILE first'],
  [['roots', '/dev/null'], '/dev/null is no file: a recording is read twice, which a stream can not be; write it to a FILE first'],
  [['tree', P1, '--bogus'], "unknown option '--bogus'; see rectrace tree --help"],
  [
    ['trace', 'create', 'web', '--expression', 'true'],
    "unknown option '--expression' (Did you mean --cel-state-evaluation-expression?); see rectrace trace create --help",
  ],
  [['trace', 'bogus'], "unknown command 'bogus'; see rectrace trace --help"],
  [['trace', 'ls', '--bogus'], "unknown option '--bogus'; see rectrace trace list --help"],
  [
    ['-n', 'shop', 'trace', 'create', 'a', 'b'],
    "too many arguments for 'create': expected 1 argument but got 2: a, b; see rectrace trace create --help",
  ],
  [['replay', P1, '-o', 'jsonpath='], "-o jsonpath=: a template is missing; write one such as jsonpath='{.root.name}'"],
  [['replay', P1, '-o', 'jsonpath'], "-o jsonpath: a template is missing; write one such as jsonpath='{.root.name}'"],
  [['replay', P1, '-o', 'jsonpath-file=x'], '-o jsonpath-file=x: write jsonpath=TEMPLATE'],
  [['replay', P1, '-o', 'jsonpath={.cycles['], "jsonpath: '{' at position 1 is not closed"],
  [['timeline', P1, '--cycle', 'x'], "'x' is no cycle; write its number, or -1 for the latest"],
  [['timeline', P1, '--since', 'x'], '--since x: write a time or a duration, such as 10m, 20:26 or 2026-11-30T19:26:34Z'],
  [['timeline', P1, '--type', 'x'], '--type x: write one of creation, update, deletion, event, present'],
  [['timeline', P1, '--filter', '1 +'], '--filter: CEL line 1, column 4: the expression ends here, expected a value'],
  [
    ['timeline', P1, '--filter', 'change.writer == "x"'],
    "--filter: CEL line 1, column 15: '==' cannot take writer or null, string; name a field of writer: manager (string), operation (string), subresource (string), time (string)",
  ],
  [
    ['timeline', P1, '--filter', 'change.wrtier.manager == "x"'],
    "--filter: CEL line 1, column 8: change has no field 'wrtier'; did you mean writer? there are type (string), object (object), writer (writer or null),",
  ],
  [
    ['timeline', P1, '--filter', 'change.diff.exists(field, field.pth == [])'],
    "an entry of diff has no field 'pth'; did you mean path? there are path (list(string)), before (dyn), after (dyn)",
  ],
  [['timeline', P1, '--filter', 'change.time > 5'], "--filter: CEL line 1, column 13: '>' cannot take string, int"],
  [['diff', P1, '--from', '-1x'], "'-1x' is no moment; write a revision, #N, a time, -10m, last-terminal, cycle:N or now"],
  [['diff', P1, '--to', 'cycle:x'], "'cycle:x' is no cycle; write its number, or -1 for the latest"],
  [['tree', P1, '--depth', '-1'], '--depth -1: write a whole number, 0 or more'],
])('%j is refused before anything is read', async (args, said) => {
  const { code, stdout, stderr } = await captureRun(args);
  expect(stderr).toMatch(/^rectrace: [^\n]* \[(USAGE|EXPRESSION_INVALID)\]\n$/);
  expect(stderr).toContain(said);
  expect({ code, stdout }).toEqual({ code: EXIT_CODES.usage, stdout: '' });
});

describe('files that are no recording', () => {
  test.each<[what: string, path: () => string, said: RegExp]>([
    ['a folder', () => folder, /^rectrace: recording \S+ cannot be read: it is a folder \[USAGE\]\n$/],
    ['an empty file', () => file('empty.ndjson', ''), /^rectrace: recording \S+ is empty \[USAGE\]\n$/],
    ['an empty packed file', () => file('empty.ndjson.gz', gzipSync('')), /^rectrace: recording \S+ is empty \[USAGE\]\n$/],
    [
      'a packed file of 5 bytes',
      () => file('tiny.ndjson.gz', gzipSync('x').subarray(0, 5)),
      /^rectrace: recording \S+ is empty \[USAGE\]\n$/,
    ],
    ['a later version', () => file('later.ndjson', '{"rectrace":"recording","version":9}\n'), /version 9 is not known/],
  ])('%s: usage, in one line', async (_what, path, said) => {
    for (const command of ['replay', 'timeline', 'roots', 'tree']) {
      const { code, stderr } = await captureRun([command, path()]);
      expect({ command, code }).toEqual({ command, code: EXIT_CODES.usage });
      expect(stderr).toMatch(said);
    }
  });

  test('a recording is unpacked where it is packed, whatever its name', async () => {
    const whole = await captureRun(['cycles', P1]);
    const packed = await captureRun(['cycles', file('packed.ndjson', gzipSync((await import('node:fs')).readFileSync(P1)))]);
    expect(packed).toMatchObject({ code: EXIT_CODES.success, stdout: whole.stdout });
  });
});

test('with --since neither an older change nor an older turn of a cycle is shown', async () => {
  const whole = await captureRun(['timeline', P1, '--changes', '--utc']);
  expect(whole.stdout).toMatch(/▶ cycle 1 starts/);
  const { stdout } = await captureRun(['timeline', P1, '--changes', '--utc', '--since', '2099-01-01T00:00:00Z']);
  expect(stdout).not.toMatch(/cycle \d+ (starts|ended)/);
});

test('two cycles without a step of any object are compared without a table of steps', async () => {
  const compared = await captureRun(['cycles', 'compare', '1', '1', P1]);
  expect(compared.stdout).toContain('LONGEST STEP');
  const empty = await captureRun(['cycles', 'compare', '1', '1', file('still.ndjson', `${STILL}\n`), '--root', 'ConfigMap/plain/a']);
  expect(empty.code).toBe(EXIT_CODES.success);
  expect(empty.stdout).not.toContain('LONGEST STEP');
});

test('a kind that no change is of is told, and which there are', async () => {
  const { code, stderr } = await captureRun(['timeline', P1, '--kind', 'Bogus,Pod']);
  expect(code).toBe(EXIT_CODES.success);
  expect(stderr).toContain('no change is of kind Bogus; there are changes of Deployment.apps, Pod, ReplicaSet.apps\n');
});

const IN_PLACE: { readonly [request: string]: object } = {
  'GET /api': { kind: 'APIVersions', versions: ['v1'] },
  'GET /apis': { kind: 'APIGroupList', groups: [] },
  'GET /api/v1': {
    kind: 'APIResourceList',
    groupVersion: 'v1',
    resources: [{ name: 'pods', kind: 'Pod', namespaced: true, singularName: 'pod', shortNames: ['po'], verbs: ['get', 'list', 'watch'] }],
  },
  'GET /api/v1/namespaces/shop/pods': { kind: 'PodList', apiVersion: 'v1', metadata: { resourceVersion: '5' }, items: [] },
  'GET /api/v1/namespaces/nowhere/pods': { kind: 'PodList', apiVersion: 'v1', metadata: { resourceVersion: '5' }, items: [] },
  'GET /api/v1/namespaces/kube-system': { kind: 'Namespace', apiVersion: 'v1', metadata: { name: 'kube-system', uid: 'uid' } },
  'GET /api/v1/namespaces/shop': { kind: 'Namespace', apiVersion: 'v1', metadata: { name: 'shop', uid: 'uid-shop' } },
};

describe('roots of a namespace without any', () => {
  test.each<[namespace: string, form: readonly string[], code: number, stdout: string, said: string]>([
    ['shop', [], EXIT_CODES.success, '', 'No roots found in namespace shop; -A looks in all of them\n'],
    ['shop', ['-o', 'jsonpath={.roots}'], EXIT_CODES.success, '[]\n', ''],
    ['nowhere', [], EXIT_CODES.notFound, '', 'rectrace: there is no namespace nowhere; choose one with -n [NOT_FOUND]\n'],
    ['nowhere', ['-o', 'name'], EXIT_CODES.notFound, '', 'rectrace: there is no namespace nowhere; choose one with -n [NOT_FOUND]\n'],
  ])('%s %j', async (namespace, form, code, stdout, stderr) => {
    const api = await startLoopbackApi(IN_PLACE);
    const env = { HOME: api.home };
    const told = await captureRun(['roots', '-n', namespace, ...form, '--kubeconfig', api.kubeconfig], { env }).finally(() => api.close());
    expect(told).toEqual({ code, stdout, stderr });
  });
});

describe('of a cluster', () => {
  const kind = 'ReconciliationTrace';
  const list = { kind: `${kind}List`, apiVersion: 'trace.kubeblocks.io/v1', items: [], rows: [], columnDefinitions: [] };

  test.each(['watch', 'record'])('%s of a FILE says what tells of one', async (command) => {
    const api = await startLoopbackApi({});
    const to = command === 'record' ? ['--to', join(folder, 'never.ndjson')] : [];
    const { code, stderr } = await captureRun([command, P1, ...to, '--kubeconfig', api.kubeconfig]).finally(() => api.close());
    const said = `${P1} is a recording, and this command follows a cluster; replay, timeline and tree tell of a recording`;
    expect({ code, stderr }).toEqual({ code: EXIT_CODES.usage, stderr: `rectrace: ${said} [USAGE]\n` });
  });

  test.each<[args: readonly string[], code: number, said: string]>([
    [['trace', 'list', 'nope', '-n', 'shop'], EXIT_CODES.notFound, 'rectrace: there is no trace nope in namespace shop [NOT_FOUND]'],
    [
      ['trace', 'list', 'nope', '-n', 'shop', '-o', 'name'],
      EXIT_CODES.notFound,
      'rectrace: there is no trace nope in namespace shop [NOT_FOUND]',
    ],
    [['trace', 'list', '-n', 'shop'], EXIT_CODES.success, 'No resources found in namespace shop'],
    [['trace', 'list', 'x', '-A'], EXIT_CODES.usage, 'rectrace: a trace is named within one namespace; leave out NAME or -A [USAGE]'],
  ])('%j', async (args, code, said) => {
    const api = await startLoopbackApi({ [`GET ${TRACES}`]: list });
    const answer = await captureRun([...args, '--kubeconfig', api.kubeconfig]).finally(() => api.close());
    expect(answer).toEqual({ code, stdout: '', stderr: `${said}\n` });
  });
});
