import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type ApiClient, type ApiObject, createApiClient } from './api-client.ts';
import { type ControlPlane, startControlPlane } from './control-plane.ts';
import { startFaultProxy } from './fault-proxy.ts';
import { describeReal, freshNamespace, namespaceFor } from './suite.ts';
import { waitFor } from './wait-for.ts';

const WITHIN = { timeoutMs: 20_000 };

interface Pod extends ApiObject {
  readonly status: {
    readonly phase: string;
    readonly podIP?: string;
    readonly containerStatuses?: readonly { readonly state: { readonly waiting?: { readonly reason: string } } }[];
  };
}

describeReal('the shared control plane', (plane) => {
  test('names the release that go.mod pins', async () => {
    expect(await plane().api.expect({ path: '/version' })).toMatchObject({ gitVersion: 'v1.35.4', major: '1', minor: '35' });
  });

  test('runs the real kubectl as the administrator', async () => {
    const { code, stdout } = await plane().kubectl([
      'auth',
      'whoami',
      '-o',
      'jsonpath={.status.userInfo.username} {.status.userInfo.groups}',
    ]);
    expect({ code, stdout }).toEqual({ code: 0, stdout: 'admin ["system:masters","system:authenticated"]' });
  });

  test('a Deployment of three gets ready, its pods with addresses of the pod range', async (context) => {
    const namespace = await namespaceFor(plane(), context);
    const started = performance.now();
    const created = await plane().kubectl(['-n', namespace, 'create', 'deployment', 'web', '--image=nginx', '--replicas=3']);
    expect(created.code).toBe(0);
    const status = await plane().kubectl(['-n', namespace, 'rollout', 'status', 'deployment/web', '--timeout=20s']);
    expect(status.stdout).toContain('successfully rolled out');
    console.log(`deployment of 3 ready after ${Math.round(performance.now() - started)} ms`);
    const { items } = await plane().api.expect<{ items: Pod[] }>({ path: `/api/v1/namespaces/${namespace}/pods` });
    expect(items.map(({ status: { podIP = '' } }) => /^198\.18\./.test(podIP))).toEqual([true, true, true]);
  });

  test.for(['standard', 'delayed'])(
    'a claim of class %s that a pod uses is bound, and its volume goes with it',
    async (storageClassName, context) => {
      const namespace = await namespaceFor(plane(), context);
      const claims = `/api/v1/namespaces/${namespace}/persistentvolumeclaims`;
      const spec = { storageClassName, accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1Gi' } } };
      await plane().api.expect({ method: 'POST', path: claims, body: { metadata: { name: 'data' }, spec } });
      const pod = {
        containers: [{ name: 'main', image: 'nginx' }],
        volumes: [{ name: 'data', persistentVolumeClaim: { claimName: 'data' } }],
      };
      await plane().api.expect({
        method: 'POST',
        path: `/api/v1/namespaces/${namespace}/pods`,
        body: { metadata: { name: 'user' }, spec: pod },
      });
      const volume = await waitFor(async () => {
        const claim = await plane().api.expect<ApiObject & { spec: { volumeName: string }; status: { phase: string } }>({
          path: `${claims}/data`,
        });
        return claim.status.phase === 'Bound' && claim.spec.volumeName;
      }, WITHIN);
      await plane().kubectl(['-n', namespace, 'delete', 'pod/user', 'pvc/data']);
      await waitFor(async () => (await plane().api.request({ path: `/api/v1/persistentvolumes/${volume}` })).status === 404, WITHIN);
    },
  );

  test('a pod whose image does not exist waits in ImagePullBackOff and gets ready with another image', async (context) => {
    const namespace = await namespaceFor(plane(), context);
    const path = `/api/v1/namespaces/${namespace}/pods`;
    const spec = { containers: [{ name: 'main', image: 'registry.example/does-not-exist:1' }] };
    await plane().api.expect({ method: 'POST', path, body: { metadata: { name: 'stuck' }, spec } });
    const reason = async (): Promise<string | undefined> =>
      (await plane().api.expect<Pod>({ path: `${path}/stuck` })).status.containerStatuses?.[0]?.state.waiting?.reason;
    await waitFor(async () => (await reason()) === 'ImagePullBackOff', WITHIN);
    const { stdout } = await plane().kubectl(['-n', namespace, 'get', 'events', '-o', 'jsonpath={.items[*].reason}']);
    expect(stdout.split(' ')).toEqual(expect.arrayContaining(['Failed', 'BackOff']));
    await plane().kubectl(['-n', namespace, 'set', 'image', 'pod/stuck', 'main=nginx']);
    await waitFor(async () => (await plane().api.expect<Pod>({ path: `${path}/stuck` })).status.phase === 'Running', WITHIN);
    expect(await reason()).toBeUndefined();
  });

  test.for(['token', 'cert'] as const)('a %s user is who he says, and may do only what he was given', async (kind, context) => {
    const namespace = await namespaceFor(plane(), context);
    const kubeconfig = await plane().addUser({ name: `someone-${kind}`, groups: ['testers'], kind });
    const who = await plane().kubectl(['auth', 'whoami', '-o', 'jsonpath={.status.userInfo.username} {.status.userInfo.groups}'], {
      kubeconfig,
    });
    expect(who.stdout).toBe(`someone-${kind} ["testers","system:authenticated"]`);
    const refused = await plane().kubectl(['-n', namespace, 'get', 'pods'], { kubeconfig });
    expect(refused).toMatchObject({ code: 1, stderr: expect.stringContaining('is forbidden') });
    await plane().kubectl(['-n', namespace, 'create', 'rolebinding', 'reads', '--clusterrole=view', '--group=testers']);
    await waitFor(async () => (await plane().kubectl(['-n', namespace, 'get', 'pods'], { kubeconfig })).code === 0, WITHIN);
  });

  test('the named users have the rights of their names', async () => {
    const { userTokens, api } = plane();
    const asUser = async (name: string, method: 'GET' | 'POST'): Promise<number> => {
      const body = method === 'POST' ? { body: { metadata: { generateName: 'by-user-' } } } : {};
      return (
        await api.request({ method, path: '/api/v1/namespaces/default/configmaps', token: userTokens[name] ?? 'not-a-token', ...body })
      ).status;
    };
    expect([await asUser('viewer', 'GET'), await asUser('viewer', 'POST')]).toEqual([200, 403]);
    expect([await asUser('editor', 'GET'), await asUser('editor', 'POST')]).toEqual([200, 201]);
    expect([await asUser('stranger', 'GET'), await asUser('nobody', 'GET')]).toEqual([403, 401]);
  });

  test('the audit log has the body of a write, and of a Secret only that it was written', async (context) => {
    const namespace = await namespaceFor(plane(), context);
    const path = `/api/v1/namespaces/${namespace}`;
    await plane().api.expect({
      method: 'POST',
      path: `${path}/configmaps`,
      body: { metadata: { name: 'open' }, data: { key: 'to-be-seen' } },
    });
    await plane().api.expect({
      method: 'POST',
      path: `${path}/secrets`,
      body: { metadata: { name: 'shut' }, stringData: { key: 'not-to-be-seen' } },
    });
    const lines = (await readFile(plane().auditLog, 'utf8')).split('\n').filter((line) => line.includes(namespace));
    expect(lines.filter((line) => line.includes('to-be-seen') && !line.includes('not-to-be-seen'))).not.toEqual([]);
    expect(lines.filter((line) => line.includes('/secrets'))).not.toEqual([]);
    expect(lines.filter((line) => line.includes('not-to-be-seen'))).toEqual([]);
  });

  test('a watch ends when its signal aborts', async (context) => {
    const namespace = await namespaceFor(plane(), context);
    const stop = new AbortController();
    const seen: string[] = [];
    for await (const { type, object } of plane().api.watch({
      path: `/api/v1/namespaces/${namespace}/configmaps?watch=true`,
      signal: stop.signal,
    })) {
      seen.push(`${type} ${object.metadata.name}`);
      stop.abort();
    }
    expect(seen).toEqual(['ADDED kube-root-ca.crt']);
  });
});

describeReal('a control plane of its own', () => {
  let plane: ControlPlane;
  let namespace: string;
  const told: string[] = [];

  beforeAll(async () => {
    const started = performance.now();
    plane = await startControlPlane({ log: (line) => told.push(line), apiServerFlags: ['--max-requests-inflight=321'] });
    console.log(`control plane ready after ${Math.round(performance.now() - started)} ms`);
    namespace = await freshNamespace(plane, 'own');
  });
  afterAll(async () => {
    await plane?.stop();
  });

  const configMaps = (name = ''): string => `/api/v1/namespaces/${namespace}/configmaps${name}`;
  const create = (name: string): Promise<ApiObject> =>
    plane.api.expect({ method: 'POST', path: configMaps(), body: { metadata: { name } } });

  test('takes further flags for its API server', async () => {
    const args = await readFile(`/proc/${plane.pids()['kube-apiserver']}/cmdline`, 'utf8');
    expect(args.split('\0')).toContain('--max-requests-inflight=321');
  });

  test('a second API server serves what the first one wrote, also while that is away', async () => {
    const second = await plane.secondApiServer();
    const client = createApiClient({ serverUrl: second.url, caFile: plane.caFile, token: plane.adminToken });
    await create('seen-twice');
    const restart = plane.restartApiServer({ signal: 'SIGKILL', downMs: 500 });
    expect((await client.expect({ path: configMaps('/seen-twice') })).metadata.name).toBe('seen-twice');
    await restart;
    expect((await plane.api.expect({ path: configMaps('/seen-twice') })).metadata.name).toBe('seen-twice');
    expect((await plane.kubectl(['get', 'ns', namespace], { kubeconfig: second.kubeconfig })).code).toBe(0);
    client.close();
    await second.stop();
  });

  test.for(['SIGKILL', 'SIGTERM'] as const)('an API server restarted by %s has another process and the same objects', async (signal) => {
    await create(`before-${signal.toLowerCase()}`);
    const before = plane.pids()['kube-apiserver'];
    const started = performance.now();
    await plane.restartApiServer({ signal });
    console.log(`restart by ${signal} took ${Math.round(performance.now() - started)} ms`);
    expect(plane.pids()['kube-apiserver']).not.toBe(before);
    await plane.api.expect({ path: configMaps(`/before-${signal.toLowerCase()}`) });
  });

  test('a restart is seen through the fault proxy as it is without', async () => {
    const proxy = await startFaultProxy({ cluster: plane });
    const through = createApiClient({ serverUrl: proxy.url, caFile: plane.caFile, token: plane.adminToken });
    const watchEnd = async (client: ApiClient): Promise<string> => {
      try {
        await Array.fromAsync(client.watch({ path: configMaps('?watch=true') }));
        return 'clean';
      } catch (error) {
        return error instanceof Error ? error.message : String(error);
      }
    };
    const ends = Promise.all([watchEnd(plane.api), watchEnd(through)]);
    await waitFor(() => proxy.stats().open === 1, WITHIN);
    const restart = plane.restartApiServer({ downMs: 500 });
    const [direct, proxied] = await ends;
    expect([direct, proxied]).toEqual([expect.stringMatching(/aborted|ECONNRESET/), expect.stringMatching(/aborted|ECONNRESET/)]);
    await expect(through.request({ path: configMaps() })).rejects.toThrow(/ECONNRESET|socket hang up/);
    await restart;
    expect((await through.request({ path: configMaps() })).status).toBe(200);
    through.close();
    await proxy.stop();
  });

  test('after a compaction an exact list of before it answers 410', async () => {
    const { metadata } = await create('early');
    await create('late');
    const exact = configMaps(`?resourceVersion=${metadata.resourceVersion}&resourceVersionMatch=Exact&fieldSelector=metadata.name=early`);
    expect((await plane.api.request({ path: exact })).status).toBe(200);
    const revision = await plane.compactEtcd();
    expect(revision).toBeGreaterThan(Number(metadata.resourceVersion));
    await plane.restartApiServer();
    expect((await plane.api.request({ path: exact })).status).toBe(410);
  });

  test('no component ended by itself', () => {
    expect(told.filter((line) => !line.startsWith('volume provisioner: '))).toEqual([]);
  });
});
