// Pod templates that between them use most of what a template can say, each form of quantity included.
import type { JsonObject } from '@rectrace/kube';

const WEB = { name: 'web', image: 'web:1' };

function withContainer(rest: JsonObject): JsonObject {
  return { containers: [{ ...WEB, ...rest }] };
}

function withVolumes(...volumes: readonly JsonObject[]): JsonObject {
  return { containers: [WEB], volumes: volumes.map((volume, index) => ({ name: `v${index}`, ...volume })) };
}

/** Specs of pods, by what they show. */
export const POD_SPECS: Readonly<Record<string, JsonObject>> = {
  plain: { containers: [WEB] },
  'small quantities': withContainer({
    resources: { limits: { cpu: '1500m', memory: '512Mi', 'ephemeral-storage': '10M' }, requests: { cpu: '0', memory: '1e3' } },
  }),
  'large quantities': withContainer({
    resources: {
      limits: { cpu: '0.1', memory: '128974848', 'ephemeral-storage': '100Ti', 'example.com/gpu': '8' },
      requests: { cpu: '1u' },
    },
  }),
  'quantities in other forms': withContainer({
    resources: {
      limits: { cpu: '2.50', memory: '1.5Gi', 'ephemeral-storage': '5E', 'hugepages-2Mi': '8192Ki' },
      requests: { memory: '1k' },
    },
  }),
  probes: withContainer({
    ports: [{ name: 'http', containerPort: 8080, protocol: 'TCP', hostPort: 8080 }],
    livenessProbe: { httpGet: { path: '/', port: 'http', httpHeaders: [{ name: 'X', value: 'y' }] }, failureThreshold: 5 },
    readinessProbe: { tcpSocket: { port: 8080 }, initialDelaySeconds: 3 },
    startupProbe: { grpc: { port: 9090, service: 'health' } },
    lifecycle: { preStop: { exec: { command: ['sleep', '5'] } }, postStart: { sleep: { seconds: 1 } } },
  }),
  environment: withContainer({
    command: ['sh', '-c'],
    args: ['echo "a b"\n'],
    env: [
      { name: 'A', value: 'b' },
      { name: 'POD', valueFrom: { fieldRef: { fieldPath: 'metadata.name' } } },
      { name: 'CPU', valueFrom: { resourceFieldRef: { resource: 'limits.cpu', divisor: '1m' } } },
      { name: 'KEY', valueFrom: { secretKeyRef: { name: 's', key: 'k', optional: true } } },
      { name: 'MAP', valueFrom: { configMapKeyRef: { name: 'm', key: 'k' } } },
    ],
    envFrom: [{ prefix: 'P_', configMapRef: { name: 'm' } }, { secretRef: { name: 's', optional: false } }],
    workingDir: '/w',
    stdin: true,
    tty: true,
    terminationMessagePolicy: 'FallbackToLogsOnError',
    imagePullPolicy: 'Always',
  }),
  security: {
    ...withContainer({
      securityContext: {
        capabilities: { add: ['NET_ADMIN'], drop: ['ALL'] },
        runAsNonRoot: true,
        readOnlyRootFilesystem: true,
        allowPrivilegeEscalation: false,
        seccompProfile: { type: 'RuntimeDefault' },
      },
    }),
    securityContext: {
      fsGroup: 2000,
      fsGroupChangePolicy: 'OnRootMismatch',
      supplementalGroups: [1, 2],
      sysctls: [{ name: 'net.core.somaxconn', value: '1024' }],
      seLinuxOptions: { level: 's0:c1,c2' },
    },
    serviceAccountName: 'default',
    automountServiceAccountToken: false,
  },
  scheduling: {
    containers: [WEB],
    nodeSelector: { disk: 'ssd', 'kubernetes.io/arch': 'amd64' },
    tolerations: [{ key: 'a', operator: 'Exists', effect: 'NoExecute', tolerationSeconds: 30 }],
    affinity: {
      nodeAffinity: {
        requiredDuringSchedulingIgnoredDuringExecution: {
          nodeSelectorTerms: [{ matchExpressions: [{ key: 'zone', operator: 'In', values: ['a', 'b'] }] }],
        },
      },
      podAntiAffinity: {
        preferredDuringSchedulingIgnoredDuringExecution: [
          { weight: 7, podAffinityTerm: { topologyKey: 'zone', labelSelector: { matchLabels: { app: 'x' } }, namespaces: ['a'] } },
        ],
      },
    },
    topologySpreadConstraints: [
      { maxSkew: 1, topologyKey: 'zone', whenUnsatisfiable: 'ScheduleAnyway', labelSelector: { matchLabels: { app: 'x' } } },
    ],
    priorityClassName: 'system-node-critical',
    schedulerName: 'other',
    terminationGracePeriodSeconds: 0,
    readinessGates: [{ conditionType: 'example.com/ready' }],
    schedulingGates: [{ name: 'example.com/wait' }],
  },
  network: {
    containers: [WEB],
    hostNetwork: true,
    hostIPC: true,
    dnsPolicy: 'None',
    dnsConfig: { nameservers: ['192.0.2.1'], searches: ['a.b'], options: [{ name: 'ndots', value: '2' }] },
    hostAliases: [{ ip: '192.0.2.2', hostnames: ['a', 'b'] }],
    hostname: 'h',
    subdomain: 's',
    setHostnameAsFQDN: true,
    enableServiceLinks: false,
    shareProcessNamespace: true,
  },
  'several containers': {
    initContainers: [
      { name: 'init', image: 'i:1' },
      { name: 'side', image: 's:1', restartPolicy: 'Always' },
    ],
    containers: [WEB, { name: 'two', image: 'two' }],
    imagePullSecrets: [{ name: 'pull' }],
    resources: { limits: { cpu: '2', memory: '4Gi' } },
  },
  'volumes of the cluster': withVolumes(
    { configMap: { name: 'm', items: [{ key: 'a', path: 'b', mode: 256 }], optional: true } },
    { secret: { secretName: 's' } },
    { emptyDir: {} },
    { emptyDir: { medium: 'Memory', sizeLimit: '1500m' } },
    { persistentVolumeClaim: { claimName: 'c', readOnly: true } },
    { downwardAPI: { items: [{ path: 'l', fieldRef: { fieldPath: 'metadata.labels' } }] } },
    {
      projected: {
        sources: [
          { serviceAccountToken: { path: 't', audience: 'a', expirationSeconds: 3_600 } },
          { configMap: { name: 'm' } },
          { secret: { name: 's' } },
        ],
      },
    },
    {
      ephemeral: {
        volumeClaimTemplate: {
          metadata: { labels: { a: 'b' } },
          spec: { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '10Gi' } }, storageClassName: 'fast' },
        },
      },
    },
  ),
  'volumes of others': withVolumes(
    { hostPath: { path: '/p', type: 'Directory' } },
    { nfs: { server: 'n', path: '/x' } },
    { csi: { driver: 'd.example.com', volumeAttributes: { b: '2', a: '1' } } },
    { iscsi: { targetPortal: '192.0.2.3', iqn: 'iqn.2001-04.com.example:d', lun: 0 } },
    { image: { reference: 'r:1', pullPolicy: 'Never' } },
    { fc: { targetWWNs: ['50060e801049cfd1'], lun: 1 } },
  ),
};
