// What a sandbox promises, on this machine's kernel.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { waitFor } from '@rectrace/testbed';
import { namespacesForbidden } from '@rectrace/testing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ClusterInside, Sandbox, SandboxProgram } from './index.ts';
import { startSandbox } from './index.ts';

const REPOSITORY = fileURLToPath(new URL('../../..', import.meta.url));

const CLUSTER: ClusterInside = {
  addressRanges: ['198.18.0.0/16', '198.19.0.0/16'],
  apiServerService: '198.19.0.1',
  serviceAccount: { token: 'a-token', authority: 'an-authority', namespace: 'shop' },
  addressesOf: async ({ namespace, name }) => (`${namespace}/${name}` === 'shop/web' ? ['198.19.0.7'] : undefined),
};

const FORBIDDEN = namespacesForbidden();

describe.skipIf(FORBIDDEN !== undefined)(`a program in a sandbox${FORBIDDEN === undefined ? '' : ` (${FORBIDDEN})`}`, () => {
  let server: Server;
  let port: number;

  beforeAll(async () => {
    server = createServer((request, response) => response.end(`answered ${request.url}`));
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    port = (server.address() as AddressInfo).port;
  });

  afterAll(() => server.close());

  async function start(program: Omit<SandboxProgram, 'folders'>, onLine?: (line: string) => void): Promise<Sandbox> {
    const options = { program: { ...program, folders: [REPOSITORY] }, apiServer: { host: '127.0.0.1', port }, cluster: CLUSTER };
    return startSandbox(onLine === undefined ? options : { ...options, onLine });
  }

  /** Runs a module of JavaScript inside to its end; returns what it printed. */
  async function run(script: string): Promise<{ readonly lines: readonly string[]; readonly sandbox: Sandbox }> {
    const lines: string[] = [];
    const args = ['--no-warnings', '--input-type=module', '-e', script];
    const sandbox = await start({ command: process.execPath, args, env: { PORT: String(port) } }, (line) => lines.push(line));
    expect(await sandbox.ended, lines.join('\n')).toEqual({ kind: 'exited', code: 0 });
    await sandbox.stop();
    return { lines, sandbox };
  }

  test('reaches the API server where it is and at the address of its Service', async () => {
    const { lines, sandbox } = await run(`
      console.log(await (await fetch('http://127.0.0.1:' + process.env.PORT + '/a')).text());
      console.log(await (await fetch('http://' + process.env.KUBERNETES_SERVICE_HOST + ':' + process.env.KUBERNETES_SERVICE_PORT + '/b')).text());
    `);
    expect(lines).toEqual(['answered /a', 'answered /b']);
    expect(await sandbox.attempts()).toEqual({ connections: 0, names: [] });
  });

  test('is refused everything outside, and each attempt is counted and named', async () => {
    const { lines, sandbox } = await run(`
      import { connect } from 'node:net';
      import { createSocket } from 'node:dgram';
      import { lookup } from 'node:dns/promises';
      const tried = (act) => new Promise(act).catch((error) => console.log(error.code));
      for (const host of ['192.0.2.1', '203.0.113.9', '2001:db8::1'])
        await tried((resolve, reject) => connect({ host, port: 443 }, resolve).on('error', reject));
      await tried((resolve, reject) => createSocket('udp4').send('x', 53, '192.0.2.1', (error) => error ? reject(error) : resolve()));
      await lookup('registry.example.com').catch((error) => console.log(error.code));
      process.exit(0);
    `);
    expect(lines).toEqual(['ENETUNREACH', 'ENETUNREACH', 'ENETUNREACH', 'ENETUNREACH', 'ENOTFOUND']);
    expect(await sandbox.attempts()).toEqual({ connections: 4, names: ['registry.example.com'] });
  });

  test('reaches no other server of this machine', async () => {
    const other = createServer((_request, response) => response.end());
    other.listen(0, '127.0.0.1');
    await once(other, 'listening');
    const { lines } = await run(`
      const found = await fetch('http://127.0.0.1:${(other.address() as AddressInfo).port}').catch((error) => error.cause.code);
      console.log(found);
    `);
    other.close();
    expect(lines).toEqual(['ECONNREFUSED']);
  });

  test('serves on addresses of pods and Services, on any port, and finds Services by name', async () => {
    const { lines, sandbox } = await run(`
      import { createServer } from 'node:http';
      import { lookup } from 'node:dns/promises';
      const serve = (host, port) => new Promise((resolve) => createServer((_, response) => response.end(host)).listen(port, host, resolve));
      await serve('198.18.3.4', 80);
      await serve('198.19.0.7', 8080);
      console.log(await (await fetch('http://198.18.3.4')).text(), await (await fetch('http://web.shop.svc:8080')).text());
      console.log((await lookup('web.shop.svc.cluster.local')).address);
      console.log(await lookup('api.shop.svc.cluster.local').catch((error) => error.code));
      process.exit(0);
    `);
    expect(lines).toEqual(['198.18.3.4 198.19.0.7', '198.19.0.7', 'ENOTFOUND']);
    expect(await sandbox.attempts()).toEqual({ connections: 0, names: [] });
  });

  test('is reached from outside where it serves, at a port of ours that goes with it', async () => {
    const lines: string[] = [];
    const script = `
      const server = require('node:http').createServer((request, response) => request.pipe(response));
      server.listen(9443, '198.19.0.7', () => console.log('ready'));
    `;
    const sandbox = await start({ command: process.execPath, args: ['-e', script] }, (line) => lines.push(line));
    const { host, port: served } = await sandbox.serve({ host: '198.19.0.7', port: 9443 });
    const nowhere = await sandbox.serve({ host: '198.19.0.8', port: 9443 });
    await waitFor(async () => lines.includes('ready'), { timeoutMs: 10_000, what: 'the program' });
    const body = 'x'.repeat(1_000_000);
    expect(await (await fetch(`http://${host}:${served}`, { method: 'POST', body })).text()).toBe(body);
    await expect(fetch(`http://${nowhere.host}:${nowhere.port}`)).rejects.toThrow('fetch failed');
    await sandbox.stop();
    await expect(fetch(`http://${host}:${served}`)).rejects.toThrow('fetch failed');
  });

  test('finds the files of a ServiceAccount, nothing else in /run or /tmp, and no environment of ours', async () => {
    const { lines } = await run(`
      import { readdirSync, readFileSync } from 'node:fs';
      const at = '/var/run/secrets/kubernetes.io/serviceaccount/';
      console.log(['token', 'ca.crt', 'namespace'].map((name) => readFileSync(at + name, 'utf8')).join(' '));
      console.log([...readdirSync('/run'), ...readdirSync('/tmp')].join(' '));
      console.log(Object.keys(process.env).sort().join(' '));
      console.log(/^CapEff:\\t0+$/m.test(readFileSync('/proc/self/status', 'utf8')));
    `);
    expect(lines[0]).toBe('a-token an-authority shop');
    // A checkout may itself lie there; it was asked for.
    const [, , checkout = ''] = REPOSITORY.startsWith('/tmp/') ? REPOSITORY.split('/') : [];
    const seen = (lines[1] ?? '').split(' ').filter((name) => name !== checkout);
    // What the system's own tools leave there, and the sandbox.
    expect(seen.join(' ')).toMatch(/^(mount )?(rectrace )?secrets rectrace-sandbox-\w+$/);
    expect(lines[2]).toBe('HOME KUBERNETES_SERVICE_HOST KUBERNETES_SERVICE_PORT PATH PORT');
    expect(lines[3]).toBe('true');
  });

  test('that does not heed SIGTERM is killed, with what it has started', async () => {
    const lines: string[] = [];
    const script = 'trap "" TERM; sleep 987654 & echo ready; while :; do sleep 1; done';
    const sandbox = await start({ command: '/bin/sh', args: ['-c', script] }, (line) => lines.push(line));
    await waitFor(async () => lines.includes('ready'), { timeoutMs: 10_000, what: 'the program' });
    await sandbox.stop({ graceMs: 100 });
    expect(await sandbox.ended).toEqual({ kind: 'signalled', signal: 'SIGKILL' });
    expect(await processesWith('987654')).toEqual([]);
  });

  test('does not outlive a parent that is killed, nor does what it has started', async () => {
    // What it leaves of files when it is killed.
    const folder = await mkdtemp(join(tmpdir(), 'killed-'));
    const parent = await startParent(folder);
    expect(await processesWith(parent.marker)).not.toEqual([]);
    parent.process.kill('SIGKILL');
    await waitFor(async () => (await processesWith(parent.marker)).length === 0, { timeoutMs: 10_000, what: 'the end of all' });
    await rm(folder, { recursive: true });
  });
});

describe('where namespaces are forbidden', () => {
  test('a program is refused with the reason in one line', async () => {
    const forbidding = 'cd /proc/sys/user; for kind in user net; do echo 0 > "max_"$kind"_namespaces"; done; exec "$@"';
    const wrapped = FORBIDDEN === undefined ? ['unshare', '--user', '--map-root-user', '/bin/sh', '-c', forbidding, 'sh'] : [];
    const [command = '', ...args] = [...wrapped, ...parentCommand('1')];
    const parent = spawn(command, args, { stdio: ['ignore', 'pipe', 'inherit'] });
    let said = '';
    parent.stdout.on('data', (chunk: Buffer) => {
      said += chunk.toString();
    });
    await once(parent, 'close');
    const reason = FORBIDDEN === undefined ? 'unshare: .*No space left on device' : '.+';
    expect(said).toMatch(new RegExp(`^SANDBOX_REFUSED the program cannot be isolated on this machine: ${reason}\\n$`));
  });
});

/** A program of its own that starts a sandbox in which two processes sleep for `seconds`, says `running` or why not, and stays. */
function parentCommand(seconds: string): readonly string[] {
  const script = `
    import { startSandbox } from '${new URL('./index.ts', import.meta.url)}';
    startSandbox({
      program: { command: '/bin/sh', args: ['-c', 'sleep ${seconds} & echo here; sleep ${seconds}; true'] },
      apiServer: { host: '127.0.0.1', port: 9 },
      cluster: {
        addressRanges: [],
        apiServerService: '198.19.0.1',
        serviceAccount: { token: '', authority: '', namespace: '' },
        addressesOf: async () => undefined,
      },
      onLine: () => console.log('running'),
    }).catch((error) => console.log(error.code, error.message));
  `;
  return [process.execPath, '--no-warnings', '--input-type=module', '-e', script];
}

async function startParent(folder: string): Promise<{ readonly process: ReturnType<typeof spawn>; readonly marker: string }> {
  const marker = String(1_000_000 + process.pid);
  const [command = '', ...args] = parentCommand(marker);
  const parent = spawn(command, args, { env: { ...process.env, TMPDIR: folder }, stdio: ['ignore', 'pipe', 'inherit'] });
  const [said] = (await once(parent.stdout, 'data')) as [Buffer];
  expect(said.toString()).toBe('running\n');
  return { process: parent, marker };
}

/** Command lines of running processes that sleep for `marker` seconds. */
async function processesWith(marker: string): Promise<readonly string[]> {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name));
  // A process may end between the two looks.
  const lines = await Promise.all(pids.map((pid) => readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')));
  return lines.filter((line) => line.startsWith('sleep\0') && line.includes(marker));
}
