// What the real controllers have to bring to rest.
import type { ClusterUnderTest, Read, Scenario } from './scenario.ts';
import { change, itemsOf, make, remove, until, untilGone, untilItems } from './scenario.ts';

const LABELS = { app: 'web' };
const SELECTOR = { matchLabels: LABELS };

function template(image = 'example.org/web:1', more: object = {}): object {
  return { metadata: { labels: LABELS }, spec: { containers: [{ name: 'web', image, ports: [{ containerPort: 80 }] }], ...more } };
}

function apps({ namespace }: ClusterUnderTest, resource: string): string {
  return `/apis/apps/v1/namespaces/${namespace}/${resource}`;
}

function core({ namespace }: ClusterUnderTest, resource: string): string {
  return `/api/v1/namespaces/${namespace}/${resource}`;
}

function ready(count: number): (object: Read) => boolean {
  return ({ metadata, spec, status = {} }) =>
    status['observedGeneration'] === metadata.generation &&
    status['replicas'] === count &&
    (count === 0 || (status['readyReplicas'] === count && status['updatedReplicas'] === count)) &&
    spec?.replicas === count;
}

async function deploy(cluster: ClusterUnderTest, replicas = 3): Promise<void> {
  await make(cluster, apps(cluster, 'deployments'), {
    metadata: { name: 'web' },
    spec: { replicas, selector: SELECTOR, template: template() },
  });
}

function phase(wanted: string): (object: Read) => boolean {
  return ({ status = {} }) => status['phase'] === wanted;
}

const CLAIM = { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1Gi' } } };

async function playRollout(cluster: ClusterUnderTest): Promise<void> {
  const path = `${apps(cluster, 'deployments')}/web`;
  await deploy(cluster);
  await until(cluster, path, ready(3));
  await change(cluster, path, { spec: { template: { spec: { containers: [{ name: 'web', image: 'example.org/web:2' }] } } } });
  await until(cluster, path, ready(3));
  await change(cluster, path, { spec: { replicas: 1 } });
  await until(cluster, path, ready(1));
  await untilItems(cluster, core(cluster, 'pods'), (pods) => pods.length === 1);
}

async function playStatefulSet(cluster: ClusterUnderTest): Promise<void> {
  const path = `${apps(cluster, 'statefulsets')}/web`;
  await make(cluster, core(cluster, 'services'), {
    metadata: { name: 'web' },
    spec: { clusterIP: 'None', selector: LABELS, ports: [{ port: 80 }] },
  });
  const spec = {
    serviceName: 'web',
    replicas: 3,
    selector: SELECTOR,
    template: template(),
    volumeClaimTemplates: [{ metadata: { name: 'data' }, spec: CLAIM }],
  };
  await make(cluster, apps(cluster, 'statefulsets'), { metadata: { name: 'web' }, spec });
  await until(cluster, path, ready(3));
  await change(cluster, path, { spec: { replicas: 2, template: { metadata: { annotations: { again: 'yes' } } } } });
  await until(cluster, path, ready(2));
  await untilItems(cluster, core(cluster, 'persistentvolumeclaims'), (claims) => claims.every(phase('Bound')));
  await untilItems(cluster, `/apis/discovery.k8s.io/v1/namespaces/${cluster.namespace}/endpointslices`, (slices) =>
    slices.some((slice) => (slice as unknown as { readonly endpoints?: readonly unknown[] }).endpoints?.length === 2),
  );
}

async function playDaemonSet(cluster: ClusterUnderTest): Promise<void> {
  await make(cluster, apps(cluster, 'daemonsets'), { metadata: { name: 'web' }, spec: { selector: SELECTOR, template: template() } });
  await until(
    cluster,
    `${apps(cluster, 'daemonsets')}/web`,
    ({ status = {} }) => status['numberReady'] === 2 && status['numberAvailable'] === 2,
  );
}

function job(cluster: ClusterUnderTest): string {
  return `/apis/batch/v1/namespaces/${cluster.namespace}/jobs`;
}

function jobOf(name: string, command: readonly string[]): object {
  const pod = {
    metadata: { labels: { job: name } },
    spec: { restartPolicy: 'Never', containers: [{ name: 'a', image: 'example.org/a', command }] },
  };
  return { metadata: { name }, spec: { template: pod, backoffLimit: 0, completions: 2, parallelism: 1 } };
}

async function playJobs(cluster: ClusterUnderTest): Promise<void> {
  await make(cluster, job(cluster), jobOf('good', ['true']));
  await make(cluster, job(cluster), jobOf('bad', ['sh', '-c', 'exit 1']));
  const ended = (type: string): ((object: Read) => boolean) => {
    return ({ status = {} }) => ((status['conditions'] ?? []) as readonly { readonly type: string }[]).some((one) => one.type === type);
  };
  await until(cluster, `${job(cluster)}/good`, ended('Complete'));
  await until(cluster, `${job(cluster)}/bad`, ended('Failed'));
}

async function playClaims(cluster: ClusterUnderTest): Promise<void> {
  const claims = core(cluster, 'persistentvolumeclaims');
  await make(cluster, claims, { metadata: { name: 'at-once' }, spec: CLAIM });
  await make(cluster, claims, { metadata: { name: 'later' }, spec: { ...CLAIM, storageClassName: 'delayed' } });
  await until(cluster, `${claims}/at-once`, phase('Bound'));
  const volumes = [{ name: 'v', persistentVolumeClaim: { claimName: 'later' } }];
  await make(cluster, core(cluster, 'pods'), { metadata: { name: 'user' }, spec: { containers: [{ name: 'a', image: 'x' }], volumes } });
  await until(cluster, `${claims}/later`, phase('Bound'));
  await until(cluster, `${core(cluster, 'pods')}/user`, phase('Running'));
  await remove(cluster, `${claims}/at-once`);
  await untilGone(cluster, `${claims}/at-once`);
}

function cascade(policy: string, left: number): Scenario['play'] {
  return async (cluster) => {
    const path = `${apps(cluster, 'deployments')}/web`;
    await deploy(cluster, 2);
    await until(cluster, path, ready(2));
    await remove(cluster, path, policy);
    await untilGone(cluster, path);
    await untilItems(cluster, apps(cluster, 'replicasets'), (sets) => sets.length === left && sets.every(hasNoOwner));
    await untilItems(cluster, core(cluster, 'pods'), (pods) => pods.length === 2 * left);
  };
}

function hasNoOwner({ metadata }: Read): boolean {
  return (metadata.ownerReferences ?? []).length === 0;
}

async function playNamespace(cluster: ClusterUnderTest): Promise<void> {
  const inner = { ...cluster, namespace: `${cluster.namespace}-x` };
  await make(cluster, '/api/v1/namespaces', { metadata: { name: inner.namespace } });
  await until(cluster, core(inner, 'serviceaccounts/default'), () => true);
  await deploy(inner, 2);
  await make(inner, core(inner, 'configmaps'), { metadata: { name: 'held', finalizers: ['example.org/hold'] } });
  await until(inner, `${apps(inner, 'deployments')}/web`, ready(2));
  await remove(cluster, `/api/v1/namespaces/${inner.namespace}`);
  await untilItems(inner, core(inner, 'pods'), (pods) => pods.length === 0);
  await until(cluster, `/api/v1/namespaces/${inner.namespace}`, ({ status = {} }) =>
    ((status['conditions'] ?? []) as readonly { readonly type: string; readonly status: string }[]).some(
      (one) => one.type === 'NamespaceFinalizersRemaining' && one.status === 'True',
    ),
  );
  await change(inner, `${core(inner, 'configmaps')}/held`, { metadata: { finalizers: null } });
  await untilGone(cluster, `/api/v1/namespaces/${inner.namespace}`);
}

async function playQuota(cluster: ClusterUnderTest): Promise<void> {
  const quotas = core(cluster, 'resourcequotas');
  await make(cluster, quotas, { metadata: { name: 'few' }, spec: { hard: { pods: '2', 'count/deployments.apps': '1' } } });
  await until(cluster, `${quotas}/few`, ({ status = {} }) => status['used'] !== undefined);
  await deploy(cluster, 3);
  await until(
    cluster,
    `${apps(cluster, 'deployments')}/web`,
    ({ status = {} }) => status['readyReplicas'] === 2 && status['unavailableReplicas'] === 1,
  );
  await until(cluster, `${quotas}/few`, ({ status = {} }) => (status['used'] as { readonly pods?: string }).pods === '2');
  await change(cluster, `${apps(cluster, 'deployments')}/web`, { spec: { replicas: 1 } });
  await until(cluster, `${apps(cluster, 'deployments')}/web`, ready(1));
  await until(cluster, `${quotas}/few`, ({ status = {} }) => (status['used'] as { readonly pods?: string }).pods === '1');
}

async function playEviction(cluster: ClusterUnderTest): Promise<void> {
  const budgets = `/apis/policy/v1/namespaces/${cluster.namespace}/poddisruptionbudgets`;
  await make(cluster, budgets, { metadata: { name: 'web' }, spec: { minAvailable: 2, selector: SELECTOR } });
  await deploy(cluster, 3);
  await until(cluster, `${apps(cluster, 'deployments')}/web`, ready(3));
  await until(cluster, `${budgets}/web`, ({ status = {} }) => status['disruptionsAllowed'] === 1);
  const [first] = await itemsOf(cluster, core(cluster, 'pods'));
  const name = first?.metadata.name ?? '';
  await make(cluster, `${core(cluster, 'pods')}/${name}/eviction`, { apiVersion: 'policy/v1', kind: 'Eviction', metadata: { name } });
  await untilGone(cluster, `${core(cluster, 'pods')}/${name}`);
  await untilItems(cluster, core(cluster, 'pods'), (pods) => pods.length === 3 && pods.every(phase('Running')));
  await until(cluster, `${apps(cluster, 'deployments')}/web`, ready(3));
  await until(cluster, `${budgets}/web`, ({ status = {} }) => status['disruptionsAllowed'] === 1 && status['currentHealthy'] === 3);
}

async function playService(cluster: ClusterUnderTest): Promise<void> {
  await make(cluster, core(cluster, 'services'), {
    metadata: { name: 'web' },
    spec: { selector: LABELS, ports: [{ port: 80, targetPort: 80 }] },
  });
  await deploy(cluster, 2);
  await until(cluster, `${apps(cluster, 'deployments')}/web`, ready(2));
  await untilItems(cluster, `/apis/discovery.k8s.io/v1/namespaces/${cluster.namespace}/endpointslices`, (slices) =>
    slices.some((slice) => (slice as unknown as { readonly endpoints?: readonly unknown[] }).endpoints?.length === 2),
  );
  await until(
    cluster,
    `${core(cluster, 'endpoints')}/web`,
    (found) =>
      ((found as unknown as { readonly subsets?: readonly { readonly addresses?: readonly unknown[] }[] }).subsets ?? [])[0]?.addresses
        ?.length === 2,
  );
}

export const SCENARIOS: readonly Scenario[] = [
  { title: 'a Deployment rolls out, and shrinks', play: playRollout },
  { title: 'a StatefulSet with volumes grows, changes and shrinks', play: playStatefulSet },
  { title: 'a DaemonSet runs on every node', play: playDaemonSet },
  { title: 'Jobs complete and fail', play: playJobs },
  { title: 'claims are bound at once and by their first pod', play: playClaims },
  { title: 'dependents go in the background', play: cascade('Background', 0) },
  { title: 'dependents go first', play: cascade('Foreground', 0) },
  { title: 'dependents stay', play: cascade('Orphan', 1) },
  { title: 'a namespace goes with all that is in it', play: playNamespace },
  { title: 'a quota stops a Deployment', play: playQuota },
  { title: 'an eviction within its budget', play: playEviction },
  { title: 'a Service finds its pods', play: playService },
];
