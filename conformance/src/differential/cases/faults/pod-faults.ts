// What may and may not change of pods.
import type { JsonObject } from '@rectrace/kube';
import type { FaultPlan, Faults } from './fault-plan.ts';

const CONTAINER = { name: 'a', image: 'x', resources: { requests: { cpu: '1', memory: '1Gi' }, limits: { memory: '2Gi' } } };

const spec = (change: JsonObject): JsonObject => ({ spec: change });
const container = (change: JsonObject): JsonObject => spec({ containers: [{ ...CONTAINER, ...change }] });

const CHANGES: Faults = {
  image: container({ image: 'y' }),
  'no image': container({ image: '' }),
  'an image with a space': container({ image: ' y' }),
  command: container({ command: ['x'] }),
  variable: container({ env: [{ name: 'A', value: '<b> & c' }] }),
  'another name': container({ name: 'b' }),
  'another container': spec({ containers: [CONTAINER, { name: 'b', image: 'y' }] }),
  'an init container': spec({ initContainers: [{ name: 'i', image: 'y' }] }),
  'more cpu': container({ resources: { requests: { cpu: '2', memory: '1Gi' }, limits: { memory: '2Gi' } } }),
  'the same cpu': container({ resources: { requests: { cpu: '1000m', memory: '1024Mi' }, limits: { memory: '2Gi' } } }),
  'a nearer deadline': spec({ activeDeadlineSeconds: 50 }),
  'a later deadline': spec({ activeDeadlineSeconds: 200 }),
  'a deadline below zero': spec({ activeDeadlineSeconds: -1 }),
  'no deadline': spec({ activeDeadlineSeconds: null }),
  'another toleration': spec({
    tolerations: [
      { key: 'a', operator: 'Exists' },
      { key: 'b', operator: 'Exists' },
    ],
  }),
  'fewer tolerations': spec({ tolerations: [] }),
  'a changed toleration': spec({ tolerations: [{ key: 'a', operator: 'Equal', value: 'x' }] }),
  'a bad toleration': spec({
    tolerations: [
      { key: 'a', operator: 'Exists' },
      { key: 'b c', operator: 'Exists' },
    ],
  }),
  'a node': spec({ nodeName: 'node' }),
  'a node selector': spec({ nodeSelector: { a: 'b' } }),
  'an account': spec({ serviceAccountName: 'other' }),
  'a grace period': spec({ terminationGracePeriodSeconds: 5 }),
  'a volume': spec({ volumes: [{ name: 'v', emptyDir: {} }] }),
  'a host name': spec({ hostname: 'h' }),
  'host network': spec({ hostNetwork: true }),
  'a gate': spec({ schedulingGates: [{ name: 'g' }] }),
  affinity: spec({ affinity: { nodeAffinity: {} } }),
  'a priority': spec({ priority: 5 }),
  'another scheduler': spec({ schedulerName: 's' }),
  'a restart policy': spec({ restartPolicy: 'Never' }),
  'a security context': spec({ securityContext: { runAsUser: 5 } }),
  'an ephemeral container': spec({ ephemeralContainers: [{ name: 'e', image: 'x' }] }),
  'a mirror': { metadata: { annotations: { 'kubernetes.io/config.mirror': 'x' } } },
  'a deletion cost': { metadata: { annotations: { 'controller.kubernetes.io/pod-deletion-cost': 'x' } } },
  'a label': { metadata: { labels: { 'a b': 'c' } } },
};

const STATUSES: Faults = {
  'a phase': { phase: 'Running', startTime: '2020-01-01T00:00:00Z' },
  'another class': { qosClass: 'BestEffort' },
  'a condition that is none': { conditions: [{ type: 'a b', status: 'True' }] },
  'a condition from below': { conditions: [{ type: 'Ready', status: 'True', observedGeneration: -1 }] },
  'a nomination': { nominatedNodeName: 'node' },
  'a bad nomination': { nominatedNodeName: 'A_b' },
  'a generation below zero': { observedGeneration: -1 },
  'an address': { podIP: '1.2.3.4', podIPs: [{ ip: '1.2.3.4' }] },
  'a bad address': { podIP: 'x', podIPs: [{ ip: 'x' }] },
  'two addresses of one family': { podIP: '1.2.3.4', podIPs: [{ ip: '1.2.3.4' }, { ip: '1.2.3.5' }] },
  'another host': { hostIP: '1.2.3.4', hostIPs: [{ ip: '1.2.3.5' }] },
  'a claim of nobody': { resourceClaimStatuses: [{ name: 'c', resourceClaimName: 'A_b' }, { name: 'c' }] },
  'a container that runs again': {
    containerStatuses: [{ name: 'a', state: { running: {} }, image: 'x', imageID: 'x', ready: true, restartCount: 1 }],
  },
};

const GATED: FaultPlan = {
  title: 'gated pods',
  api: '/api/v1',
  plural: 'pods',
  body: {
    metadata: { annotations: { a: 'b' } },
    spec: {
      containers: [CONTAINER],
      schedulingGates: [{ name: 'one' }, { name: 'two' }],
      nodeSelector: { a: 'b' },
      affinity: {
        nodeAffinity: {
          requiredDuringSchedulingIgnoredDuringExecution: {
            nodeSelectorTerms: [{ matchExpressions: [{ key: 'a', operator: 'In', values: ['b'] }] }],
          },
        },
      },
    },
  },
  created: { 'a node': spec({ nodeName: 'node' }) },
  changed: {
    'a gate less': spec({ schedulingGates: [{ name: 'one' }] }),
    'no gate': spec({ schedulingGates: null }),
    'another gate': spec({ schedulingGates: [{ name: 'three' }] }),
    'more of a selector': spec({ nodeSelector: { c: 'd' } }),
    'another selector': spec({ nodeSelector: { a: 'c' } }),
    'less of a selector': spec({ nodeSelector: { a: null, c: 'd' } }),
    'no affinity': spec({ affinity: null }),
    'more affinity': spec({
      affinity: {
        nodeAffinity: {
          requiredDuringSchedulingIgnoredDuringExecution: {
            nodeSelectorTerms: [
              {
                matchExpressions: [
                  { key: 'a', operator: 'In', values: ['b'] },
                  { key: 'c', operator: 'Exists' },
                ],
              },
            ],
          },
        },
      },
    }),
    'other affinity': spec({
      affinity: {
        nodeAffinity: {
          requiredDuringSchedulingIgnoredDuringExecution: {
            nodeSelectorTerms: [{ matchExpressions: [{ key: 'a', operator: 'In', values: ['c'] }] }],
          },
        },
      },
    }),
    'pod affinity': spec({ affinity: { podAffinity: {} } }),
  },
};

export const POD_FAULTS: readonly FaultPlan[] = [
  {
    title: 'changes of pods',
    api: '/api/v1',
    plural: 'pods',
    body: {
      spec: {
        containers: [CONTAINER],
        activeDeadlineSeconds: 100,
        tolerations: [{ key: 'a', operator: 'Exists' }],
        restartPolicy: 'OnFailure',
      },
    },
    status: {
      containerStatuses: [{ name: 'a', state: { terminated: { exitCode: 0 } }, image: 'x', imageID: 'x', ready: false, restartCount: 0 }],
    },
    created: {
      'a token without account': spec({ volumes: [{ name: 'v', projected: { sources: [{ serviceAccountToken: { path: 't' } }] } }] }),
      'a grace period below zero': spec({ terminationGracePeriodSeconds: -5 }),
    },
    changed: CHANGES,
    statuses: STATUSES,
    views: {
      ephemeralcontainers: {
        'one is added': spec({ ephemeralContainers: [{ name: 'e', image: 'x' }] }),
        'one without image': spec({ ephemeralContainers: [{ name: 'e' }] }),
        'one with ports': spec({ ephemeralContainers: [{ name: 'e', image: 'x', ports: [{ containerPort: 1 }] }] }),
        'one of a name that is there': spec({ ephemeralContainers: [{ name: 'a', image: 'x' }] }),
        'something else': spec({ hostname: 'h' }),
      },
      resize: {
        'more cpu': container({ resources: { requests: { cpu: '2', memory: '1Gi' }, limits: { memory: '2Gi' } } }),
        'no memory': container({ resources: { requests: { cpu: '1' }, limits: { memory: '2Gi' } } }),
        'a device': container({
          resources: { requests: { cpu: '1', memory: '1Gi', 'a.b/c': '1' }, limits: { memory: '2Gi', 'a.b/c': '1' } },
        }),
        'another class': container({ resources: { requests: { cpu: '1', memory: '1Gi' }, limits: { cpu: '1', memory: '1Gi' } } }),
        'another name': container({ name: 'b' }),
        'another container': spec({ containers: [CONTAINER, { name: 'b', image: 'y' }] }),
        'another image': container({ image: 'y' }),
        'a policy': container({ resizePolicy: [{ resourceName: 'cpu', restartPolicy: 'RestartContainer' }] }),
      },
    },
  },
  GATED,
];
