// A namespace as users have them, at rest: workloads that are up, a claim each, secrets of all kinds, a resource of its own kind. Beside it another
// namespace whose volume is none of its business.
import { createCertificateAuthority } from '@rectrace/control-plane';
import type { JsonObject } from '@rectrace/kube';
import type { ApiClient } from '@rectrace/testbed';
import type { ClusterUnderTest, Read } from '../controllers/scenario.ts';
import { make, until, untilItems } from '../controllers/scenario.ts';

export const NAMESPACE = 'shop';
const OTHER = 'other';
const LABELS = { app: 'web' };
const CLAIM = { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1Gi' } } };
const GROUP = 'stock.example.com';

/** Made, and at rest. */
export async function fillShop(api: ApiClient): Promise<void> {
  const [shop, other] = [NAMESPACE, OTHER].map((namespace) => ({ api, namespace })) as [ClusterUnderTest, ClusterUnderTest];
  for (const cluster of [shop, other]) await makeNamespace(cluster);
  await Promise.all([makeWorkloads(shop), makeSecrets(shop), makeRights(shop), makeGadget(shop), makeClaim(other)]);
  await untilAtRest(shop, other);
}

async function makeNamespace(cluster: ClusterUnderTest): Promise<void> {
  await make(cluster, '/api/v1/namespaces', { metadata: { name: cluster.namespace } });
  for (const path of ['serviceaccounts/default', 'configmaps/kube-root-ca.crt']) await until(cluster, core(cluster, path), () => true);
}

async function makeWorkloads(cluster: ClusterUnderTest): Promise<void> {
  const env = [
    { name: 'DB_PASSWORD', value: 'hunter2-hunter2' },
    { name: 'DB_URL', value: 'postgres://app:hunter2-hunter2@db/orders' },
  ];
  await make(cluster, core(cluster, 'services'), {
    metadata: { name: 'web' },
    spec: { type: 'NodePort', selector: LABELS, ports: [{ port: 80 }] },
  });
  await make(cluster, core(cluster, 'services'), {
    metadata: { name: 'db' },
    spec: { clusterIP: 'None', selector: { app: 'db' }, ports: [{ port: 5432 }] },
  });
  await make(cluster, apps(cluster, 'deployments'), {
    metadata: { name: 'web' },
    spec: { replicas: 2, selector: { matchLabels: LABELS }, template: template('web', { env }) },
  });
  await make(cluster, apps(cluster, 'statefulsets'), {
    metadata: { name: 'db' },
    spec: {
      serviceName: 'db',
      replicas: 2,
      selector: { matchLabels: { app: 'db' } },
      template: template('db', { command: ['sh', '-c', 'init && run <"$FILE" >out'] }),
      volumeClaimTemplates: [{ metadata: { name: 'data' }, spec: CLAIM }],
    },
  });
  await make(cluster, apps(cluster, 'daemonsets'), {
    metadata: { name: 'agent' },
    spec: { selector: { matchLabels: { app: 'agent' } }, template: template('agent', { args: ['a && b'] }) },
  });
  await make(cluster, `/apis/batch/v1/namespaces/${cluster.namespace}/jobs`, {
    metadata: { name: 'migrate' },
    spec: { template: { spec: { restartPolicy: 'Never', containers: [{ name: 'a', image: 'example.org/a', command: ['true'] }] } } },
  });
  await make(cluster, `/apis/policy/v1/namespaces/${cluster.namespace}/poddisruptionbudgets`, {
    metadata: { name: 'web' },
    spec: { minAvailable: 1, selector: { matchLabels: LABELS } },
  });
  await make(cluster, core(cluster, 'resourcequotas'), { metadata: { name: 'some' }, spec: { hard: { services: '20' } } });
}

function template(app: string, container: object): object {
  return { metadata: { labels: { app } }, spec: { containers: [{ name: 'main', image: 'example.org/main:1', ...container }] } };
}

async function makeSecrets(cluster: ClusterUnderTest): Promise<void> {
  const authority = await createCertificateAuthority({ now: Date.now(), serialNumber: () => '1234567890abcdef' });
  const { certificate, key } = await authority.issueServing(['web', 'web.shop.svc']);
  const login = { username: 'robot', password: 'hunter2-hunter2', auth: Buffer.from('robot:hunter2-hunter2').toString('base64') };
  const secrets = [
    { name: 'tls', type: 'kubernetes.io/tls', stringData: { 'tls.crt': certificate, 'tls.key': key, 'ca.crt': authority.certificate } },
    {
      name: 'pull',
      type: 'kubernetes.io/dockerconfigjson',
      stringData: { '.dockerconfigjson': JSON.stringify({ auths: { 'registry.example.com': login } }) },
    },
    { name: 'login', type: 'Opaque', stringData: { username: 'app-user', password: 'hunter2-hunter2' } },
  ];
  for (const { name, ...rest } of secrets) await make(cluster, core(cluster, 'secrets'), { metadata: { name }, ...rest });
}

async function makeRights(cluster: ClusterUnderTest): Promise<void> {
  const rbac = `/apis/rbac.authorization.k8s.io/v1/namespaces/${cluster.namespace}`;
  await make(cluster, core(cluster, 'serviceaccounts'), { metadata: { name: 'web' } });
  await make(cluster, `${rbac}/roles`, { metadata: { name: 'web' }, rules: [{ apiGroups: [''], resources: ['pods'], verbs: ['get'] }] });
  await make(cluster, `${rbac}/rolebindings`, {
    metadata: { name: 'web' },
    subjects: [{ kind: 'ServiceAccount', name: 'web', namespace: cluster.namespace }],
    roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'Role', name: 'web' },
  });
}

async function makeGadget(cluster: ClusterUnderTest): Promise<void> {
  const size = { type: 'integer', default: 3 };
  const schema = {
    type: 'object',
    properties: {
      spec: { type: 'object', properties: { size, note: { type: 'string' } } },
      status: { type: 'object', properties: { ready: { type: 'boolean' } } },
    },
  };
  const names = { plural: 'gadgets', singular: 'gadget', kind: 'Gadget', listKind: 'GadgetList' };
  const versions = ['v1', 'v2'].map((name) => ({
    name,
    served: true,
    storage: name === 'v1',
    schema: { openAPIV3Schema: schema },
    subresources: { status: {} },
  }));
  await make(cluster, '/apis/apiextensions.k8s.io/v1/customresourcedefinitions', {
    metadata: { name: `gadgets.${GROUP}` },
    spec: { group: GROUP, scope: 'Namespaced', names, versions },
  });
  const path = `/apis/${GROUP}/v1/namespaces/${cluster.namespace}/gadgets`;
  await until(cluster, path, () => true);
  await make(cluster, path, { apiVersion: `${GROUP}/v1`, kind: 'Gadget', metadata: { name: 'one' }, spec: { note: 'a' } });
  await cluster.api.expect({ method: 'PATCH', path: `${path}/one/status`, body: { status: { ready: true } } });
}

async function makeClaim(cluster: ClusterUnderTest): Promise<void> {
  await make(cluster, core(cluster, 'persistentvolumeclaims'), { metadata: { name: 'elsewhere' }, spec: CLAIM });
}

async function untilAtRest(shop: ClusterUnderTest, other: ClusterUnderTest): Promise<void> {
  const status =
    (field: string, value: unknown): ((object: Read) => boolean) =>
    (object) =>
      object.status?.[field] === value;
  await Promise.all([
    until(shop, apps(shop, 'deployments/web'), status('availableReplicas', 2)),
    until(shop, apps(shop, 'statefulsets/db'), status('availableReplicas', 2)),
    until(shop, apps(shop, 'daemonsets/agent'), status('numberAvailable', 2)),
    until(shop, `/apis/batch/v1/namespaces/${NAMESPACE}/jobs/migrate`, status('succeeded', 1)),
    until(shop, `/apis/policy/v1/namespaces/${NAMESPACE}/poddisruptionbudgets/web`, status('currentHealthy', 2)),
    untilItems(shop, core(shop, 'persistentvolumeclaims'), (claims) => claims.length === 2 && claims.every(status('phase', 'Bound'))),
    until(shop, core(shop, 'resourcequotas/some'), ({ status = {} }) => (status['used'] as JsonObject | undefined)?.['services'] === '2'),
    until(other, core(other, 'persistentvolumeclaims/elsewhere'), status('phase', 'Bound')),
  ]);
}

function core({ namespace }: ClusterUnderTest, path: string): string {
  return `/api/v1/namespaces/${namespace}/${path}`;
}

function apps({ namespace }: ClusterUnderTest, path: string): string {
  return `/apis/apps/v1/namespaces/${namespace}/${path}`;
}
