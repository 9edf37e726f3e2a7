// A recording that comes to a limit of its file while it follows: one line, and no crash.

import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { request } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { spawnTethered } from '@rectrace/testing';
import { expect, onTestFinished, test } from 'vitest';
import { Interrupted } from '../errors.ts';
import { captureRun } from '../testing/captured-run.ts';

const MAIN = new URL('../main.ts', import.meta.url).pathname;

type Kubeconfig = {
  readonly clusters: readonly [{ readonly cluster: { readonly server: string; readonly 'certificate-authority-data': string } }];
  readonly users: readonly [{ readonly user: { readonly token: string } }];
};

/** A ConfigMap longer than the file may be. */
function createLargeConfigMap(kubeconfig: string): void {
  const { clusters, users } = JSON.parse(readFileSync(kubeconfig, 'utf8')) as Kubeconfig;
  const { server, 'certificate-authority-data': authority } = clusters[0].cluster;
  const headers = { authorization: `Bearer ${users[0].user.token}`, 'content-type': 'application/json' };
  const options = { method: 'POST', ca: Buffer.from(authority, 'base64'), headers, agent: false };
  const body = { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'large' }, data: { text: 'a'.repeat(300 * 1024) } };
  request(`${server}/api/v1/namespaces/default/configmaps`, options, (response) => response.resume()).end(JSON.stringify(body));
}

test('the failure is told in one line with what helps', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'rectrace-record-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const [kubeconfig, file] = [join(folder, 'kubeconfig'), join(folder, 'f.ndjson')];
  const interruption = new AbortController();
  let stderr = '';
  let status: number | null | undefined;
  const record = (): void => {
    const node = [process.execPath, '--conditions=rectrace-source', MAIN, 'record', '--kubeconfig', kubeconfig, '--to', file];
    const child = spawnTethered(['bash', '-c', 'ulimit -f 256; exec "$@"', 'bash', ...node], {
      env: { HOME: folder, PATH: process.env['PATH'] ?? '' },
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    onTestFinished(() => void child.kill('SIGKILL'));
    let following = false;
    child.stderr?.on('data', (chunk: Buffer) => {
      stderr += chunk.toString();
      if (!following && stderr.includes('following ')) createLargeConfigMap(kubeconfig);
      following ||= stderr.includes('following ');
    });
    child.once('close', (code) => {
      status = code;
      interruption.abort(new Interrupted('SIGINT'));
    });
  };
  await captureRun(['virtual', 'up', '--kubeconfig', kubeconfig], { interruption, onOutput: record });
  expect(status).toBe(1);
  const lines = stderr.trimEnd().split('\n');
  expect(lines.at(-1)).toMatch(/^rectrace: recording .*f\.ndjson cannot be written: EFBIG.*; raise the limit of a file/);
  expect(lines.filter((line) => !/^(recording|following) /.test(line))).toHaveLength(1);
  expect(readFileSync(file, 'utf8').endsWith('}\n')).toBe(true);
});
