// `virtual up` as a user meets it: the line it prints, the file it leaves while it runs, and what it refuses.

import { createPrivateKey, X509Certificate } from 'node:crypto';
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { request } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { Interrupted } from '../errors.ts';
import { captureRun } from '../testing/captured-run.ts';

let folder: string;
let file: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'rectrace-virtual-test-'));
  file = join(folder, 'kubeconfig');
});
afterEach(() => rmSync(folder, { recursive: true }));

/** Runs `virtual up`, calls `meanwhile` once it is ready, then interrupts it. */
async function upWhile(
  args: readonly string[],
  meanwhile: (printed: string) => Promise<void>,
): Promise<{ readonly code: number; readonly stderr: string }> {
  const interruption = new AbortController();
  let busy: Promise<void> = Promise.resolve();
  const run = await captureRun(['virtual', 'up', ...args], {
    interruption,
    onOutput: (printed) => {
      busy = meanwhile(printed).finally(() => interruption.abort(new Interrupted('SIGINT')));
    },
  });
  await busy;
  return run;
}

type Kubeconfig = {
  readonly clusters: readonly [{ readonly cluster: { readonly server: string; readonly 'certificate-authority-data': string } }];
  readonly users: readonly [
    { readonly user: { readonly token: string; readonly 'client-certificate-data': string; readonly 'client-key-data': string } },
  ];
};

function readKubeconfig(): Kubeconfig {
  return JSON.parse(readFileSync(file, 'utf8')) as Kubeconfig;
}

function get(path: string, credentials: { readonly token?: string; readonly cert?: Buffer; readonly key?: Buffer }): Promise<number> {
  const { server, 'certificate-authority-data': authority } = readKubeconfig().clusters[0].cluster;
  const { token, ...tls } = credentials;
  return new Promise((resolve, reject) => {
    const headers = token === undefined ? {} : { authorization: `Bearer ${token}` };
    request(`${server}${path}`, { ca: Buffer.from(authority, 'base64'), headers, agent: false, ...tls }, (response) => {
      response.resume();
      resolve(response.statusCode ?? 0);
    })
      .on('error', reject)
      .end();
  });
}

test('it is ready when it says so, answers the token and the certificate of its kubeconfig, and takes the file with it', async () => {
  const { code } = await upWhile(['--kubeconfig', file], async (printed) => {
    expect(printed).toBe(`ready KUBECONFIG=${file}\n`);
    expect(statSync(file).mode & 0o777).toBe(0o600);
    const { user } = readKubeconfig().users[0];
    const [cert, key] = [user['client-certificate-data'], user['client-key-data']].map((text) => Buffer.from(text, 'base64'));
    expect(await get('/api/v1/namespaces', { token: user.token })).toBe(200);
    expect(await get('/api/v1/namespaces', { ...(cert && { cert }), ...(key && { key }) })).toBe(200);
    expect(await get('/api/v1/namespaces', { token: 'wrong' })).toBe(401);
  });
  expect({ code, left: existsSync(file) }).toEqual({ code: 0, left: false });
});

test("a kubeconfig that is somebody else's is refused and stays", async () => {
  writeFileSync(file, 'apiVersion: v1\n');
  const run = await captureRun(['virtual', 'up', '--kubeconfig', file]);
  expect(run).toEqual({
    code: 2,
    stdout: '',
    stderr: `rectrace: --kubeconfig ${file}: the file exists and is not of a virtual control plane; name another one [USAGE]\n`,
  });
  expect(readFileSync(file, 'utf8')).toBe('apiVersion: v1\n');
});

test('the authority is there while it runs, for whoever signs certificates, and is never written over', async () => {
  const files = ['ca.crt', 'ca.key'].map((name) => join(folder, name));
  await upWhile(['--kubeconfig', file, '--authority', folder], async () => {
    const [certificate = '', key = ''] = files.map((path) => readFileSync(path, 'utf8'));
    const authority = new X509Certificate(certificate);
    expect(authority.checkPrivateKey(createPrivateKey(key))).toBe(true);
    expect(Buffer.from(readKubeconfig().clusters[0].cluster['certificate-authority-data'], 'base64').toString()).toBe(certificate);
    expect(statSync(files[1] ?? '').mode & 0o777).toBe(0o600);
    const second = await captureRun(['virtual', 'up', '--authority', folder, '--kubeconfig', join(folder, 'second')]);
    expect(second).toMatchObject({
      code: 2,
      stderr: `rectrace: --authority ${folder}: ${files[0]} is there already; name another folder [USAGE]\n`,
    });
    expect(existsSync(files[1] ?? '')).toBe(true);
  });
  expect(files.map((path) => existsSync(path))).toEqual([false, false]);
});

test('a port that is in use is said in one line', async () => {
  await upWhile(['--kubeconfig', file], async () => {
    const { port } = new URL(readKubeconfig().clusters[0].cluster.server);
    const second = await captureRun(['virtual', 'up', '--port', port, '--kubeconfig', join(folder, 'second')]);
    expect(second).toEqual({ code: 1, stdout: '', stderr: `rectrace: port ${port} of 127.0.0.1 is in use [LISTEN_FAILED]\n` });
  });
});

test('a port that is none is refused', async () => {
  const run = await captureRun(['virtual', 'up', '--port', '70000', '--kubeconfig', file]);
  expect(run).toMatchObject({ code: 2, stderr: 'rectrace: --port 70000: write a port, at most 65535 [USAGE]\n' });
});

test('--controllers runs those, and says so', async () => {
  const run = await captureRun(['virtual', 'up', '--controllers', 'all,deployment-controller']);
  expect(run).toMatchObject({ code: 2, stdout: '' });
  expect(run.stderr).toMatch(/no built-in controller is called "all"; there are .*replicaset-controller, or all/);
  let status = 0;
  const { code, stderr } = await upWhile(
    ['--kubeconfig', file, '--controllers', 'deployment-controller, serviceaccount-controller'],
    async () => {
      const { token } = readKubeconfig().users[0].user;
      for (let tries = 0; status !== 200 && tries < 200; tries += 1) {
        status = await get('/api/v1/namespaces/default/serviceaccounts/default', { token });
      }
    },
  );
  expect({ code, status }).toEqual({ code: 0, status: 200 });
  expect(stderr).toContain('controllers that run here: deployment-controller, serviceaccount-controller; no others');
});
