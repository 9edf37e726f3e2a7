// What is refused in pods and in the templates of the kinds that keep them, each fault alone, dry.
import type { DifferentialCase } from '../differential-case.ts';
import { differentialCase } from '../differential-case.ts';
import type { Subject } from '../subject.ts';

const ROW = 27;
const DRY = '?dryRun=All';

type Faults = Readonly<Record<string, object>>;

function podWith(spec: object): object {
  return { containers: [{ name: 'a', image: 'x' }], ...spec };
}

function containerWith(container: object): object {
  return { containers: [{ name: 'a', image: 'x', ...container }] };
}

const mounted = (volume: object, mount: object = {}): object => ({
  volumes: [{ name: 'v', ...volume }],
  containers: [{ name: 'a', image: 'x', volumeMounts: [{ name: 'v', mountPath: '/v', ...mount }] }],
});

const CONTAINER_FAULTS: Faults = {
  'no containers': { containers: [] },
  'no name': { containers: [{ image: 'x' }] },
  'bad name': { containers: [{ name: 'A_b', image: 'x' }] },
  'the same name': {
    containers: [
      { name: 'a', image: 'x' },
      { name: 'a', image: 'y' },
    ],
  },
  'an image with a space': containerWith({ image: ' x ' }),
  'fields that are off': containerWith({ lifecycle: { stopSignal: 'SIGTERM' } }),
  'no image': { containers: [{ name: 'a' }] },
  'a port twice': containerWith({
    ports: [
      { containerPort: 80, name: 'p' },
      { containerPort: 81, name: 'p' },
    ],
  }),
  'a port of none': containerWith({ ports: [{ containerPort: 0 }] }),
  'a port too high': containerWith({ ports: [{ containerPort: 65_536, hostPort: -1 }] }),
  'a protocol of none': containerWith({ ports: [{ containerPort: 1, protocol: 'FTP' }] }),
  'an odd port name': containerWith({ ports: [{ containerPort: 1, name: 'Port--1' }] }),
  'a variable without name': containerWith({ env: [{ value: 'x' }] }),
  'a variable with two sources': containerWith({
    env: [{ name: 'A', value: 'x', valueFrom: { fieldRef: { fieldPath: 'metadata.name' } } }],
  }),
  'a field that is none': containerWith({ env: [{ name: 'A', valueFrom: { fieldRef: { fieldPath: 'spec.unheard' } } }] }),
  'a source of nothing': containerWith({ env: [{ name: 'A', valueFrom: {} }] }),
  'a prefix that is none': containerWith({ envFrom: [{ prefix: 'a=', configMapRef: { name: 'c' } }, {}] }),
  'more asked than allowed': containerWith({ resources: { requests: { cpu: '2' }, limits: { cpu: '1' } } }),
  'less than nothing': containerWith({ resources: { requests: { cpu: '-1' } } }),
  'a resource of none': containerWith({ resources: { requests: { unheard: '1' } } }),
  'a resource of too many parts': containerWith({ resources: { limits: { 'a/b/c': '1' } } }),
  'half a device': containerWith({ resources: { limits: { 'example.com/gpu': '500m' } } }),
  'a pull policy of none': containerWith({ imagePullPolicy: 'Sometimes' }),
  'a message policy of none': containerWith({ terminationMessagePolicy: 'Never' }),
  'a probe without action': containerWith({ livenessProbe: {} }),
  'a probe with two actions': containerWith({ livenessProbe: { exec: { command: ['x'] }, tcpSocket: { port: 1 } } }),
  'a probe that needs two': containerWith({ livenessProbe: { tcpSocket: { port: 1 }, successThreshold: 2 } }),
  'a probe out of time': containerWith({ readinessProbe: { httpGet: { port: 'x_y', path: '' }, periodSeconds: -1 } }),
  'a hook without action': containerWith({ lifecycle: { preStop: {} } }),
  'a hook that sleeps long': containerWith({ lifecycle: { preStop: { sleep: { seconds: 100 } } } }),
  'a user below zero': containerWith({ securityContext: { runAsUser: -1 } }),
  'privileged without escalation': containerWith({ securityContext: { privileged: true, allowPrivilegeEscalation: false } }),
  'a mount of nothing': containerWith({ volumeMounts: [{ name: 'gone', mountPath: '/x' }] }),
  'two at one path': {
    volumes: [{ name: 'v' }],
    containers: [
      {
        name: 'a',
        image: 'x',
        volumeMounts: [
          { name: 'v', mountPath: '/v' },
          { name: 'v', mountPath: '/v' },
        ],
      },
    ],
  },
  'a mount upwards': mounted({}, { subPath: '../x' }),
  'both paths': mounted({}, { subPath: 'a', subPathExpr: 'b' }),
  'an init container that is probed': podWith({ initContainers: [{ name: 'i', image: 'x', livenessProbe: { tcpSocket: { port: 1 } } }] }),
  'an init container of the same name': podWith({ initContainers: [{ name: 'a', image: 'x' }] }),
  'an ephemeral one': podWith({ ephemeralContainers: [{ name: 'e', image: 'x' }] }),
};

const POD_FAULTS: Faults = {
  'a restart policy of none': podWith({ restartPolicy: 'Maybe' }),
  'a DNS policy of none': podWith({ dnsPolicy: 'Maybe' }),
  'DNS none without servers': podWith({ dnsPolicy: 'None' }),
  'many servers': podWith({ dnsConfig: { nameservers: ['1.1.1.1', '2.2.2.2', '3.3.3.3', '4.4.4.4', 'x'] } }),
  'a bad selector': podWith({ nodeSelector: { 'a b': 'c d' } }),
  'a bad node': podWith({ nodeName: 'A_b' }),
  'a bad account': podWith({ serviceAccountName: 'A_b' }),
  'a bad host name': podWith({ hostname: 'a.b', subdomain: 'A' }),
  'no time': podWith({ activeDeadlineSeconds: 0 }),
  'a bad toleration': podWith({
    tolerations: [
      { operator: 'Equal', effect: 'Never' },
      { operator: 'Exists', key: 'a', value: 'b' },
    ],
  }),
  'a toleration of none': podWith({ tolerations: [{ operator: 'Sometimes', key: 'a' }] }),
  'seconds without eviction': podWith({ tolerations: [{ operator: 'Exists', effect: 'NoSchedule', tolerationSeconds: 3 }] }),
  'a bad alias': podWith({ hostAliases: [{ ip: 'x', hostnames: ['A_b'] }] }),
  'affinity without a term': podWith({
    affinity: { nodeAffinity: { requiredDuringSchedulingIgnoredDuringExecution: { nodeSelectorTerms: [] } } },
  }),
  'affinity of no weight': podWith({
    affinity: {
      podAntiAffinity: {
        preferredDuringSchedulingIgnoredDuringExecution: [{ weight: 0, podAffinityTerm: { labelSelector: {}, topologyKey: '' } }],
      },
    },
  }),
  'a spread of none': podWith({ topologySpreadConstraints: [{ maxSkew: 0, topologyKey: '', whenUnsatisfiable: 'Never' }] }),
  'gates twice': podWith({ schedulingGates: [{ name: 'a' }, { name: 'a' }] }),
  'a gate of none': podWith({ readinessGates: [{ conditionType: 'a b' }] }),
  'a sysctl twice': podWith({
    securityContext: {
      sysctls: [
        { name: 'kernel.a', value: '1' },
        { name: 'kernel.a', value: '2' },
        { name: 'A b', value: '' },
      ],
    },
  }),
  'a group below zero': podWith({ securityContext: { fsGroup: -1, supplementalGroups: [-1] } }),
  'an unknown system': podWith({ os: { name: 'plan9' } }),
  'a volume without name': podWith({ volumes: [{ emptyDir: {} }] }),
  'volumes of one name': podWith({ volumes: [{ name: 'v' }, { name: 'v' }] }),
  'a volume of two': podWith({ volumes: [{ name: 'v', emptyDir: {}, hostPath: { path: '/x' } }] }),
  'a secret without name': podWith({ volumes: [{ name: 'v', secret: {} }] }),
  'a map without name': podWith({ volumes: [{ name: 'v', configMap: {} }] }),
  'a claim without name': podWith({ volumes: [{ name: 'v', persistentVolumeClaim: {} }] }),
  'a host path upwards': podWith({ volumes: [{ name: 'v', hostPath: { path: '/a/../b', type: 'Odd' } }] }),
  'a mode out of range': podWith({ volumes: [{ name: 'v', configMap: { name: 'c', defaultMode: 5_000 } }] }),
  'items of no path': podWith({ volumes: [{ name: 'v', secret: { secretName: 's', items: [{ key: 'k', path: '/abs' }, {}] } }] }),
  'a projection of nothing': podWith({ volumes: [{ name: 'v', projected: { sources: [{}] } }] }),
  'a memory of less than nothing': podWith({ volumes: [{ name: 'v', emptyDir: { sizeLimit: '-1' } }] }),
  'an ephemeral claim without a mode': podWith({
    volumes: [{ name: 'v', ephemeral: { volumeClaimTemplate: { spec: { resources: { requests: { storage: '0' } } } } } }],
  }),
  'a priority by hand': podWith({ preemptionPolicy: 'Maybe' }),
  'a pull secret with more': podWith({ imagePullSecrets: [{ name: '' }] }),
  'ports on the host': podWith({
    hostNetwork: true,
    containers: [{ name: 'a', image: 'x', ports: [{ containerPort: 80, hostPort: 81 }] }],
  }),
  'host users that share': podWith({ hostUsers: false, hostNetwork: true }),
};

async function playPods(subject: Subject, namespace: string, faults: Faults): Promise<void> {
  for (const [title, spec] of Object.entries(faults)) {
    await subject.ask({
      method: 'POST',
      path: `/api/v1/namespaces/${namespace}/pods${DRY}`,
      body: { metadata: { name: 'p', annotations: { title } }, spec },
    });
  }
}

const LABELS = { app: 'a' };

function standing(spec: object): object {
  const template = { metadata: { labels: LABELS }, spec: containerWith({}) };
  return { metadata: { name: 'w' }, spec: { selector: { matchLabels: LABELS }, template, ...spec } };
}

const WORKLOAD_FAULTS: Faults = {
  fine: {},
  'fewer than none': { replicas: -1, minReadySeconds: -1 },
  'no selector': { selector: null },
  'an empty selector': { selector: {} },
  'another selector': { selector: { matchLabels: { app: 'b' } } },
  'a bad selector': {
    selector: {
      matchExpressions: [
        { key: 'a', operator: 'In' },
        { key: 'a b', operator: 'Near' },
      ],
    },
  },
  'no template': { template: null },
  'a template without labels': { template: { spec: containerWith({}) } },
  'a template that ends': {
    template: { metadata: { labels: LABELS }, spec: podWith({ restartPolicy: 'Never', activeDeadlineSeconds: 5 }) },
  },
  'a template with a bad container': { template: { metadata: { labels: { ...LABELS, 'x y': '' } }, spec: containerWith({ name: 'A' }) } },
};

const DEPLOYMENT_FAULTS: Faults = {
  'a strategy of none': { strategy: { type: 'Odd' } },
  'rolling though recreated': { strategy: { type: 'Recreate', rollingUpdate: { maxSurge: 1 } } },
  'no way forward': { strategy: { rollingUpdate: { maxSurge: 0, maxUnavailable: '0%' } } },
  'odd numbers': { strategy: { rollingUpdate: { maxSurge: 'x', maxUnavailable: -1 } } },
  'more than all': { strategy: { rollingUpdate: { maxUnavailable: '101%' } } },
  'a short deadline': { minReadySeconds: 10, progressDeadlineSeconds: 10, revisionHistoryLimit: -1 },
};

async function playWorkloads(subject: Subject, namespace: string): Promise<void> {
  const post = (plural: string, spec: object): Promise<unknown> =>
    subject.ask({ method: 'POST', path: `/apis/apps/v1/namespaces/${namespace}/${plural}${DRY}`, body: standing(spec) });
  for (const spec of Object.values(WORKLOAD_FAULTS)) {
    await post('deployments', spec);
    await post('replicasets', spec);
  }
  for (const spec of Object.values(DEPLOYMENT_FAULTS)) await post('deployments', spec);
}

async function playSelectors(subject: Subject, namespace: string): Promise<void> {
  for (const plural of ['deployments', 'replicasets']) {
    const path = `/apis/apps/v1/namespaces/${namespace}/${plural}`;
    await subject.ask({ method: 'POST', path, body: standing({ replicas: 0 }) });
    const selector = { matchLabels: { app: 'b' } };
    const template = { metadata: { labels: { app: 'b' } } };
    await subject.ask({ method: 'PATCH', path: `${path}/w`, body: { spec: { selector } } });
    await subject.ask({ method: 'PATCH', path: `${path}/w`, body: { spec: { selector, template } } });
  }
}

export const POD_SPEC_CASES: readonly DifferentialCase[] = [
  differentialCase(ROW, 'faults of containers', (subject, namespace) => playPods(subject, namespace, CONTAINER_FAULTS)),
  differentialCase(ROW, 'faults of pods', (subject, namespace) => playPods(subject, namespace, POD_FAULTS)),
  differentialCase(ROW, 'faults of what keeps pods', playWorkloads),
  differentialCase(ROW, 'selectors do not change', playSelectors),
];
