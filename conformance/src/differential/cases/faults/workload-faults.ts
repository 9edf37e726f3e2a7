// StatefulSets, DaemonSets and what they stand on; Jobs and CronJobs.
import type { JsonObject } from '@rectrace/kube';
import type { FaultPlan, Faults } from './fault-plan.ts';

const LABELS = { app: 'a' };
const TEMPLATE = { metadata: { labels: LABELS }, spec: { containers: [{ name: 'a', image: 'x' }] } };
const STANDING = { selector: { matchLabels: LABELS }, template: TEMPLATE };

const spec = (change: JsonObject): JsonObject => ({ spec: change });
const inTemplate = (change: JsonObject): JsonObject => spec({ template: { spec: change } });

const TEMPLATE_FAULTS: Faults = {
  'fewer than none': spec({ replicas: -1, minReadySeconds: -1, revisionHistoryLimit: -1 }),
  'no selector': spec({ selector: null }),
  'an empty selector': spec({ selector: { matchLabels: null } }),
  'another selector': spec({ selector: { matchLabels: { app: 'b' } } }),
  'a bad selector': spec({ selector: { matchExpressions: [{ key: 'a', operator: 'Near' }] } }),
  'no template': spec({ template: null }),
  'a template that ends': inTemplate({ restartPolicy: 'Never', activeDeadlineSeconds: 5 }),
  'a bad container': inTemplate({ containers: [{ name: 'A', image: 'x' }] }),
  'an ephemeral container': inTemplate({ ephemeralContainers: [{ name: 'e', image: 'x' }] }),
  'labels and annotations': spec({ template: { metadata: { labels: { 'a b': 'c' }, annotations: { 'd e': 'f' } } } }),
};

const CLAIM = { metadata: { name: 'data' }, spec: { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1Gi' } } } };

const STATEFUL: FaultPlan = {
  title: 'StatefulSets',
  api: '/apis/apps/v1',
  plural: 'statefulsets',
  body: spec({ ...STANDING, serviceName: 's', volumeClaimTemplates: [CLAIM] }),
  created: {
    ...TEMPLATE_FAULTS,
    'a name with a dot': { metadata: { name: 'a.b' } },
    'an order of none': spec({ podManagementPolicy: 'Odd' }),
    'a strategy of none': spec({ updateStrategy: { type: 'Odd' } }),
    'rolling though on delete': spec({ updateStrategy: { type: 'OnDelete', rollingUpdate: { partition: 1 } } }),
    'a partition below zero': spec({ updateStrategy: { rollingUpdate: { partition: -1 } } }),
    'a retention of none': spec({ persistentVolumeClaimRetentionPolicy: { whenDeleted: 'Odd', whenScaled: 'Odd' } }),
    'ordinals from below': spec({ ordinals: { start: -1 } }),
    'a bad service': spec({ serviceName: 'A_b' }),
    'no service': spec({ serviceName: null }),
    'a claim without modes': spec({ volumeClaimTemplates: [{ metadata: { name: 'data' }, spec: { resources: CLAIM.spec.resources } }] }),
    'a claim of nothing': spec({ volumeClaimTemplates: [{ metadata: { name: 'data' }, spec: { accessModes: ['ReadWriteOnce'] } }] }),
    'a mount of a claim': inTemplate({ containers: [{ name: 'a', image: 'x', volumeMounts: [{ name: 'data', mountPath: '/d' }] }] }),
    'a mount of nothing': inTemplate({ containers: [{ name: 'a', image: 'x', volumeMounts: [{ name: 'gone', mountPath: '/d' }] }] }),
  },
  changed: {
    replicas: spec({ replicas: 3 }),
    'an image': inTemplate({ containers: [{ name: 'a', image: 'y' }] }),
    'a bad image': inTemplate({ containers: [{ name: 'a', image: '' }] }),
    'another service': spec({ serviceName: 't' }),
    'another order': spec({ podManagementPolicy: 'Parallel' }),
    'another selector': spec({ selector: { matchLabels: { app: 'b' } } }),
    'a larger claim': spec({ volumeClaimTemplates: [{ ...CLAIM, spec: { ...CLAIM.spec, resources: { requests: { storage: '2Gi' } } } }] }),
    'the same claim': spec({
      volumeClaimTemplates: [{ ...CLAIM, spec: { ...CLAIM.spec, resources: { requests: { storage: '1024Mi' } } } }],
    }),
    'no claim': spec({ volumeClaimTemplates: null }),
    'ready later': spec({ minReadySeconds: 5 }),
  },
  statuses: {
    counts: { replicas: 2, readyReplicas: 1, currentReplicas: 2, updatedReplicas: 2, availableReplicas: 1 },
    'below zero': { replicas: -1, readyReplicas: -1, currentReplicas: -1, updatedReplicas: -1, availableReplicas: -1 },
    'more than there are': { replicas: 1, readyReplicas: 2, currentReplicas: 2, updatedReplicas: 2, availableReplicas: 3 },
  },
};

const DAEMON: FaultPlan = {
  title: 'DaemonSets',
  api: '/apis/apps/v1',
  plural: 'daemonsets',
  body: spec(STANDING),
  created: {
    ...TEMPLATE_FAULTS,
    'a strategy of none': spec({ updateStrategy: { type: 'Odd' } }),
    'no way forward': spec({ updateStrategy: { rollingUpdate: { maxUnavailable: 0 } } }),
    'both ways': spec({ updateStrategy: { rollingUpdate: { maxUnavailable: 1, maxSurge: 1 } } }),
    'odd numbers': spec({ updateStrategy: { rollingUpdate: { maxUnavailable: 'x', maxSurge: -1 } } }),
    'more than all': spec({ updateStrategy: { rollingUpdate: { maxUnavailable: '101%' } } }),
  },
  changed: {
    'an image': inTemplate({ containers: [{ name: 'a', image: 'y' }] }),
    'another selector': spec({ selector: { matchLabels: { app: 'b' } } }),
    'another selector and labels': spec({ selector: { matchLabels: { app: 'b' } }, template: { metadata: { labels: { app: 'b' } } } }),
    'below zero': spec({ minReadySeconds: -1 }),
  },
  statuses: {
    counts: { currentNumberScheduled: 1, desiredNumberScheduled: 1, numberMisscheduled: 0, numberReady: 1 },
    'below zero': {
      currentNumberScheduled: -1,
      desiredNumberScheduled: -1,
      numberMisscheduled: -1,
      numberReady: -1,
      numberUnavailable: -1,
    },
  },
};

const COUNTS: Faults = {
  counts: { replicas: 2, readyReplicas: 1, availableReplicas: 1 },
  'below zero': { replicas: -1, readyReplicas: -1, availableReplicas: -1, observedGeneration: -1 },
  'more than there are': { replicas: 1, readyReplicas: 2, availableReplicas: 3, fullyLabeledReplicas: 2 },
};

const CONTROLLER: FaultPlan = {
  title: 'ReplicationControllers',
  api: '/api/v1',
  plural: 'replicationcontrollers',
  body: spec({ selector: LABELS, template: TEMPLATE }),
  created: {
    'fewer than none': spec({ replicas: -1, minReadySeconds: -1 }),
    'no selector': spec({ selector: null, template: { metadata: null } }),
    'another selector': spec({ selector: { app: 'b' } }),
    'no template': spec({ template: null }),
    'a template that ends': inTemplate({ restartPolicy: 'Never' }),
  },
  changed: { replicas: spec({ replicas: 3 }), 'another selector': spec({ selector: { app: 'b' } }) },
  statuses: COUNTS,
};

const REVISION: FaultPlan = {
  title: 'ControllerRevisions',
  api: '/apis/apps/v1',
  plural: 'controllerrevisions',
  body: { revision: 1, data: { a: 'b' } },
  created: { 'below zero': { revision: -1 }, 'no data': { data: null } },
  changed: { number: { revision: 2 }, 'other data': { data: { a: 'c' } }, 'below zero': { revision: -1 } },
};

export const WORKLOAD_FAULTS: readonly FaultPlan[] = [
  STATEFUL,
  DAEMON,
  CONTROLLER,
  REVISION,
  {
    title: 'statuses of Deployments',
    api: '/apis/apps/v1',
    plural: 'deployments',
    body: spec(STANDING),
    status: { replicas: 1, collisionCount: 2 },
    changed: { replicas: spec({ replicas: -1 }) },
    statuses: { ...COUNTS, 'fewer collisions': { collisionCount: 1 }, 'no collisions': { collisionCount: null } },
  },
  { title: 'statuses of ReplicaSets', api: '/apis/apps/v1', plural: 'replicasets', body: spec(STANDING), statuses: COUNTS },
];
