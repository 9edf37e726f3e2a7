// Services, storage, rights and the other kinds that surround workloads.
import type { JsonObject } from '@rectrace/kube';
import { AUTOSCALERS } from './autoscalers.ts';
import type { Chance } from './chance.ts';
import type { RandomKind } from './random-kind.ts';

const core = (plural: string, more: Omit<RandomKind, 'title' | 'api' | 'plural' | 'namespaced'>): RandomKind => ({
  title: plural,
  api: '/api/v1',
  plural,
  namespaced: true,
  ...more,
});

const rule = (chance: Chance): JsonObject => ({
  apiGroups: [''],
  resources: [chance.pick(['pods', 'configmaps'])],
  verbs: chance.pick([['get'], ['get', 'list', 'watch'], ['*']]),
});

const RBAC = { api: '/apis/rbac.authorization.k8s.io/v1', namespaced: true } as const;

export const PLATFORM_KINDS: readonly RandomKind[] = [
  core('services', {
    kind: 'Service',
    fields: ['spec.type=ClusterIP', 'spec.clusterIP=None'],
    body: (chance) => ({
      spec: {
        ports: [{ name: 'http', port: 80, targetPort: chance.pick([8080, 'http']) }],
        selector: { app: 'a' },
        ...(chance.happens(0.2) ? { clusterIP: 'None' } : {}),
        ...(chance.happens(0.2) ? { type: 'NodePort' } : {}),
        ...(chance.happens(0.1) ? { type: 'LoadBalancer', externalTrafficPolicy: 'Local' } : {}),
        ...(chance.happens(0.1) ? { sessionAffinity: 'ClientIP' } : {}),
      },
    }),
    status: () => ({ loadBalancer: {} }),
  }),
  core('persistentvolumeclaims', {
    kind: 'PersistentVolumeClaim',
    body: (chance) => ({
      spec: {
        accessModes: ['ReadWriteOnce'],
        resources: { requests: { storage: chance.pick(['1Gi', '2Gi']) } },
        ...(chance.happens(0.5) ? { storageClassName: chance.pick(['', 'fast']) } : {}),
      },
    }),
    status: (chance) => ({ phase: chance.pick(['Pending', 'Bound']), capacity: { storage: '1Gi' } }),
  }),
  core('serviceaccounts', {
    kind: 'ServiceAccount',
    body: (chance) => (chance.happens(0.3) ? { automountServiceAccountToken: false } : { imagePullSecrets: [{ name: 's' }] }),
  }),
  core('endpoints', {
    kind: 'Endpoints',
    body: () => ({ subsets: [{ addresses: [{ ip: '10.1.2.3' }], ports: [{ name: 'http', port: 80 }] }] }),
  }),
  {
    title: 'roles',
    ...RBAC,
    plural: 'roles',
    kind: 'Role',
    body: (chance) => ({ rules: [rule(chance)] }),
  },
  {
    title: 'rolebindings',
    ...RBAC,
    plural: 'rolebindings',
    kind: 'RoleBinding',
    body: (chance) => ({
      roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: chance.pick(['Role', 'ClusterRole']), name: 'view' },
      subjects: [
        chance.pick([
          { kind: 'ServiceAccount', name: 'default', namespace: 'default' },
          { kind: 'User', apiGroup: 'rbac.authorization.k8s.io', name: 'u' },
        ]),
      ],
    }),
  },
  {
    title: 'poddisruptionbudgets',
    api: '/apis/policy/v1',
    plural: 'poddisruptionbudgets',
    kind: 'PodDisruptionBudget',
    namespaced: true,
    body: (chance) => ({
      spec: { selector: { matchLabels: { app: 'a' } }, ...chance.pick([{ minAvailable: 1 }, { maxUnavailable: '50%' }]) },
    }),
    status: (chance) => ({ disruptionsAllowed: chance.below(2), currentHealthy: 1, desiredHealthy: 1, expectedPods: 1 }),
  },
  ...AUTOSCALERS,
  {
    title: 'ingresses',
    api: '/apis/networking.k8s.io/v1',
    plural: 'ingresses',
    kind: 'Ingress',
    namespaced: true,
    body: (chance) => ({
      spec: {
        rules: [
          {
            host: 'a.example.com',
            http: {
              paths: [{ path: '/', pathType: chance.pick(['Prefix', 'Exact']), backend: { service: { name: 's', port: { number: 80 } } } }],
            },
          },
        ],
        ...(chance.happens(0.3) ? { tls: [{ hosts: ['a.example.com'], secretName: 's' }] } : {}),
      },
    }),
    status: () => ({ loadBalancer: {} }),
  },
  {
    title: 'networkpolicies',
    api: '/apis/networking.k8s.io/v1',
    plural: 'networkpolicies',
    kind: 'NetworkPolicy',
    namespaced: true,
    body: () => ({
      spec: {
        podSelector: { matchLabels: { app: 'a' } },
        ingress: [{ from: [{ ipBlock: { cidr: '10.0.0.0/16', except: ['10.0.1.0/24'] } }], ports: [{ protocol: 'TCP', port: 80 }] }],
      },
    }),
  },
  {
    title: 'endpointslices',
    api: '/apis/discovery.k8s.io/v1',
    plural: 'endpointslices',
    kind: 'EndpointSlice',
    namespaced: true,
    body: () => ({
      addressType: 'IPv4',
      endpoints: [{ addresses: ['10.1.2.3'], conditions: { ready: true } }],
      ports: [{ name: 'http', port: 80 }],
    }),
  },
];
