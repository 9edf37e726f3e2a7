import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { connect } from 'node:tls';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { type ApiClient, type ApiObject, createApiClient, type WatchLine } from './api-client.ts';
import type { ClusterAccess } from './cluster-access.ts';
import type { Fault } from './fault.ts';
import { type FaultProxy, startFaultProxy } from './fault-proxy.ts';
import { describeReal, freshNamespace } from './suite.ts';
import { waitFor } from './wait-for.ts';

const WITHIN = { timeoutMs: 10_000 };

/** A watch that is read until it ends; `end` says how: `clean`, or the error. */
interface Followed {
  readonly lines: WatchLine[];
  readonly end: Promise<string>;
  stop(): void;
}

describeReal('the fault proxy', (plane) => {
  let proxy: FaultProxy;
  let through: ApiClient;
  let namespace: string;
  let created = 0;
  const open: Followed[] = [];

  beforeAll(async () => {
    proxy = await startFaultProxy({ cluster: plane() });
    through = clientThrough(proxy, plane());
    namespace = await freshNamespace(plane(), 'fault-proxy');
  });
  afterEach(async () => {
    proxy.clear();
    for (const followed of open.splice(0)) followed.stop();
    await waitFor(() => proxy.stats().open === 0, WITHIN);
  });
  afterAll(async () => {
    through?.close();
    await proxy?.stop();
  });

  const configMaps = (): string => `/api/v1/namespaces/${namespace}/configmaps`;
  const write = async (data: object = {}): Promise<string> => {
    created += 1;
    const body = { metadata: { name: `c-${created}` }, data };
    return (await plane().api.expect({ method: 'POST', path: configMaps(), body })).metadata.name;
  };
  const follow = async (): Promise<Followed> => {
    const { metadata } = await plane().api.expect({ path: configMaps() });
    const stop = new AbortController();
    const lines: WatchLine[] = [];
    const read = async (): Promise<string> => {
      try {
        const path = `${configMaps()}?watch=true&resourceVersion=${metadata.resourceVersion}`;
        for await (const line of through.watch({ path, signal: stop.signal })) lines.push(line);
        return 'clean';
      } catch (error) {
        return error instanceof Error ? error.message : String(error);
      }
    };
    const followed = { lines, end: read(), stop: () => stop.abort() };
    open.push(followed);
    const first = await write();
    await waitFor(() => lines.length > 0 && namesOf(followed).includes(first), WITHIN);
    return followed;
  };
  const watches = ({ watch }: { readonly watch: boolean }): boolean => watch;

  test('forwards requests, statuses, bodies and headers as they are', async () => {
    const name = await write({ key: 'ü'.repeat(300_000) });
    const path = `${configMaps()}/${name}`;
    const [direct, proxied] = [await plane().api.request({ path }), await through.request({ path })];
    expect(proxied.body).toEqual(direct.body);
    const { connection: _, ...headers } = proxied.headers;
    expect(Object.keys(headers).sort()).toEqual(Object.keys(direct.headers).sort());
    expect((await through.request({ path: `${configMaps()}/absent` })).status).toBe(404);
    expect((await through.request({ path, token: 'not-a-token' })).status).toBe(401);
    const patched = await through.request({ method: 'PATCH', path, body: { data: { key: 'short' } } });
    expect(patched).toMatchObject({ status: 200, body: { data: { key: 'short' } } });
  });

  test('many requests on one connection leave no listeners behind', async () => {
    const warnings: Error[] = [];
    const note = (warning: Error): number => warnings.push(warning);
    process.on('warning', note);
    for (let count = 0; count < 30; count += 1) await through.expect({ path: configMaps() });
    process.off('warning', note);
    expect(warnings).toEqual([]);
  });

  test('is good enough for kubectl, also for what it watches', async () => {
    const through = { kubeconfig: proxy.kubeconfig };
    expect(await plane().kubectl(['-n', namespace, 'create', 'deployment', 'web', '--image=nginx', '--replicas=2'], through)).toMatchObject(
      { code: 0 },
    );
    const { stdout } = await plane().kubectl(['-n', namespace, 'rollout', 'status', 'deployment/web', '--timeout=20s'], through);
    expect(stdout).toContain('successfully rolled out');
  });

  test('passes upgrades through: the answer to an exec comes from behind', async () => {
    const before = proxy.stats().upgrades;
    const pods = await plane().api.expect<{ items: ApiObject[] }>({ path: `/api/v1/namespaces/${namespace}/pods` });
    const args = ['-n', namespace, 'exec', pods.items[0]?.metadata.name ?? '', '--request-timeout=3s', '--', 'true'];
    const [proxied, direct] = await Promise.all([plane().kubectl(args, { kubeconfig: proxy.kubeconfig }), plane().kubectl(args)]);
    expect(proxied.code).not.toBe(0);
    expect(proxied.stderr).toBe(direct.stderr);
    expect(proxy.stats().upgrades).toBeGreaterThan(before);
  });

  test('a watch line arrives as it is sent', async () => {
    const followed = await follow();
    const started = performance.now();
    const name = await write();
    await waitFor(() => namesOf(followed).includes(name), { ...WITHIN, everyMs: 1 });
    expect(performance.now() - started).toBeLessThan(1_000);
  });

  test('reset cuts a running watch and refuses new requests until it is over', async () => {
    const followed = await follow();
    proxy.fault({ kind: 'reset', durationMs: 300 });
    expect(await followed.end).toMatch(/aborted|ECONNRESET/);
    await expect(through.request({ path: configMaps() })).rejects.toThrow(/ECONNRESET|socket hang up/);
    await sleep(350);
    expect((await through.request({ path: configMaps() })).status).toBe(200);
  });

  test('reset is an RST, not an end', async () => {
    const socket = connect({ host: '127.0.0.1', port: Number(new URL(proxy.url).port), ca: await readFile(plane().caFile) });
    await once(socket, 'secureConnect');
    proxy.fault({ kind: 'reset', count: 1 });
    socket.write('GET /version HTTP/1.1\r\nHost: any\r\n\r\n');
    const [error] = await once(socket, 'end').catch((cause: unknown) => [cause]);
    expect(error).toMatchObject({ code: 'ECONNRESET' });
  });

  test('delay brings lines later, in order', async () => {
    const followed = await follow();
    proxy.fault({ kind: 'delay', delayMs: 400, match: watches });
    const started = performance.now();
    const names = [await write(), await write(), await write()];
    await waitFor(() => namesOf(followed).includes(names[2] ?? ''), { ...WITHIN, everyMs: 5 });
    expect(performance.now() - started).toBeGreaterThanOrEqual(400);
    expect(namesOf(followed).slice(-3)).toEqual(names);
  });

  test('half-open stops a watch without ending it, for good; requests hang while it lasts', async () => {
    const followed = await follow();
    proxy.fault({ kind: 'half-open', durationMs: 300 });
    const name = await write();
    await expect(through.request({ path: configMaps(), timeoutMs: 200 })).rejects.toThrow('no answer in time');
    await sleep(300);
    expect(await Promise.race([followed.end, sleep(200, 'still open')])).toBe('still open');
    expect(namesOf(followed)).not.toContain(name);
    expect((await through.request({ path: configMaps() })).status).toBe(200);
  });

  test.for(['clean', 'reset'] as const)('truncate ends a watch within a line: %s', async (ending) => {
    const followed = await follow();
    proxy.fault({ kind: 'truncate', ending, count: 1, match: watches });
    const name = await write();
    expect(await followed.end).toMatch(ending === 'clean' ? /JSON|clean/ : /ECONNRESET|aborted/);
    expect(namesOf(followed)).not.toContain(name);
  });

  test('truncate cuts a list short', async () => {
    proxy.fault({ kind: 'truncate', count: 1 });
    await expect(through.request({ path: configMaps() })).rejects.toThrow(/JSON/);
    expect((await through.request({ path: configMaps() })).status).toBe(200);
  });

  test.for([410, 429, 500, 504])('status answers %i without asking the server', async (code) => {
    proxy.fault({ kind: 'status', code, retryAfterSeconds: 7, count: 2, match: ({ method }) => method === 'GET' });
    const answer = await through.request({ path: configMaps() });
    expect(answer).toMatchObject({ status: code, body: { kind: 'Status', code }, headers: { 'retry-after': '7' } });
    await expect(
      through
        .watch({ path: `${configMaps()}?watch=1` })
        [Symbol.asyncIterator]()
        .next(),
    ).rejects.toThrow(`answered ${code}`);
    expect((await through.request({ path: configMaps() })).status).toBe(200);
  });

  test('watch-error sends an ERROR event and ends the watch, running or new', async () => {
    const followed = await follow();
    proxy.fault({ kind: 'watch-error', code: 410, count: 2 });
    expect(await followed.end).toBe('clean');
    expect(followed.lines.at(-1)).toMatchObject({ type: 'ERROR', object: { kind: 'Status', code: 410, reason: 'Expired' } });
    const lines = await Array.fromAsync(through.watch({ path: `${configMaps()}?watch=true` }));
    expect(lines).toMatchObject([{ type: 'ERROR', object: { code: 410 } }]);
  });

  test('garbage in a watch is a line that is no JSON', async () => {
    const followed = await follow();
    proxy.fault({ kind: 'garbage', count: 1, match: watches });
    expect(await followed.end).toMatch(/JSON/);
  });

  test('garbage instead of an answer is no HTTP', async () => {
    proxy.fault({ kind: 'garbage', where: 'http', count: 1 });
    await expect(through.request({ path: configMaps() })).rejects.toThrow(/Parse Error/);
    proxy.fault({ kind: 'garbage', count: 1 });
    await expect(through.request({ path: configMaps() })).rejects.toThrow(/JSON/);
  });

  test('replay sends earlier lines again, and the watch goes on', async () => {
    const followed = await follow();
    const names = [await write(), await write()];
    await waitFor(() => namesOf(followed).includes(names[1] ?? ''), WITHIN);
    proxy.fault({ kind: 'replay', lines: 2, count: 1 });
    const after = await write();
    await waitFor(() => namesOf(followed).includes(after), WITHIN);
    expect(namesOf(followed).slice(-5)).toEqual([...names, ...names, after]);
  });

  test('close ends watches properly at once, new ones too', async () => {
    const followed = await follow();
    proxy.fault({ kind: 'close', durationMs: 5_000 });
    expect(await followed.end).toBe('clean');
    expect(await Array.fromAsync(through.watch({ path: `${configMaps()}?watch=true` }))).toEqual([]);
    expect((await through.request({ path: configMaps() })).status).toBe(200);
  });

  test('a fault befalls only what it matches, and is counted', async () => {
    const before = proxy.stats().faults.status ?? 0;
    const fault: Fault = { kind: 'status', code: 500, match: ({ path }) => path.startsWith('/api/v1/nodes') };
    proxy.fault(fault);
    expect((await through.request({ path: configMaps() })).status).toBe(200);
    expect((await through.request({ path: '/api/v1/nodes' })).status).toBe(500);
    expect(proxy.stats().faults.status).toBe(before + 1);
  });
});

function clientThrough(proxy: FaultProxy, { caFile, adminToken }: ClusterAccess): ApiClient {
  return createApiClient({ serverUrl: proxy.url, caFile, token: adminToken });
}

function namesOf({ lines }: Followed): string[] {
  return lines.map(({ object }) => object.metadata.name);
}
