import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openSqliteHistory } from '@rectrace/history';
import type { KubeObject } from '@rectrace/kube';
import { realClock } from '@rectrace/testing';
import type { RecorderMessage } from '@rectrace/trace';
import { builtinRules, Recorder } from '@rectrace/trace';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { EXIT_CODES } from '../exit-code.ts';
import { rememberCluster } from '../live/remembered-clusters.ts';
import { localHistoryFile, makeFolderOf } from '../live/state-folder.ts';
import { captureRun } from '../testing/captured-run.ts';
import { targetOf } from './recorder-setup.ts';

const NOBODY_LISTENS = 'http://127.0.0.1:1';
const scope = { group: 'apps', resource: 'deployments', namespace: 'plain' };
const START = Date.UTC(2026, 10, 30, 19);

let env: { readonly XDG_STATE_HOME: string; readonly KUBECONFIG: string };

beforeEach(() => {
  const home = mkdtempSync(join(tmpdir(), 'rectrace-offline-'));
  env = { XDG_STATE_HOME: home, KUBECONFIG: join(home, 'config') };
  writeFileSync(
    env.KUBECONFIG,
    `apiVersion: v1\nkind: Config\ncurrent-context: c\nclusters: [{name: c, cluster: {server: "${NOBODY_LISTENS}"}}]\nusers: [{name: u, user: {token: t}}]\ncontexts: [{name: c, context: {cluster: c, user: u, namespace: plain}}]\n`,
  );
});
afterEach(() => rmSync(env.XDG_STATE_HOME, { recursive: true }));

function deployment(version: number, replicas: number): KubeObject {
  return {
    apiVersion: 'apps/v1',
    kind: 'Deployment',
    metadata: { name: 'web', namespace: 'plain', uid: 'u', resourceVersion: String(version), generation: replicas },
    spec: { replicas },
    status: { observedGeneration: 1, replicas: 1, updatedReplicas: 1, readyReplicas: 1, availableReplicas: 1 },
  };
}

const MESSAGES: readonly RecorderMessage[] = [
  { kind: 'ListBegin', scope, objectKind: 'Deployment', resourceVersion: '5', requestedAt: START, receivedAt: START },
  { kind: 'Listed', scope, object: deployment(5, 1), receivedAt: START },
  { kind: 'ListEnd', scope, resourceVersion: '5', receivedAt: START },
  { kind: 'Observed', type: 'Modified', scope, object: deployment(6, 2), by: 'watch', receivedAt: START + 1_000 },
];

function keep(cluster: string): void {
  const file = localHistoryFile(env, cluster);
  makeFolderOf(file);
  const history = openSqliteHistory(file, { clock: realClock(), owner: 'pid 1' });
  const recorder = new Recorder({ rules: builtinRules(), redact: (object) => object });
  const target = targetOf({ group: 'apps', kind: 'Deployment', namespace: 'plain', name: 'web' });
  for (const recorded of [recorder.addRoot(target), ...MESSAGES.map((message) => recorder.record(message))])
    history.commit({ ...recorded, positions: [], fence: history.fence });
  history.close();
  rememberCluster(file, NOBODY_LISTENS);
}

test.each([
  [['timeline', 'deploy/web']],
  [['cycles', 'deployment', 'web']],
  [['history', 'deploy/web']],
  [['diff', 'deploy/web', '--from', '#1']],
])('%s: the one local history of that address answers while the server does not, and says so', async (args) => {
  keep('a');
  const { code, stdout, stderr } = await captureRun(args, { env });
  expect(stderr).toMatch(/127\.0\.0\.1:1.*; the local history answers/);
  expect(stdout).toMatch(/not recorded: .* \(nothing is told of it\)/);
  expect(code).toBe(EXIT_CODES.success);
});

test.each([
  [['tree', 'deploy/web'], 'deploy/web'],
  [['tree', 'deploy/web', '-n', 'plain'], 'deploy/web --namespace plain'],
  [['roots'], 'KIND/NAME'],
])('%s: what tells only of now says where the past stands, and nothing where there is none', async (args, object) => {
  const alone = await captureRun(args, { env });
  expect(alone.code).toBe(EXIT_CODES.unreachable);
  expect(alone.stderr).not.toContain('recorded');
  keep('a');
  const { code, stderr } = await captureRun(args, { env });
  expect(code).toBe(EXIT_CODES.unreachable);
  expect(stderr).toMatch(/^rectrace: http:\/\/127\.0\.0\.1:1 .*\[SERVER_UNREACHABLE\]\n$/);
  expect(stderr).toContain(`; what was recorded of it is told by rectrace timeline ${object} and history ${object} [`);
});

test('--source local asks no server', async () => {
  keep('a');
  const { code, stdout, stderr } = await captureRun(['timeline', 'deploy/plain/web', '--source', 'local'], { env });
  expect(stderr).not.toContain('answers');
  expect(stdout).toContain('Deployment/plain/web');
  expect(code).toBe(EXIT_CODES.success);
});

test.each([
  ['an object that it does not know', ['deploy/nope'], EXIT_CODES.notFound, /does not know deploy\/nope; it knows Deployment\/plain\/web/],
  [
    'a source that is none',
    ['deploy/web', '--source', 'x'],
    EXIT_CODES.usage,
    /--source x: write one of live, local, controller, reconstructed/,
  ],
])('%s is one line', async (_what, args, code, line) => {
  keep('a');
  const ended = await captureRun(['timeline', ...args], { env });
  expect(ended.stderr).toMatch(line);
  expect(ended.code).toBe(code);
});

test('two histories of one address leave the server to be unreachable; --source local says that there are two', async () => {
  keep('a');
  keep('b');
  expect((await captureRun(['timeline', 'deploy/web'], { env })).code).toBe(EXIT_CODES.unreachable);
  const { code, stderr } = await captureRun(['timeline', 'deploy/web', '--source', 'local'], { env });
  expect(stderr).toContain('2 local histories are of clusters at http://127.0.0.1:1');
  expect(code).toBe(EXIT_CODES.usage);
});
