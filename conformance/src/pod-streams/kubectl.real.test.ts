// Logs, exec, attach, cp, port-forward and proxy from a script, as kubectl and the JavaScript client meet them.
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createApiClient, describeReal, waitFor } from '@rectrace/testbed';
import { spawnTethered } from '@rectrace/testing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type RunningVirtual, startVirtual } from '../snapshot/virtual-program.ts';
import { talk } from '../web-socket/socket-client.ts';

const CLIENT_NODE = fileURLToPath(new URL('./client-node.ts', import.meta.url));
const ANSWERS = fileURLToPath(new URL('./answers.yaml', import.meta.url));
const PODS = '/api/v1/namespaces/default/pods';
const FAILED = 'command terminated with non-zero exit code: command terminated with exit code 7';
const PROTOCOLS = [
  ['WebSocket', 'true'],
  ['SPDY', 'false'],
] as const;

type Said = { readonly code: number | null; readonly stdout: string; readonly stderr: string };
type Asked = { readonly webSockets?: string; readonly input?: string };

describeReal('pods of a script', (plane) => {
  let virtual: RunningVirtual;
  let folder: string;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'rectrace-pods-'));
    virtual = await startVirtual({ kubeconfig: '/nowhere', args: ['--kubeconfig', join(folder, 'kubeconfig'), '--pod-answers', ANSWERS] });
    await writeFile(join(folder, 'ca.crt'), virtual.authority);
    const api = createApiClient({ serverUrl: virtual.url, caFile: join(folder, 'ca.crt'), token: virtual.token });
    await api.expect({ method: 'POST', path: '/api/v1/nodes', body: { metadata: { name: 'node-a' } } });
    await api.expect({ method: 'POST', path: '/api/v1/namespaces/default/serviceaccounts', body: { metadata: { name: 'default' } } });
    for (const [name, containers] of [
      ['web', ['web', 'side']],
      ['mute', ['web']],
    ] as const) {
      const spec = { nodeName: 'node-a', containers: containers.map((container) => ({ name: container, image: 'a' })) };
      await api.expect({ method: 'POST', path: PODS, body: { metadata: { name, labels: { app: name } }, spec } });
      await api.expect({
        method: 'PATCH',
        path: `${PODS}/${name}/status`,
        contentType: 'application/merge-patch+json',
        body: { status: statusOf(containers) },
      });
    }
    const ports = [{ name: 'http', port: 80, targetPort: 8080 }];
    await api.expect({
      method: 'POST',
      path: '/api/v1/namespaces/default/services',
      body: { metadata: { name: 'web' }, spec: { ports, selector: { app: 'web' } } },
    });
    const addresses = [{ ip: '10.0.0.9', targetRef: { kind: 'Pod', namespace: 'default', name: 'web' } }];
    const subsets = [{ addresses, ports: [{ name: 'http', port: 8080 }] }];
    await api.expect({ method: 'POST', path: '/api/v1/namespaces/default/endpoints', body: { metadata: { name: 'web' }, subsets } });
    api.close();
  });

  afterAll(async () => {
    await virtual.stop();
    await rm(folder, { recursive: true });
  });

  function kubectl(args: readonly string[], asked: Asked = {}) {
    const { webSockets = 'true' } = asked;
    const env = {
      PATH: process.env['PATH'] ?? '',
      HOME: folder,
      KUBECONFIG: virtual.kubeconfig,
      KUBECTL_REMOTE_COMMAND_WEBSOCKETS: webSockets,
      KUBECTL_PORT_FORWARD_WEBSOCKETS: webSockets,
    };
    return startProgram([plane().kubectlProgram, ...args], { env });
  }

  async function run(args: readonly string[], asked: Asked = {}): Promise<Said> {
    return ended(kubectl(args, asked), asked.input);
  }

  test.each([
    [['logs', 'web', '-c', 'web', '--tail=3'], 'first\nsecond\nthird\n'],
    [['logs', 'web', '-c', 'web', '--tail=1'], 'third\n'],
    [['logs', 'web', '-c', 'web', '--limit-bytes=8'], 'first\nse'],
    [['logs', 'web', '-c', 'web', '-p'], 'before\n'],
    [['logs', 'web', '-c', 'side', '--timestamps'], '2026-01-01T00:00:02.000000000Z from the side\n'],
    [['logs', 'web', '-c', 'web', '--since-time=2026-01-01T00:00:01Z', '--tail=3'], 'second\nthird\n'],
    [['logs', '-l', 'app=web', '--prefix', '--all-containers', '--tail=1'], '[pod/web/web] third\n[pod/web/side] from the side\n'],
    [['get', '--raw', `${PODS}/web:8080/proxy/healthz`], 'ok\n'],
    [['get', '--raw', '/api/v1/namespaces/default/services/web:http/proxy/healthz'], 'ok\n'],
    [['get', '--raw', '/api/v1/namespaces/default/services/web:80/proxy/healthz?a=b'], 'ok\n'],
    [['get', '--raw', '/api/v1/nodes/node-a/proxy/stats/summary'], '{}'],
    [['create', '--raw', `${PODS}/web:8080/proxy/made/here`, '-f', '-'], '{"a":1}'],
  ])('kubectl %j', async (args, stdout) => {
    const said = await run(args);
    expect({ ...said, stdout: sorted(said.stdout) }).toEqual({ code: 0, stdout: sorted(stdout), stderr: '' });
  });

  test('kubectl logs -f tells a line when it comes', async () => {
    const { child, said } = kubectl(['logs', '-f', 'web', '-c', 'web', '--tail=1']);
    await waitFor(() => Promise.resolve(said.stdout === 'third\nlate\n'), { timeoutMs: 20_000, what: 'the late line' });
    child.kill('SIGTERM');
    await once(child, 'close');
  });

  describe.each(PROTOCOLS)('over %s', (protocol, webSockets) => {
    test('exec: output, input and the exit code', async () => {
      expect(await run(['exec', 'web', '-c', 'web', '--', 'hostname'], { webSockets })).toEqual({ code: 0, stdout: 'web\n', stderr: '' });
      expect(await run(['exec', '-i', 'web', '-c', 'web', '--', 'cat'], { webSockets, input: 'to and fro\n' })).toEqual({
        code: 0,
        stdout: 'to and fro\n',
        stderr: '',
      });
      expect(await run(['exec', 'web', '-c', 'web', '--', 'fail', 'x', 'y'], { webSockets })).toEqual({
        code: 7,
        stdout: 'some\n',
        stderr: 'broken\ncommand terminated with exit code 7\n',
      });
    });

    test('exec: without -i a command has no input', async () => {
      expect(await run(['exec', 'web', '-c', 'web', '--', 'cat'], { webSockets, input: 'to nobody' })).toEqual({
        code: 0,
        stdout: '',
        stderr: '',
      });
    });

    test('exec: 300 kB go in and come out', async () => {
      const input = 'a line of some length\n'.repeat(14_000);
      const { stdout, code } = await run(['exec', '-i', 'web', '-c', 'web', '--', 'cat'], { webSockets, input });
      expect([code, stdout === input]).toEqual([0, true]);
    });

    test('what is not scripted is said to be so', async () => {
      const said = await run(['exec', 'web', '-c', 'web', '--', 'unknown'], { webSockets });
      expect(said.stderr).toContain('no answer is scripted for the command unknown of container web of pod default/web');
      expect(said.code).toBe(1);
      const silent = await run(['port-forward', 'mute', ':8080'], { webSockets });
      expect(silent.stderr).toContain('no answer is scripted for ports of pod default/mute');
    });

    test('attach', async () => {
      const said = await run(['attach', '-i', 'web', '-c', 'web'], { webSockets, input: 'hello\n' });
      expect({ code: said.code, stdout: said.stdout }).toEqual({ code: 0, stdout: 'attached\nhello\n' });
    });

    test('cp from a pod and to it', async () => {
      expect(await run(['cp', 'web:/data', join(folder, `${protocol}-out`), '-c', 'web'], { webSockets })).toMatchObject({ code: 0 });
      expect(await readFile(join(folder, `${protocol}-out`, 'a.txt'), 'utf8')).toBe('in a\n');
      expect(await readFile(join(folder, `${protocol}-out`, 'below', 'b.bin'))).toEqual(Buffer.from([0, 1, 0xff, 0x80]));
      const large = 'x'.repeat(1_000_000);
      await mkdir(join(folder, protocol));
      await writeFile(join(folder, protocol, 'large'), large);
      expect(await run(['cp', join(folder, protocol), 'web:/data', '-c', 'web'], { webSockets })).toMatchObject({ code: 0, stderr: '' });
      expect(await run(['cp', `web:/data/${protocol}/large`, join(folder, `${protocol}-back`), '-c', 'web'], { webSockets })).toMatchObject(
        { code: 0 },
      );
      expect((await readFile(join(folder, `${protocol}-back`), 'utf8')) === large).toBe(true);
      expect(await run(['cp', 'web:/nothing', join(folder, 'none'), '-c', 'web'], { webSockets })).toMatchObject({
        code: 2,
        stderr: expect.stringContaining('command terminated with exit code 2'),
      });
    });

    test('port-forward: HTTP, an echo, bytes, and a port that nothing is scripted for', async () => {
      const { child, said } = kubectl(['port-forward', 'web', ':8080', ':7', ':19', ':9'], { webSockets });
      await waitFor(() => Promise.resolve(said.stdout.split('Forwarding from 127.0.0.1').length === 5), {
        timeoutMs: 20_000,
        what: 'the forwarding',
      });
      const ports = new Map(
        [...said.stdout.matchAll(/127\.0\.0\.1:(\d+) -> (\d+)/g)].map(([, local, remote]) => [Number(remote), Number(local)]),
      );
      const answers = await Promise.all(Array.from({ length: 5 }, () => fetch(`http://127.0.0.1:${ports.get(8080)}/healthz`)));
      for (const answer of answers) expect([answer.status, await answer.text()]).toEqual([200, 'ok\n']);
      const made = await fetch(`http://127.0.0.1:${ports.get(8080)}/made/x`, { method: 'POST', body: 'some body' });
      expect([made.status, made.headers.get('x-made'), await made.text()]).toEqual([201, 'yes', '{"a":1}']);
      expect((await fetch(`http://127.0.0.1:${ports.get(8080)}/other`)).status).toBe(501);
      expect(await exchange(ports.get(7) ?? 0, 'e'.repeat(200_000))).toBe('e'.repeat(200_000));
      expect(await exchange(ports.get(19) ?? 0, '')).toBe('banner\n');
      expect(await exchange(ports.get(9) ?? 0, 'x')).toBe('');
      await waitFor(() => Promise.resolve(said.stderr.includes('no answer is scripted')), { timeoutMs: 5_000, what: 'the error' });
      child.kill('SIGINT');
      await once(child, 'close');
    });
  });

  const EXEC = `${PODS}/web/exec?container=web&stdout=true&command=`;
  const base64 = (text: string): string => Buffer.from(text).toString('base64');
  test.each([
    ['v4.channel.k8s.io', `${EXEC}hostname`, ['\u0001', '\u0001web\n', '\u0003{"metadata":{},"status":"Success"}']],
    ['v4.base64.channel.k8s.io', `${EXEC}hostname`, ['1', `1${base64('web\n')}`, `3${base64('{"metadata":{},"status":"Success"}')}`]],
    ['channel.k8s.io', `${EXEC}hostname`, ['\u0001', '\u0001web\n']],
    ['base64.channel.k8s.io', `${EXEC}fail`, ['1', `1${base64('some\n')}`, `3${base64(FAILED)}`]],
    ['binary.k8s.io', `${PODS}/web/log?container=side`, ['', 'from the side\n']],
    ['base64.binary.k8s.io', `${PODS}/web/log?container=side`, ['', base64('from the side\n')]],
  ])('over WebSocket, %s: %s', async (protocol, path, messages) => {
    const server = { url: virtual.url, caFile: join(folder, 'ca.crt'), token: virtual.token };
    const { statusLine, frames } = await talk(server, { path, headers: { 'Sec-WebSocket-Protocol': protocol } });
    expect(statusLine).toBe('HTTP/1.1 101 Switching Protocols');
    expect(frames.map(({ payload }) => payload.toString('latin1'))).toEqual([...messages, '\u0003\u00e8']);
  });

  test('the JavaScript client: exec and port-forward', async () => {
    const { stdout, stderr } = await ended(startProgram([process.execPath, '--no-warnings', CLIENT_NODE, virtual.kubeconfig], { env: {} }));
    expect(stderr).toBe('');
    const told = JSON.parse(stdout) as { readonly forwarded: string };
    expect(told).toMatchObject({
      failed: {
        stdout: 'some\n',
        stderr: 'broken\n',
        status: { status: 'Failure', details: { causes: [{ reason: 'ExitCode', message: '7' }] } },
      },
      echoed: { stdout: 'to and fro', stderr: '', status: { status: 'Success' } },
    });
    expect(told.forwarded).toMatch(/^HTTP\/1\.1 200 OK\r\n.*\r\n\r\nok\n$/s);
  });
});

type Started = { readonly child: ChildProcess; readonly said: { stdout: string; stderr: string } };

function startProgram(program: readonly [string, ...string[]], { env }: { readonly env: NodeJS.ProcessEnv }): Started {
  const child = spawnTethered(program, { env, stdio: ['pipe', 'pipe', 'pipe'] });
  const said = { stdout: '', stderr: '' };
  child.stdout?.on('data', (bytes: Buffer) => {
    said.stdout += bytes.toString();
  });
  child.stderr?.on('data', (bytes: Buffer) => {
    said.stderr += bytes.toString();
  });
  // A program that ends before it has read everything says why itself.
  child.stdin?.on('error', () => undefined);
  return { child, said };
}

async function ended({ child, said }: Started, input = ''): Promise<Said> {
  child.stdin?.end(input);
  const [code] = (await once(child, 'close')) as [number | null];
  return { code, ...said };
}

function statusOf(containers: readonly string[]) {
  const startedAt = new Date().toISOString().replace(/\.\d+/, '');
  const lastState = { terminated: { exitCode: 1, containerID: 'x://1', startedAt: '2025-01-01T00:00:00Z' } };
  return {
    phase: 'Running',
    podIP: '10.0.0.9',
    podIPs: [{ ip: '10.0.0.9' }],
    containerStatuses: containers.map((name) => ({
      name,
      image: 'a',
      imageID: '',
      ready: true,
      restartCount: 1,
      state: { running: { startedAt } },
      lastState,
    })),
  };
}

function sorted(text: string): string {
  return text.split('\n').sort().join('\n');
}

/** Says it, ends, and hears everything. */
async function exchange(port: number, text: string): Promise<string> {
  const socket = connect(port, '127.0.0.1');
  socket.end(text);
  let heard = '';
  socket.on('data', (bytes) => {
    heard += bytes.toString();
  });
  await once(socket, 'close');
  return heard;
}
