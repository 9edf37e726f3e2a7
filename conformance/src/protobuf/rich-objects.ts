// Objects whose fields are of every kind that protobuf knows: maps, quantities, numbers-or-texts, times, bytes, embedded JSON, schemas.

export type RichObject = { readonly path: string; readonly body: object };

const CONTAINER = {
  name: 'a',
  image: 'example.org/a:1',
  args: ['--x', ''],
  env: [
    { name: 'A', value: 'b' },
    { name: 'B', valueFrom: { fieldRef: { fieldPath: 'metadata.name' } } },
    { name: 'C', valueFrom: { secretKeyRef: { name: 's', key: 'k', optional: true } } },
    { name: 'D', valueFrom: { resourceFieldRef: { resource: 'limits.cpu', divisor: '1m' } } },
  ],
  envFrom: [{ prefix: 'P_', configMapRef: { name: 'c' } }],
  ports: [{ name: 'http', containerPort: 80, protocol: 'TCP' }],
  resources: { limits: { cpu: '1500m', memory: '1Gi' }, requests: { cpu: '0.5' } },
  livenessProbe: { httpGet: { path: '/', port: 'http', httpHeaders: [{ name: 'x', value: 'y' }] }, initialDelaySeconds: 3 },
  readinessProbe: { tcpSocket: { port: 80 } },
  startupProbe: { exec: { command: ['true'] } },
  lifecycle: { preStop: { sleep: { seconds: 1 } } },
  securityContext: { runAsNonRoot: true, runAsUser: 1000, capabilities: { drop: ['ALL'] }, seccompProfile: { type: 'RuntimeDefault' } },
  volumeMounts: [{ name: 'v', mountPath: '/v', readOnly: true }],
};

const TEMPLATE = {
  metadata: { labels: { app: 'rich' }, annotations: { z: '1', a: 'ü' } },
  spec: {
    containers: [CONTAINER],
    initContainers: [{ name: 'i', image: 'example.org/i', restartPolicy: 'Always' }],
    volumes: [
      { name: 'v', configMap: { name: 'c', items: [{ key: 'k', path: 'p', mode: 256 }] } },
      { name: 'e', emptyDir: { sizeLimit: '10Mi' } },
      { name: 'p', projected: { sources: [{ downwardAPI: { items: [{ path: 'l', fieldRef: { fieldPath: 'metadata.labels' } }] } }] } },
    ],
    affinity: {
      nodeAffinity: {
        requiredDuringSchedulingIgnoredDuringExecution: {
          nodeSelectorTerms: [{ matchExpressions: [{ key: 'k', operator: 'In', values: ['a', 'b'] }] }],
        },
      },
      podAntiAffinity: {
        preferredDuringSchedulingIgnoredDuringExecution: [
          { weight: 1, podAffinityTerm: { topologyKey: 'kubernetes.io/hostname', labelSelector: { matchLabels: { a: 'b' } } } },
        ],
      },
    },
    tolerations: [{ key: 'k', operator: 'Exists', effect: 'NoExecute', tolerationSeconds: 60 }],
    topologySpreadConstraints: [
      { maxSkew: 1, topologyKey: 'zone', whenUnsatisfiable: 'ScheduleAnyway', labelSelector: { matchLabels: { app: 'rich' } } },
    ],
  },
};

const CORE = '/api/v1/namespaces/NAMESPACE';

/** The objects, in a namespace of that name. */
export function richObjects(namespace: string): readonly RichObject[] {
  return JSON.parse(JSON.stringify(RICH_OBJECTS).replaceAll('NAMESPACE', namespace)) as readonly RichObject[];
}

const RICH_OBJECTS: readonly RichObject[] = [
  { path: `${CORE}/configmaps`, body: { metadata: { name: 'c' }, data: { b: '1', a: '' }, binaryData: { z: 'AP8=', y: '' } } },
  { path: `${CORE}/secrets`, body: { metadata: { name: 's' }, type: 'x/y', data: { k: 'AAEC/w==' } } },
  {
    path: `${CORE}/services`,
    body: {
      metadata: { name: 'rich' },
      spec: {
        ports: [
          { port: 80, targetPort: 'http', name: 'a' },
          { port: 81, targetPort: 8080, name: 'b' },
        ],
        selector: { app: 'rich' },
      },
    },
  },
  {
    path: `${CORE}/persistentvolumeclaims`,
    body: { metadata: { name: 'p' }, spec: { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1.5Gi' } } } },
  },
  {
    path: `${CORE}/resourcequotas`,
    body: { metadata: { name: 'q' }, spec: { hard: { 'requests.cpu': '100', pods: '1k', 'count/jobs.batch': '7' } } },
  },
  {
    path: `${CORE}/limitranges`,
    body: { metadata: { name: 'l' }, spec: { limits: [{ type: 'Container', default: { cpu: '1' }, max: { cpu: '2' } }] } },
  },
  {
    path: '/apis/apps/v1/namespaces/NAMESPACE/deployments',
    body: {
      metadata: { name: 'rich' },
      spec: {
        replicas: 0,
        selector: { matchLabels: { app: 'rich' }, matchExpressions: [{ key: 'app', operator: 'Exists' }] },
        template: TEMPLATE,
        strategy: { rollingUpdate: { maxSurge: '30%', maxUnavailable: 0 } },
      },
    },
  },
  {
    path: '/apis/apps/v1/namespaces/NAMESPACE/statefulsets',
    body: {
      metadata: { name: 'rich' },
      spec: {
        serviceName: 'rich',
        replicas: 0,
        selector: { matchLabels: { app: 'rich' } },
        template: TEMPLATE,
        volumeClaimTemplates: [
          { metadata: { name: 'd' }, spec: { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1Gi' } } } },
        ],
      },
    },
  },
  {
    path: '/apis/batch/v1/namespaces/NAMESPACE/cronjobs',
    body: {
      metadata: { name: 'rich' },
      spec: {
        schedule: '0 0 1 1 *',
        jobTemplate: { spec: { template: { ...TEMPLATE, spec: { ...TEMPLATE.spec, restartPolicy: 'Never' } }, backoffLimit: 0 } },
      },
    },
  },
  {
    path: '/apis/autoscaling/v2/namespaces/NAMESPACE/horizontalpodautoscalers',
    body: {
      metadata: { name: 'rich' },
      spec: {
        maxReplicas: 3,
        scaleTargetRef: { apiVersion: 'apps/v1', kind: 'Deployment', name: 'rich' },
        metrics: [{ type: 'Resource', resource: { name: 'cpu', target: { type: 'Utilization', averageUtilization: 50 } } }],
        behavior: { scaleDown: { stabilizationWindowSeconds: 0, tolerance: '0.1' } },
      },
    },
  },
  {
    path: '/apis/policy/v1/namespaces/NAMESPACE/poddisruptionbudgets',
    body: { metadata: { name: 'rich' }, spec: { maxUnavailable: '25%', selector: { matchLabels: { app: 'rich' } } } },
  },
  {
    path: '/apis/networking.k8s.io/v1/namespaces/NAMESPACE/networkpolicies',
    body: {
      metadata: { name: 'rich' },
      spec: {
        podSelector: {},
        ingress: [
          { ports: [{ port: 80, endPort: 90 }, { port: 'http' }], from: [{ ipBlock: { cidr: '10.0.0.0/8', except: ['10.1.0.0/16'] } }] },
        ],
        egress: [{}],
        policyTypes: ['Ingress', 'Egress'],
      },
    },
  },
  {
    path: '/apis/networking.k8s.io/v1/namespaces/NAMESPACE/ingresses',
    body: {
      metadata: { name: 'rich' },
      spec: {
        rules: [
          {
            host: 'a.example.org',
            http: { paths: [{ path: '/', pathType: 'Prefix', backend: { service: { name: 'rich', port: { number: 80 } } } }] },
          },
        ],
        tls: [{ hosts: ['a.example.org'], secretName: 's' }],
      },
    },
  },
  {
    path: '/apis/apps/v1/namespaces/NAMESPACE/controllerrevisions',
    body: { metadata: { name: 'rich' }, revision: 3, data: { spec: { a: [1, 'b', null, true], big: 9007199254740993n.toString() } } },
  },
  {
    path: '/apis/coordination.k8s.io/v1/namespaces/NAMESPACE/leases',
    body: {
      metadata: { name: 'rich' },
      spec: { holderIdentity: 'me', leaseDurationSeconds: 15, renewTime: '2026-01-02T03:04:05.678901Z' },
    },
  },
  {
    path: `${CORE}/events`,
    body: {
      metadata: { name: 'rich' },
      involvedObject: { kind: 'Pod', namespace: 'NAMESPACE', name: 'x' },
      reason: 'R',
      message: 'm',
      type: 'Normal',
      firstTimestamp: '2026-01-02T03:04:05Z',
      count: 2,
      source: { component: 'c' },
    },
  },
  {
    path: '/apis/apiextensions.k8s.io/v1/customresourcedefinitions',
    body: {
      metadata: { name: 'richs.NAMESPACE.example.org' },
      spec: {
        group: 'NAMESPACE.example.org',
        names: { kind: 'Rich', plural: 'richs' },
        scope: 'Namespaced',
        versions: [
          {
            name: 'v1',
            served: true,
            storage: true,
            schema: {
              openAPIV3Schema: {
                type: 'object',
                properties: {
                  spec: {
                    type: 'object',
                    default: { g: 2 },
                    properties: {
                      a: { type: 'number', minimum: 0.5, maximum: 9, multipleOf: 2, enum: [1, 2.5] },
                      g: { type: 'integer' },
                      b: { type: 'array', maxItems: 3, items: { type: 'string', pattern: '^x' }, 'x-kubernetes-list-type': 'set' },
                      c: { type: 'object', additionalProperties: { type: 'string' }, nullable: true },
                      d: { 'x-kubernetes-int-or-string': true, anyOf: [{ type: 'integer' }, { type: 'string' }] },
                      e: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true },
                    },
                    'x-kubernetes-validations': [{ rule: 'self.g > 0', message: 'positive' }],
                  },
                },
              },
            },
          },
        ],
      },
    },
  },
];
