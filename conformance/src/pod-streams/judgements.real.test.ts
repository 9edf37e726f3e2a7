// What the API server itself judges of requests to pods' subresources, before a kubelet is asked: our server answers as the real one.
import { randomBytes } from 'node:crypto';
import { type ApiClient, type ApiResponse, describeReal, freshNamespace, waitFor } from '@rectrace/testbed';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startVirtualSide, type VirtualSide } from '../differential/virtual-side.ts';
import { talk } from '../web-socket/socket-client.ts';

const PEEPER = `peeper-${randomBytes(3).toString('hex')}`;
const AS_PEEPER = { 'Impersonate-User': PEEPER };

type Judged = {
  readonly method?: 'GET' | 'POST' | 'PUT' | 'DELETE';
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
};

const REQUESTS: readonly Judged[] = [
  ...['exec?command=ls', 'attach', 'portforward?ports=80', 'log', 'proxy/'].flatMap((rest) => [
    { path: `pods/nobody/${rest}` },
    { path: `pods/nobody/${rest}`, headers: AS_PEEPER },
    { path: `pods/unbound/${rest}` },
    { path: `pods/astray/${rest}` },
  ]),
  ...['exec', 'attach', 'portforward', 'log'].map((subresource) => ({ path: `pods/two/${subresource}`, method: 'PUT' as const })),
  ...['exec', 'attach', 'portforward'].flatMap((subresource) => [
    { path: `pods/one/${subresource}` },
    { path: `pods/one/${subresource}`, method: 'POST' as const },
    { path: `pods/one/${subresource}`, method: 'DELETE' as const },
    { path: `pods/one/${subresource}?dryRun=All` },
    { path: `pods/one/${subresource}`, headers: AS_PEEPER },
    { path: `pods/one/${subresource}`, method: 'POST' as const, headers: AS_PEEPER },
    { path: `pods/two/${subresource}` },
    { path: `pods/one/${subresource}?container=nothing` },
    { path: `pods/one/${subresource}/more` },
  ]),
  { path: 'pods/one/portforward?ports=a' },
  { path: 'pods/one/portforward?ports=80,70000' },
  { path: 'pods/two/log' },
  { path: 'pods/two/log?container=nothing' },
  { path: 'pods/one/log?tailLines=a' },
  { path: 'pods/one/log?tailLines=-1' },
  { path: 'pods/one/log?limitBytes=0&sinceSeconds=-1' },
  { path: 'pods/one/log?sinceSeconds=1&sinceTime=2026-01-01T00:00:00Z' },
  { path: 'pods/one/log?sinceTime=yesterday' },
  { path: 'pods/one/log?stream=All&tailLines=-1' },
  { path: 'pods/one/log?stream=' },
  { path: 'pods/one/log', method: 'POST' },
  { path: 'pods/nobody/log?tailLines=-1' },
  { path: 'pods/a:b:c:d/proxy/x' },
  { path: 'pods/ftp:one:80/proxy/x' },
  { path: 'services/nobody/proxy/x' },
  { path: 'services/nobody:80/proxy/x' },
  { path: 'services/empty:80/proxy/x' },
  { path: 'services/empty:81/proxy/x' },
  { path: 'services/empty:http/proxy' },
  { path: 'services/lost/proxy/x' },
  { path: '/api/v1/nodes/nobody/proxy/x' },
  { path: '/api/v1/nodes/a:b:c:d/proxy/x' },
];

/** What says nothing of how it was judged. */
function shown({ status, headers, body }: ApiResponse): unknown {
  const type = String(headers['content-type'] ?? '');
  return { status, type, body };
}

describeReal('requests to pods', (plane) => {
  let side: VirtualSide;
  let namespace: string;

  beforeAll(async () => {
    side = await startVirtualSide(1);
    namespace = await freshNamespace(plane(), 'pod-streams');
    const accounts = `/api/v1/namespaces/${namespace}/serviceaccounts`;
    await side.api.expect({ method: 'POST', path: '/api/v1/namespaces', body: { metadata: { name: namespace } } });
    await side.api.expect({ method: 'POST', path: accounts, body: { metadata: { name: 'default' } } });
    await side.api.expect({ method: 'POST', path: '/api/v1/nodes', body: { metadata: { name: 'node-a' } } });
    for (const api of [plane().api, side.api]) await makeObjects(api, namespace);
  });

  afterAll(async () => {
    await plane().api.request({ method: 'DELETE', path: `/api/v1/namespaces/${namespace}` });
    await plane().api.request({ method: 'DELETE', path: `/api/v1/namespaces/${namespace}/pods/astray?gracePeriodSeconds=0` });
    await side.stop();
  });

  test.each(
    REQUESTS.map(
      (request) => [`${request.method ?? 'GET'} ${request.path} ${request.headers === undefined ? '' : 'as peeper'}`, request] as const,
    ),
  )('%s', async (_title, { path, ...rest }) => {
    const absolute = path.startsWith('/') ? path : `/api/v1/namespaces/${namespace}/${path}`;
    const [theirs, ours] = await Promise.all(
      [plane().api, side.api].map(async (api) => shown(await api.request({ path: absolute, ...rest }))),
    );
    expect(ours).toEqual(theirs);
  });

  test.each([
    ['v5.channel.k8s.io', { 'Sec-WebSocket-Protocol': 'v5.channel.k8s.io' }],
    ['v5 among others', { 'Sec-WebSocket-Protocol': 'v4.channel.k8s.io, v5.channel.k8s.io' }],
    ['another version of WebSockets', { 'Sec-WebSocket-Protocol': 'v5.channel.k8s.io', 'Sec-WebSocket-Version': '8' }],
    ['no key', { 'Sec-WebSocket-Protocol': 'v5.channel.k8s.io', 'Sec-WebSocket-Key': undefined }],
    ['no right to create', { 'Sec-WebSocket-Protocol': 'v5.channel.k8s.io', ...AS_PEEPER }],
  ])('a program over WebSocket: %s', async (_title, headers) => {
    const path = `/api/v1/namespaces/${namespace}/pods/one/exec?command=ls&stdout=true`;
    const real = { url: plane().serverUrl, caFile: plane().caFile, token: plane().adminToken };
    const [theirs, ours] = await Promise.all([real, side].map(async (server) => framed(await talk(server, { path, headers }))));
    expect(ours).toEqual(theirs);
  });
});

/** Of what the kubelet says only through which channel. */
function framed({ statusLine, headers, body, frames }: Awaited<ReturnType<typeof talk>>): unknown {
  return {
    statusLine,
    protocol: headers['sec-websocket-protocol'],
    message: body.startsWith('{') ? (JSON.parse(body) as { readonly message: string }).message : body,
    frames: frames.map(({ opcode, payload }) => [opcode, opcode === 2 ? payload[0] : payload.toString('hex')]),
  };
}

async function makeObjects(api: ApiClient, namespace: string): Promise<void> {
  const within = `/api/v1/namespaces/${namespace}`;
  const make = (path: string, body: unknown): Promise<unknown> => api.expect({ method: 'POST', path, body });
  const pod = (name: string, spec: object): unknown => ({ metadata: { name }, spec: { terminationGracePeriodSeconds: 0, ...spec } });
  const containers = (...names: readonly string[]) => names.map((name) => ({ name, image: 'a' }));
  const initContainers = containers('before');
  await make(`${within}/pods`, pod('one', { nodeName: 'node-a', containers: containers('web') }));
  await make(`${within}/pods`, pod('two', { nodeName: 'node-a', containers: containers('web', 'side'), initContainers }));
  await make(`${within}/pods`, pod('unbound', { schedulerName: 'nobody', containers: containers('web') }));
  await make(`${within}/pods`, pod('astray', { nodeName: 'nowhere', containers: containers('web') }));
  const ports = [{ name: 'http', port: 80 }];
  await make(`${within}/services`, { metadata: { name: 'empty' }, spec: { ports } });
  await make(`${within}/endpoints`, { metadata: { name: 'empty' } });
  await make(`${within}/services`, { metadata: { name: 'lost' }, spec: { ports } });
  const subsets = [{ addresses: [{ ip: '10.0.0.9' }], ports: [{ port: 80 }] }];
  await make(`${within}/endpoints`, { metadata: { name: 'lost' }, subsets });
  const rules = [{ apiGroups: [''], resources: ['pods/exec', 'pods/attach', 'pods/portforward', 'pods/log'], verbs: ['get'] }];
  const rbac = `/apis/rbac.authorization.k8s.io/v1/namespaces/${namespace}`;
  await make(`${rbac}/roles`, { metadata: { name: 'peeper' }, rules });
  const subjects = [{ kind: 'User', name: PEEPER, apiGroup: 'rbac.authorization.k8s.io' }];
  const roleRef = { kind: 'Role', name: 'peeper', apiGroup: 'rbac.authorization.k8s.io' };
  await make(`${rbac}/rolebindings`, { metadata: { name: 'peeper' }, subjects, roleRef });
  const asPeeper = { path: `${within}/pods/nobody/log`, headers: AS_PEEPER };
  await waitFor(async () => (await api.request(asPeeper)).status === 404, { timeoutMs: 10_000, what: 'the rights of the peeper' });
}
