// The bundled program as a process: what bundling, pipes and signals can break.

import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { spawnTethered } from '@rectrace/testing';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { EXIT_CODES } from './exit-code.ts';
import { sampleRecording } from './testing/captured-run.ts';
import { startLoopbackApi } from './testing/loopback-api.ts';

const BIN = new URL('../bin/', import.meta.url).pathname;
const P1 = sampleRecording('p1-deployment');

let folder: string;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'rectrace-bundle-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

function run(
  program: string,
  args: readonly string[],
): { readonly status: number | null; readonly stdout: string; readonly stderr: string } {
  const { status, stdout, stderr } = spawnSync(process.execPath, [join(BIN, `${program}.mjs`), ...args], {
    encoding: 'utf8',
    env: { HOME: folder },
  });
  return { status, stdout, stderr };
}

function kubeconfig(server: string, user = '{token: t}'): string {
  const file = join(folder, 'config');
  writeFileSync(
    file,
    `apiVersion: v1\nkind: Config\ncurrent-context: c\nclusters: [{name: c, cluster: {server: "${server}"}}]\nusers: [{name: u, user: ${user}}]\ncontexts: [{name: c, context: {cluster: c, user: u}}]\n`,
  );
  return file;
}

test('what is loaded lazily is there: YAML, rules, the cluster client', () => {
  expect(run('rectrace', ['cycles', P1, '-o', 'yaml']).stdout).toMatch(/^cycles:\n {2}- number: 1\n/);
  const rules = join(folder, 'rules.yaml');
  writeFileSync(rules, 'name: mine\nmembers: 3\n');
  expect(run('rectrace', ['replay', P1, '--rules', rules]).stderr).toMatch(/rules\.yaml:2: members: /);
  const closed = run('rectrace', ['tree', 'deploy/web', '--kubeconfig', kubeconfig('http://127.0.0.1:9')]);
  expect(closed).toMatchObject({ status: EXIT_CODES.unreachable, stdout: '' });
  expect(closed.stderr).toMatch(/^rectrace: http:\/\/127\.0\.0\.1:9 is not reachable \(ECONNREFUSED\): .* \[SERVER_UNREACHABLE\]\n$/);
});

test('an exec plugin is run, for which the library of the client is loaded', () => {
  const user = `{exec: {apiVersion: client.authentication.k8s.io/v1, command: ${process.execPath}, args: ["-e", "0"], interactiveMode: Never}}`;
  const { status, stderr } = run('rectrace', ['trace', 'list', '--kubeconfig', kubeconfig('https://127.0.0.1:9', user)]);
  expect(stderr).toMatch(/^rectrace: the exec plugin .* of user u .* gave no credentials: .* \[CREDENTIALS_FAILED\]\n$/);
  expect(status).not.toBe(0);
});

test('what is typed is read: the name of a trace that is to be deleted', async () => {
  const path = '/apis/trace.kubeblocks.io/v1/namespaces/shop/reconciliationtraces/web';
  const api = await startLoopbackApi({ [`GET ${path}`]: { kind: 'ReconciliationTrace' }, [`DELETE ${path}`]: { kind: 'Status' } });
  try {
    const args = [join(BIN, 'rectrace.mjs'), 'trace', 'delete', 'web', '-n', 'shop', '--kubeconfig', api.kubeconfig];
    const child = spawnTethered([process.execPath, ...args], { env: { HOME: api.home }, stdio: ['pipe', 'pipe', 'pipe'] });
    onTestFinished(() => void child.kill('SIGKILL'));
    let said = '';
    for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk: Buffer) => (said += chunk.toString()));
    child.stdin?.end('web\n');
    const ended = await new Promise((resolve) => child.once('close', resolve));
    expect({ ended, said }).toEqual({ ended: 0, said: 'reconciliationtrace.trace.kubeblocks.io "web" deleted\n' });
    expect(api.requests).toEqual([`GET ${path}`, `DELETE ${path}`]);
  } finally {
    await api.close();
  }
});

test.each([
  ['rectrace', 'Usage: rectrace '],
  ['kubectl-rectrace', 'Usage: kubectl rectrace '],
  ['kbcli-rectrace', 'Usage: kbcli rectrace '],
])('%s calls itself as it was called', (program, usage) => {
  expect(run(program, ['--help']).stdout.startsWith(usage)).toBe(true);
});

test('kubectl asks kubectl_complete-rectrace what may come next', () => {
  expect(run('kubectl-complete-rectrace', ['trace', 'cr']).stdout).toMatch(/^create\tcreate a trace.*\n:4\n$/);
  expect(run('kubectl-complete-rectrace', ['timeline', '--cy']).stdout).toMatch(/^--cycle\t/);
});

test('bash and zsh take the scripts, and bash completes with them', () => {
  for (const shell of ['bash', 'zsh']) {
    const script = run('rectrace', ['completion', shell]).stdout;
    const checked = spawnSync(shell, ['-n'], { input: script, encoding: 'utf8' });
    if (checked.error === undefined)
      expect({ shell, status: checked.status, stderr: checked.stderr }).toEqual({ shell, status: 0, stderr: '' });
  }
  const session = `rectrace() { "${process.execPath}" "${join(BIN, 'rectrace.mjs')}" "$@"; }\n${run('rectrace', ['completion', 'bash']).stdout}\nCOMP_WORDS=(rectrace trace up); COMP_CWORD=2; _rectrace_complete; echo "\${COMPREPLY[@]}"`;
  expect(spawnSync('bash', ['-c', session], { encoding: 'utf8' }).stdout).toBe('update\n');
});

test('a reader that goes away ends it quietly', () => {
  const { stdout, stderr, status } = spawnSync(
    'bash',
    ['-o', 'pipefail', '-c', `"${process.execPath}" "${BIN}rectrace.mjs" replay "${P1}" -o json | head -c 10`],
    { encoding: 'utf8' },
  );
  const said = stderr.replace(/^reading .*\n/, '');
  expect({ stdout, status, said }).toEqual({ stdout: '{\n  "root"', status: 0, said: `source: recording ${P1}\n` });
});

test.each([
  ['SIGINT', EXIT_CODES.interrupted],
  ['SIGTERM', EXIT_CODES.terminated],
] as const)('%s ends a replay at once, without a word', async (signal, code) => {
  const program = [process.execPath, join(BIN, 'rectrace.mjs'), 'replay', P1, '--speed', '0.5'] as const;
  const child = spawnTethered([...program], { stdio: ['ignore', 'pipe', 'pipe'] });
  onTestFinished(() => void child.kill('SIGKILL'));
  let stderr = '';
  child.stderr?.on('data', (chunk: Buffer) => (stderr += chunk.toString()));
  await new Promise((resolve) => child.stdout?.once('data', resolve));
  child.kill(signal);
  const ended = await new Promise((resolve) => child.once('exit', resolve));
  expect(ended).toBe(code);
  expect(stderr).not.toContain('Error');
});
