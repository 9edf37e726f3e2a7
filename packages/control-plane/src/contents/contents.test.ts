import type { Clock, JsonObject } from '@rectrace/kube';
import { expect, test } from 'vitest';
import type { ControlPlane } from '../control-plane.ts';
import { createControlPlane } from '../control-plane.ts';
import { startVirtualCluster } from '../http/start-virtual-cluster.ts';
import type { LeftOut } from './contents.ts';

const stoppedClock: Clock = { now: () => Date.UTC(2026, 0, 1), after: () => new Promise(() => undefined) };
const UID = '0b4f4a3e-7a5d-4f3b-9e65-0d1d3b1f7c1';

function plane(objects: readonly JsonObject[], onLeftOut?: (left: LeftOut) => void): Promise<ControlPlane> {
  const contents = { objects, ...(onLeftOut === undefined ? {} : { onLeftOut }) };
  return createControlPlane({ clock: stoppedClock, seed: 7, contents });
}

async function read({ client }: ControlPlane, path: string): Promise<JsonObject> {
  const { status, body } = await client.request({ path });
  return status === 200 ? body : { status };
}

function metadata(name: string, more: JsonObject = {}): JsonObject {
  return { name, namespace: 'shop', uid: `${UID}0`, resourceVersion: '4711', creationTimestamp: '2025-12-24T18:00:00Z', ...more };
}

const schema = { openAPIV3Schema: { type: 'object', properties: { spec: { type: 'object', properties: { size: { type: 'integer' } } } } } };
const definition: JsonObject = {
  apiVersion: 'apiextensions.k8s.io/v1',
  kind: 'CustomResourceDefinition',
  metadata: { name: 'widgets.example.com', uid: `${UID}1` },
  spec: {
    group: 'example.com',
    scope: 'Namespaced',
    names: { plural: 'widgets', kind: 'Widget' },
    versions: [
      { name: 'v1', served: true, storage: true, schema },
      { name: 'v1beta1', served: true, storage: false, schema },
    ],
  },
};
const widget: JsonObject = {
  apiVersion: 'example.com/v1beta1',
  kind: 'Widget',
  metadata: metadata('w', { generation: 4 }),
  spec: { size: 3 },
};

const pod: JsonObject = {
  apiVersion: 'v1',
  kind: 'Pod',
  metadata: metadata('web', {
    generation: 3,
    deletionTimestamp: '2025-12-24T19:00:00Z',
    deletionGracePeriodSeconds: 30,
    finalizers: ['example.com/hold'],
    ownerReferences: [{ apiVersion: 'apps/v1', kind: 'ReplicaSet', name: 'web', uid: `${UID}2`, controller: true }],
    managedFields: [
      {
        manager: 'kubectl',
        operation: 'Update',
        apiVersion: 'v1',
        time: '2025-12-24T18:00:00Z',
        fieldsType: 'FieldsV1',
        fieldsV1: { 'f:spec': {} },
      },
    ],
  }),
  spec: { containers: [{ name: 'web', image: 'example.org/web' }], nodeName: 'gone' },
  status: { phase: 'Running', podIP: '198.18.0.7' },
};

test('what only a server sets stays; the resourceVersion is given anew', async () => {
  const made = await plane([pod]);
  const { metadata: found, status } = await read(made, '/api/v1/namespaces/shop/pods/web');
  const { resourceVersion, ...rest } = found as JsonObject;
  const { resourceVersion: _given, ...wanted } = pod['metadata'] as JsonObject;
  expect(rest).toEqual(wanted);
  expect(Number(resourceVersion)).toBeLessThan(4711);
  expect(status).toMatchObject({ phase: 'Running', podIP: '198.18.0.7' });
});

test('nothing is admitted: the namespace, account and quota of an object need not allow it', async () => {
  const made = await plane([{ ...pod, apiVersion: 'v1' }]);
  expect(await read(made, '/api/v1/namespaces/shop/serviceaccounts/default')).toEqual({ status: 404 });
  expect(await read(made, '/api/v1/namespaces/shop')).toMatchObject({ status: { phase: 'Active' } });
});

test('custom resources come in whatever order, are stored in the storage version and served at once', async () => {
  const made = await plane([widget, definition]);
  expect(await read(made, '/apis/example.com/v1/namespaces/shop/widgets/w')).toMatchObject({
    apiVersion: 'example.com/v1',
    metadata: { uid: `${UID}0`, generation: 4 },
    spec: { size: 3 },
  });
  expect(made.store.get({ resource: 'widgets.example.com', key: 'shop/w' })?.object['apiVersion']).toBe('example.com/v1');
});

test('an object that a webhook would have to bring into the stored version is left out, and named', async () => {
  const clientConfig = { service: { namespace: 'shop', name: 'hook' } };
  const conversion = { strategy: 'Webhook', webhook: { clientConfig, conversionReviewVersions: ['v1'] } };
  const converting = { ...definition, spec: { ...(definition['spec'] as JsonObject), conversion } };
  const left: LeftOut[] = [];
  const current = { ...widget, apiVersion: 'example.com/v1', metadata: metadata('x', { uid: `${UID}8` }) };
  const made = await plane([converting, widget, current], (one) => left.push(one));
  expect(left).toEqual([
    { apiVersion: 'example.com/v1beta1', kind: 'Widget', count: 1, reason: expect.stringContaining('conversion webhook for') },
  ]);
  expect(await read(made, '/apis/example.com/v1/namespaces/shop/widgets/x')).toMatchObject({ metadata: { uid: `${UID}8` } });
});

test('a definition that is being deleted still serves what it defines, as long as a finalizer holds it', async () => {
  const going = { deletionTimestamp: '2025-12-24T19:00:00Z', finalizers: ['customresourcecleanup.apiextensions.k8s.io'] };
  const established = { conditions: [{ type: 'Established', status: 'True' }], acceptedNames: { plural: 'widgets', kind: 'Widget' } };
  const ending = { ...definition, metadata: { ...(definition['metadata'] as JsonObject), ...going }, status: established };
  const held = { ...widget, metadata: metadata('w', { finalizers: ['example.com/hold'] }) };
  const made = await plane([ending, held]);
  await made.client.request({ path: '/version' });
  expect(await read(made, '/apis/example.com/v1/namespaces/shop/widgets/w')).toMatchObject({
    metadata: { finalizers: ['example.com/hold'], deletionTimestamp: '2026-01-01T00:00:00Z' },
  });
});

test('kinds and fields that are not known are told, once a kind, and the rest is there', async () => {
  const left: LeftOut[] = [];
  const strange = { apiVersion: 'example.org/v1', kind: 'Strange', metadata: metadata('s') };
  const newer = { ...pod, spec: { ...(pod['spec'] as JsonObject), brandNew: true } };
  const made = await plane([strange, { ...strange, metadata: metadata('t') }, newer], (one) => left.push(one));
  expect(left).toEqual([
    { apiVersion: 'example.org/v1', kind: 'Strange', count: 2, reason: 'not served here' },
    { apiVersion: 'v1', kind: 'Pod', count: 1, reason: 'unknown field "spec.brandNew"' },
  ]);
  expect(await read(made, '/api/v1/namespaces/shop/pods/web')).toMatchObject({ kind: 'Pod' });
});

test.each<[string, JsonObject, string]>([
  ['a field of another type', { ...pod, spec: { containers: 'web' } }, 'Pod shop/web cannot be taken: json: cannot unmarshal string'],
  [
    'a name that is none',
    { ...pod, metadata: metadata('not/a-name') },
    'Pod shop/not/a-name cannot be taken: metadata.name: Invalid value',
  ],
  ['no namespace', { ...pod, metadata: { name: 'web' } }, 'Pod web cannot be taken: metadata.namespace: Required value'],
  ['no kind', { apiVersion: 'v1', metadata: metadata('x') }, 'object shop/x cannot be taken: apiVersion or kind is missing'],
])('an object that is not one of its kind is refused by name: %s', async (_title, object, message) => {
  await expect(plane([widget, object])).rejects.toMatchObject({ code: 'CONTENT_REFUSED', message: expect.stringContaining(message) });
});

test('two objects of one name are refused, and the others are counted', async () => {
  const other = { ...pod, metadata: metadata('web', { uid: `${UID}9` }) };
  const wrong = { ...pod, metadata: metadata('wr/ong') };
  await expect(plane([pod, other, wrong])).rejects.toThrow(/^Pod shop\/web cannot be taken: there are two of that name \(and 1 more\)$/);
});

const PARENT = { group: '', resource: 'services' };
const service: JsonObject = {
  apiVersion: 'v1',
  kind: 'Service',
  metadata: metadata('web'),
  spec: {
    type: 'NodePort',
    clusterIP: '198.19.4.4',
    clusterIPs: ['198.19.4.4'],
    ports: [{ port: 80, targetPort: 80, nodePort: 31_000, protocol: 'TCP' }],
  },
};

test('addresses and node ports that are in use are not given out again', async () => {
  const { client } = await plane([service]);
  const post = async (spec: JsonObject): Promise<JsonObject> =>
    (await client.request({ method: 'POST', path: '/api/v1/namespaces/shop/services', body: { metadata: { name: 'b' }, spec } })).body;
  expect(await post({ clusterIP: '198.19.4.4', ports: [{ port: 80 }] })).toMatchObject({
    message: expect.stringContaining('failed to allocate IP 198.19.4.4: provided IP is already allocated'),
  });
  expect(await post({ type: 'NodePort', ports: [{ port: 80, nodePort: 31_000 }] })).toMatchObject({
    message: expect.stringContaining('provided port is already allocated'),
  });
  expect(await post({ clusterIP: '198.19.4.5', ports: [{ port: 80 }] })).toMatchObject({ spec: { clusterIP: '198.19.4.5' } });
});

test('the range of Services is the one of the contents, and so is the address of the API server', async () => {
  const range = {
    apiVersion: 'networking.k8s.io/v1',
    kind: 'ServiceCIDR',
    metadata: { name: 'kubernetes', uid: `${UID}3` },
    spec: { cidrs: ['198.19.0.0/16'] },
  };
  const address = {
    apiVersion: 'networking.k8s.io/v1',
    kind: 'IPAddress',
    metadata: { name: '198.19.0.1', uid: `${UID}4` },
    spec: { parentRef: { ...PARENT, namespace: 'default', name: 'kubernetes' } },
  };
  const made = await plane([range, address]);
  expect(await read(made, '/api/v1/namespaces/default/services/kubernetes')).toMatchObject({ spec: { clusterIP: '198.19.0.1' } });
  expect(await read(made, '/apis/networking.k8s.io/v1/ipaddresses/198.19.0.1')).toMatchObject({ metadata: { uid: `${UID}4` } });
});

test('what every API server makes is not made again where the contents hold it', async () => {
  const namespace = { apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'kube-public', uid: `${UID}5`, labels: { own: 'yes' } } };
  const role = { apiVersion: 'rbac.authorization.k8s.io/v1', kind: 'ClusterRole', metadata: { name: 'view', uid: `${UID}6` }, rules: [] };
  const made = await plane([namespace, role]);
  expect(await read(made, '/api/v1/namespaces/kube-public')).toMatchObject({ metadata: { uid: `${UID}5`, labels: { own: 'yes' } } });
  expect(await read(made, '/apis/rbac.authorization.k8s.io/v1/clusterroles/view')).toMatchObject({ metadata: { uid: `${UID}6` } });
  expect(await read(made, '/apis/rbac.authorization.k8s.io/v1/clusterroles/edit')).toMatchObject({ kind: 'ClusterRole' });
});

test('who may do what is as the contents say', async () => {
  const rules = [{ apiGroups: [''], resources: ['pods'], verbs: ['get'] }];
  const role = { apiVersion: 'rbac.authorization.k8s.io/v1', kind: 'Role', metadata: metadata('reader'), rules };
  const subjects = [{ kind: 'ServiceAccount', name: 'web', namespace: 'shop' }];
  const roleRef = { apiGroup: 'rbac.authorization.k8s.io', kind: 'Role', name: 'reader' };
  const binding = { apiVersion: role.apiVersion, kind: 'RoleBinding', metadata: metadata('reader'), subjects, roleRef };
  const { client } = await plane([pod, role, binding]);
  const user = { name: 'system:serviceaccount:shop:web', groups: ['system:serviceaccounts'] };
  const status = async (method: string): Promise<number> =>
    (await client.request({ method, path: '/api/v1/namespaces/shop/pods/web', user })).status;
  expect([await status('GET'), await status('DELETE')]).toEqual([200, 403]);
});

test('the API server makes its own objects whatever the contents would refuse, and the Service of the contents stays', async () => {
  const quota = {
    apiVersion: 'v1',
    kind: 'ResourceQuota',
    metadata: metadata('none', { namespace: 'kube-system' }),
    spec: { hard: { configmaps: '0' } },
  };
  const range = {
    apiVersion: 'networking.k8s.io/v1',
    kind: 'ServiceCIDR',
    metadata: { name: 'kubernetes' },
    spec: { cidrs: ['198.19.0.0/16'] },
  };
  const spec = {
    type: 'ClusterIP',
    clusterIP: '198.19.0.1',
    clusterIPs: ['198.19.0.1'],
    ports: [{ port: 443, protocol: 'TCP', targetPort: 6443 }],
  };
  const own = { ...service, metadata: metadata('kubernetes', { namespace: 'default', uid: `${UID}7` }), spec };
  const made = await plane([quota, range, own]);
  expect(await read(made, '/api/v1/namespaces/default/services/kubernetes')).toMatchObject({ metadata: { uid: `${UID}7` } });
  expect(await read(made, '/api/v1/namespaces/kube-system/configmaps/kube-apiserver-legacy-service-account-token-tracking')).toMatchObject({
    kind: 'ConfigMap',
  });
});

test('a fork starts with the contents, too', async () => {
  const fork = (await plane([pod])).fork(3);
  expect(await read(fork, '/api/v1/namespaces/shop/pods/web')).toMatchObject({ metadata: { uid: `${UID}0` } });
});

test('a server that is refused its contents listens no more', async () => {
  const start = (port?: number) =>
    startVirtualCluster({
      clock: stoppedClock,
      seed: 1,
      randomBytes: (count) => crypto.getRandomValues(new Uint8Array(count)),
      contents: { objects: [{ ...pod, spec: [] }] },
      ...(port === undefined ? {} : { port }),
    });
  const free = 20_000 + (process.pid % 20_000);
  await expect(start(free)).rejects.toMatchObject({ code: 'CONTENT_REFUSED' });
  await expect(start(free)).rejects.toMatchObject({ code: 'CONTENT_REFUSED' });
});

test('kube-system gets a uid of its own, as that is what clusters are told apart by', async () => {
  const system = { apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'kube-system', uid: `${UID}9`, labels: { a: 'b' } } };
  const started = await read(await plane([system]), '/api/v1/namespaces/kube-system');
  expect(started).toMatchObject({ metadata: { labels: { a: 'b' }, uid: expect.stringMatching(/^[0-9a-f-]{36}$/) } });
  expect(started).not.toMatchObject({ metadata: { uid: `${UID}9` } });
});
