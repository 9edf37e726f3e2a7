// PodSecurity: pods of every sort against every level, and the labels of namespaces.
import type { JsonObject } from '@rectrace/kube';
import { waitFor } from '@rectrace/testbed';
import type { CaseHooks } from './case-hooks.ts';
import type { WebhookCase } from './webhook-case.ts';
import { webhookCase } from './webhook-case.ts';

const PREFIX = 'pod-security.kubernetes.io';
const HARDENED = {
  allowPrivilegeEscalation: false,
  runAsNonRoot: true,
  capabilities: { drop: ['ALL'] },
  seccompProfile: { type: 'RuntimeDefault' },
};

type PodParts = { readonly container?: JsonObject; readonly spec?: JsonObject; readonly annotations?: JsonObject };

function context(securityContext: JsonObject): PodParts {
  return { container: { securityContext: { ...HARDENED, ...securityContext } } };
}

const PODS: readonly PodParts[] = [
  {},
  context({}),
  context({ privileged: true, allowPrivilegeEscalation: true }),
  context({ allowPrivilegeEscalation: true }),
  context({ capabilities: { add: ['NET_BIND_SERVICE', 'SYS_ADMIN', 'CHOWN'] } }),
  context({ capabilities: { drop: ['ALL'], add: ['NET_BIND_SERVICE'] } }),
  context({ runAsNonRoot: false }),
  context({ runAsUser: 0 }),
  context({ seccompProfile: { type: 'Unconfined' } }),
  context({ seccompProfile: { type: 'Localhost', localhostProfile: 'x' } }),
  context({ appArmorProfile: { type: 'Unconfined' } }),
  context({ seLinuxOptions: { type: 'bad_t', user: 'u', role: 'r' } }),
  context({ seLinuxOptions: { type: 'container_engine_t' } }),
  context({ procMount: 'Default' }),
  { ...context({}), spec: { hostUsers: false, securityContext: { runAsUser: 0 } } },
  { container: { securityContext: { procMount: 'Unmasked' } }, spec: { hostUsers: false } },
  { spec: { hostNetwork: true, hostPID: true, hostIPC: true } },
  { spec: { securityContext: { runAsNonRoot: true, runAsUser: 0, seccompProfile: { type: 'RuntimeDefault' } } } },
  { spec: { securityContext: { runAsNonRoot: false, seccompProfile: { type: 'Unconfined' } } } },
  {
    spec: {
      securityContext: { sysctls: ['kernel.shm_rmid_forced', 'net.ipv4.tcp_rmem', 'kernel.msgmax'].map((name) => ({ name, value: '1' })) },
    },
  },
  { spec: { securityContext: { seLinuxOptions: { type: 'bad_t' }, appArmorProfile: { type: 'Unconfined' } } } },
  { spec: { os: { name: 'windows' }, securityContext: { windowsOptions: { hostProcess: true } }, hostNetwork: true } },
  { spec: { os: { name: 'windows' } } },
  {
    container: {
      ports: [
        { containerPort: 1, hostPort: 9 },
        { containerPort: 2, hostPort: 10 },
      ],
    },
  },
  { container: { livenessProbe: { httpGet: { port: 1, host: 'b' } }, lifecycle: { preStop: { tcpSocket: { port: 1, host: 'a' } } } } },
  {
    spec: {
      volumes: [
        { name: 'h', hostPath: { path: '/x' } },
        { name: 'n', nfs: { server: 's', path: '/x' } },
        { name: 'e', emptyDir: {} },
      ],
    },
  },
  {
    spec: {
      initContainers: [{ name: 'i', image: 'x', securityContext: { privileged: true } }],
      containers: ['a', 'b'].map((name) => ({ name, image: 'x', securityContext: { privileged: true } })),
    },
  },
  {
    annotations: {
      'seccomp.security.alpha.kubernetes.io/pod': 'unconfined',
      'container.seccomp.security.alpha.kubernetes.io/a': 'odd',
    },
  },
];

const LEVELS = ['baseline', 'restricted'];
const VERSIONS = ['latest', 'v1.0', 'v1.18', 'v1.21', 'v1.24', 'v1.28', 'v1.34', 'v1.99'];

function podOf(index: number, { container = {}, spec = {}, annotations = {} }: PodParts): JsonObject {
  return { metadata: { name: `p${index}`, annotations }, spec: { containers: [{ name: 'a', image: 'x', ...container }], ...spec } };
}

async function playPods(hooks: CaseHooks): Promise<void> {
  const { subject, namespace } = hooks;
  for (const level of LEVELS) {
    for (const version of VERSIONS) {
      const name = `${namespace}-${level}-${version.replace('.', '-')}`;
      const labels = { [`${PREFIX}/enforce`]: level, [`${PREFIX}/enforce-version`]: version, [`${PREFIX}/warn`]: 'restricted' };
      await subject.prepare({ method: 'POST', path: '/api/v1/namespaces', body: { metadata: { name, labels } } });
      for (const [index, parts] of PODS.entries()) {
        await subject.ask({ method: 'POST', path: `/api/v1/namespaces/${name}/pods?dryRun=All`, body: podOf(index, parts) });
      }
    }
  }
}

async function playWorkloads(hooks: CaseHooks): Promise<void> {
  const { subject, namespace } = hooks;
  const name = `${namespace}-warned`;
  const labels = { [`${PREFIX}/enforce`]: 'baseline' };
  await subject.prepare({ method: 'POST', path: '/api/v1/namespaces', body: { metadata: { name, labels } } });
  const template = { metadata: { labels: { a: 'b' } }, spec: { hostPID: true, containers: [{ name: 'a', image: 'x' }] } };
  const selector = { matchLabels: { a: 'b' } };
  const job = { template: { ...template, spec: { ...template.spec, restartPolicy: 'Never' } } };
  const workloads: readonly (readonly [string, JsonObject])[] = [
    [`/apis/apps/v1/namespaces/${name}/deployments`, { spec: { selector, template } }],
    [`/apis/apps/v1/namespaces/${name}/replicasets`, { spec: { selector, template } }],
    [`/apis/apps/v1/namespaces/${name}/daemonsets`, { spec: { selector, template } }],
    [`/apis/apps/v1/namespaces/${name}/statefulsets`, { spec: { selector, template, serviceName: 's' } }],
    [`/apis/batch/v1/namespaces/${name}/jobs`, { spec: job }],
    [`/apis/batch/v1/namespaces/${name}/cronjobs`, { spec: { schedule: '* * * * *', jobTemplate: { spec: job } } }],
    [`/api/v1/namespaces/${name}/replicationcontrollers`, { spec: { selector: { a: 'b' }, template } }],
    [`/api/v1/namespaces/${name}/podtemplates`, { template }],
  ];
  for (const [path, body] of workloads) await subject.ask({ method: 'POST', path, body: { metadata: { name: 'w' }, ...body } });
}

async function playNamespaces(hooks: CaseHooks): Promise<void> {
  const { subject, namespace } = hooks;
  const odd = [
    { [`${PREFIX}/enforce`]: 'odd' },
    { [`${PREFIX}/enforce-version`]: '1.2' },
    { [`${PREFIX}/audit`]: 'Baseline', [`${PREFIX}/warn-version`]: 'v2.0', [`${PREFIX}/audit-version`]: 'v1.01' },
  ];
  for (const labels of odd) {
    await subject.ask({ method: 'POST', path: '/api/v1/namespaces?dryRun=All', body: { metadata: { name: `${namespace}-odd`, labels } } });
  }
  const pods = `/api/v1/namespaces/${namespace}/pods`;
  const containers = [{ name: 'a', image: 'x' }];
  const owner = { apiVersion: 'apps/v1', kind: 'ReplicaSet', name: 'r', uid: '11111111-2222-3333-4444-555555555555', controller: true };
  for (const [name, spec] of [
    ['c', { hostPID: true }],
    ['b', { hostPID: true }],
    ['d', { hostNetwork: true, securityContext: { sysctls: [{ name: 'kernel.msgmax', value: '1' }] } }],
    ['e', {}],
  ] as const) {
    await subject.prepare({
      method: 'POST',
      path: pods,
      body: { metadata: { name, ownerReferences: [owner] }, spec: { containers, ...spec } },
    });
  }
  const change = (labels: JsonObject): Promise<unknown> =>
    subject.ask({ method: 'PATCH', path: `/api/v1/namespaces/${namespace}`, body: { metadata: { labels } } });
  // The real server looks at the pods that its cache knows.
  await waitFor(
    async () => {
      const labels = { [`${PREFIX}/enforce`]: 'restricted' };
      const path = `/api/v1/namespaces/${namespace}?dryRun=All`;
      const { headers } = await subject.prepare({ method: 'PATCH', path, body: { metadata: { labels } } });
      return ['b (and', 'd: ', 'e: '].every((text) => JSON.stringify(headers['warning'] ?? '').includes(text));
    },
    { timeoutMs: 20_000 },
  );
  await change({ [`${PREFIX}/enforce`]: 'baseline' });
  await change({ [`${PREFIX}/enforce`]: 'restricted' });
  await change({ [`${PREFIX}/enforce`]: 'baseline', [`${PREFIX}/enforce-version`]: 'v1.20' });
  await change({ [`${PREFIX}/enforce`]: 'odd' });
  await change({ [`${PREFIX}/enforce`]: 'privileged' });
}

export const SECURITY_CASES: readonly WebhookCase[] = [
  webhookCase('pods and levels', playPods),
  webhookCase('workloads are warned about', playWorkloads),
  webhookCase('levels of namespaces', playNamespaces),
];
