// Budgets, autoscalers, nodes, limits, quotas, priorities, leases, Events, rights, and what has hardly any rules.
import type { JsonObject } from '@rectrace/kube';
import type { FaultPlan } from './fault-plan.ts';

const spec = (change: JsonObject): JsonObject => ({ spec: change });

const BUDGET: FaultPlan = {
  title: 'PodDisruptionBudgets',
  api: '/apis/policy/v1',
  plural: 'poddisruptionbudgets',
  body: spec({ minAvailable: 1, selector: { matchLabels: { a: 'b' } } }),
  created: {
    'an odd name': { metadata: { name: 'A_b' } },
    both: spec({ maxUnavailable: 1 }),
    'below zero': spec({ minAvailable: -1 }),
    'more than all': spec({ minAvailable: '101%' }),
    'an odd number': spec({ minAvailable: 'x' }),
    'a bad selector': spec({ selector: { matchLabels: { 'a b': 'c' } } }),
    'a policy of none': spec({ unhealthyPodEvictionPolicy: 'Odd' }),
  },
  changed: {
    more: spec({ minAvailable: 2 }),
    'the other': spec({ minAvailable: null, maxUnavailable: '50%' }),
    'a bad label': { metadata: { labels: { 'a b': 'c' } } },
  },
  statuses: {
    'below zero': { disruptionsAllowed: -1, currentHealthy: -1, desiredHealthy: -1, expectedPods: -1 },
    'odd conditions': {
      conditions: [
        { type: 'a b', status: 'Odd', reason: '9', lastTransitionTime: null, message: '' },
        { type: 'a b', status: 'True', reason: '', observedGeneration: -1, message: '' },
      ],
    },
  },
};

const metric = (change: JsonObject): JsonObject => spec({ metrics: [change] });
const CPU = { type: 'Resource', resource: { name: 'cpu', target: { type: 'Utilization', averageUtilization: 50 } } };

const AUTOSCALER: FaultPlan = {
  title: 'HorizontalPodAutoscalers',
  api: '/apis/autoscaling/v2',
  plural: 'horizontalpodautoscalers',
  body: spec({ maxReplicas: 3, scaleTargetRef: { apiVersion: 'apps/v1', kind: 'Deployment', name: 'd' }, metrics: [CPU] }),
  created: {
    'none at least': spec({ minReplicas: 0 }),
    'none at most': spec({ maxReplicas: 0 }),
    'less than at least': spec({ minReplicas: 5 }),
    'no target': spec({ scaleTargetRef: { apiVersion: null, kind: '', name: '' } }),
    'an odd target': spec({ scaleTargetRef: { apiVersion: 'a/b/c', kind: 'a/b', name: '..' } }),
    'a target of the core': spec({ scaleTargetRef: { apiVersion: 'v1' } }),
    'a controller': spec({ scaleTargetRef: { apiVersion: 'v1', kind: 'ReplicationController' } }),
    'a metric of none': metric({ type: 'Odd' }),
    'a metric of nothing': metric({ type: 'Resource' }),
    'a metric of two': metric({ ...CPU, pods: { metric: { name: 'm' }, target: { type: 'AverageValue', averageValue: '1' } } }),
    'a resource of nothing': metric({ type: 'Resource', resource: { name: '', target: { type: '' } } }),
    'a resource of two': metric({
      type: 'Resource',
      resource: { name: 'cpu', target: { type: 'Utilization', averageUtilization: 0, averageValue: '0' } },
    }),
    'a container of nothing': metric({
      type: 'ContainerResource',
      containerResource: { name: 'odd', container: 'A_b', target: { type: 'Odd' } },
    }),
    'pods of nothing': metric({ type: 'Pods', pods: { metric: { name: '' }, target: { type: 'Value', value: '-1' } } }),
    'an object of nothing': metric({
      type: 'Object',
      object: { describedObject: { kind: '', name: '' }, metric: { name: 'a/b' }, target: { type: 'Value' } },
    }),
    'an external metric of two': metric({
      type: 'External',
      external: { metric: { name: 'm' }, target: { type: 'Value', value: '1', averageValue: '1' } },
    }),
    'odd rules': spec({
      behavior: {
        scaleUp: { stabilizationWindowSeconds: 3601, selectPolicy: 'Odd', policies: [{ type: 'Odd', value: 0, periodSeconds: 1801 }] },
      },
    }),
    'rules below zero': spec({ behavior: { scaleDown: { stabilizationWindowSeconds: -1, tolerance: '-1' } } }),
  },
  changed: {
    more: spec({ maxReplicas: 5 }),
    'none at most': spec({ maxReplicas: 0 }),
    'an odd version': spec({ scaleTargetRef: { apiVersion: 'v1' } }),
  },
  statuses: { 'below zero': { currentReplicas: -1, desiredReplicas: -1 } },
};

const NODE: FaultPlan = {
  title: 'Nodes',
  api: '/api/v1',
  plural: 'nodes',
  namespaced: false,
  body: spec({ podCIDR: '10.0.0.0/24', podCIDRs: ['10.0.0.0/24'], providerID: 'x://y', taints: [{ key: 'a', effect: 'NoSchedule' }] }),
  created: {
    'a bad name': { metadata: { name: 'A_b' } },
    'odd taints': spec({
      taints: [
        { key: 'a b', value: 'c d', effect: 'Odd' },
        { key: '', effect: '' },
      ],
    }),
    'a taint twice': spec({
      taints: [
        { key: 'a', effect: 'NoSchedule' },
        { key: 'a', effect: 'NoSchedule', value: 'x' },
      ],
    }),
    'an odd range': spec({ podCIDR: 'x', podCIDRs: ['x'] }),
    'two ranges of one family': spec({ podCIDRs: ['10.0.0.0/24', '10.0.1.0/24'] }),
    'ranges that differ': spec({ podCIDR: '10.0.9.0/24' }),
    'resources below zero': { status: { capacity: { cpu: '-1' } } },
    'half a pod': { status: { capacity: { pods: '500m' } } },
  },
  changed: {
    'another range': spec({ podCIDR: '10.0.1.0/24', podCIDRs: ['10.0.1.0/24'] }),
    'no range': spec({ podCIDR: null, podCIDRs: null }),
    'another provider': spec({ providerID: 'z' }),
    unschedulable: spec({ unschedulable: true }),
    'odd taints': spec({ taints: [{ key: 'a b', effect: 'Odd' }] }),
    'a source of nothing': spec({ configSource: {} }),
  },
  statuses: {
    addresses: { addresses: [{ type: 'InternalIP', address: '1.2.3.4' }] },
    'an address twice': {
      addresses: [
        { type: 'InternalIP', address: '1.2.3.4' },
        { type: 'InternalIP', address: '1.2.3.4' },
      ],
    },
    'resources below zero': { allocatable: { memory: '-1' } },
  },
};

const limit = (change: JsonObject): JsonObject => spec({ limits: [{ type: 'Container', ...change }] });

const LIMITS: FaultPlan = {
  title: 'LimitRanges',
  api: '/api/v1',
  plural: 'limitranges',
  body: limit({ max: { cpu: '2' } }),
  created: {
    'a type of none': limit({ type: 'Odd' }),
    'no type': limit({ type: '' }),
    'a type twice': spec({
      limits: [
        { type: 'Pod', max: { cpu: '1' } },
        { type: 'Pod', max: { cpu: '1' } },
      ],
    }),
    'a resource of none': limit({ max: { odd: '1' } }),
    'standards of pods': spec({ limits: [{ type: 'Pod', default: { cpu: '1' }, defaultRequest: { cpu: '1' } }] }),
    'claims without bounds': spec({ limits: [{ type: 'PersistentVolumeClaim', default: { storage: '1' } }] }),
    'least above most': limit({ min: { cpu: '3' }, max: { cpu: '2' } }),
    'a standard above most': limit({ default: { cpu: '3' }, max: { cpu: '2' } }),
    'a standard below least': limit({ default: { cpu: '1' }, min: { cpu: '2' }, max: { cpu: '4' } }),
    'a request above most': limit({ defaultRequest: { cpu: '3' }, max: { cpu: '2' } }),
    'a request above standard': limit({ defaultRequest: { cpu: '2' }, default: { cpu: '1' }, max: { cpu: '4' } }),
    'a ratio below one': limit({ maxLimitRequestRatio: { cpu: '500m' } }),
    'a ratio too large': limit({ min: { cpu: '1' }, max: { cpu: '2' }, maxLimitRequestRatio: { cpu: '3' } }),
    'devices that differ': limit({ max: { 'a.b/c': '4' }, default: { 'a.b/c': '2' }, defaultRequest: { 'a.b/c': '1' } }),
  },
  changed: { 'least above most': limit({ min: { cpu: '3' }, max: { cpu: '2' } }), more: limit({ max: { cpu: '4' } }) },
};

const QUOTA: FaultPlan = {
  title: 'ResourceQuotas',
  api: '/api/v1',
  plural: 'resourcequotas',
  body: spec({ hard: { pods: '5' } }),
  created: {
    'a resource of none': spec({ hard: { odd: '1' } }),
    'storage alone': spec({ hard: { storage: '1' } }),
    'below zero': spec({ hard: { pods: '-1' } }),
    'half a pod': spec({ hard: { pods: '500m' } }),
    'a scope of none': spec({ scopes: ['Odd'] }),
    'a scope for something else': spec({ hard: { pods: null, configmaps: '1' }, scopes: ['BestEffort'] }),
    'scopes that conflict': spec({ scopes: ['BestEffort', 'NotBestEffort'] }),
    'a selector of none': spec({ scopeSelector: { matchExpressions: [{ scopeName: 'Odd', operator: 'Odd' }] } }),
    'a selector without values': spec({ scopeSelector: { matchExpressions: [{ scopeName: 'PriorityClass', operator: 'In' }] } }),
    'a selector with values': spec({
      scopeSelector: { matchExpressions: [{ scopeName: 'PriorityClass', operator: 'Exists', values: ['x'] }] },
    }),
    'a selector of a plain scope': spec({
      scopeSelector: { matchExpressions: [{ scopeName: 'BestEffort', operator: 'In', values: ['x'] }] },
    }),
  },
  changed: { more: spec({ hard: { pods: '6' } }), scopes: spec({ scopes: ['BestEffort'] }) },
  statuses: {
    used: { hard: { pods: '5' }, used: { pods: '1' } },
    'below zero': { hard: { pods: '-1' } },
    'of none': { used: { odd: '1' } },
  },
};

const PRIORITY: FaultPlan = {
  title: 'PriorityClasses',
  api: '/apis/scheduling.k8s.io/v1',
  plural: 'priorityclasses',
  namespaced: false,
  body: { value: 5 },
  created: {
    'too high': { value: 1_000_000_001 },
    "the system's": { metadata: { name: 'system-x' } },
    'a policy of none': { preemptionPolicy: 'Odd' },
  },
  changed: { higher: { value: 6 }, 'another policy': { preemptionPolicy: 'Never' }, described: { description: 'x' } },
};

const LEASE: FaultPlan = {
  title: 'Leases',
  api: '/apis/coordination.k8s.io/v1',
  plural: 'leases',
  body: spec({ holderIdentity: 'a' }),
  created: {
    'no time': spec({ leaseDurationSeconds: 0 }),
    'below zero': spec({ leaseTransitions: -1 }),
    'a strategy of none': spec({ strategy: 'Odd' }),
    'a strategy of its own': spec({ strategy: 'a.b/c d' }),
    'preferred without strategy': spec({ preferredHolder: 'b' }),
  },
  changed: { 'no time': spec({ leaseDurationSeconds: 0 }), another: spec({ holderIdentity: 'b' }) },
};

const EVENT: FaultPlan = {
  title: 'Events',
  api: '/api/v1',
  plural: 'events',
  body: { involvedObject: { kind: 'Pod', name: 'p', namespace: '<namespace>' }, reason: 'R' },
  created: {
    'of another namespace': { involvedObject: { namespace: 'other' } },
    'of no namespace': { involvedObject: { namespace: null } },
    'new without reporter': { eventTime: '2020-01-01T00:00:00.000000Z' },
    'new with much': {
      eventTime: '2020-01-01T00:00:00.000000Z',
      reportingComponent: 'a b',
      reportingInstance: 'x'.repeat(129),
      action: 'x'.repeat(129),
      message: 'x'.repeat(1025),
    },
  },
};

const NEW_EVENT: FaultPlan = {
  title: 'new Events',
  api: '/apis/events.k8s.io/v1',
  plural: 'events',
  body: {
    eventTime: '2020-01-01T00:00:00.000000Z',
    regarding: { kind: 'Pod', name: 'p', namespace: '<namespace>' },
    reason: 'R',
    action: 'A',
    type: 'Normal',
    reportingController: 'a.b/c',
    reportingInstance: 'i',
  },
  created: {
    'no time': { eventTime: null },
    'a type of none': { type: 'Odd' },
    'a series of one': { series: { count: 1, lastObservedTime: null } },
    'an odd reporter': { reportingController: 'a b' },
    'old times': { deprecatedCount: 1, deprecatedFirstTimestamp: '2020-01-01T00:00:00Z' },
  },
};

const RULE = { verbs: ['get'], apiGroups: [''], resources: ['pods'] };

const ROLE: FaultPlan = {
  title: 'Roles',
  api: '/apis/rbac.authorization.k8s.io/v1',
  plural: 'roles',
  body: { rules: [RULE] },
  created: {
    'an odd name': { metadata: { name: 'a%b' } },
    'no verbs': { rules: [{ ...RULE, verbs: [] }] },
    'no groups': { rules: [{ verbs: ['get'], resources: ['pods'] }] },
    paths: { rules: [{ verbs: ['get'], nonResourceURLs: ['/x'] }] },
    'both kinds': { rules: [{ ...RULE, nonResourceURLs: ['/x'] }] },
  },
  changed: { more: { rules: [RULE, RULE] }, 'no verbs': { rules: [{ ...RULE, verbs: [] }] } },
};

const BINDING: FaultPlan = {
  title: 'RoleBindings',
  api: '/apis/rbac.authorization.k8s.io/v1',
  plural: 'rolebindings',
  body: {
    roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'Role', name: 'r' },
    subjects: [{ kind: 'User', name: 'u', apiGroup: 'rbac.authorization.k8s.io' }],
  },
  created: {
    'another group': { roleRef: { apiGroup: 'x' } },
    'another kind': { roleRef: { kind: 'Odd' } },
    'no name': { roleRef: { name: '' } },
    'an odd name': { roleRef: { name: 'a/b' } },
    'subjects of none': {
      subjects: [
        { kind: 'Odd', name: '' },
        { kind: 'ServiceAccount', name: 'A_b', apiGroup: 'x' },
      ],
    },
  },
  changed: { 'another role': { roleRef: { name: 's' } }, 'no subjects': { subjects: null } },
};

const plain = (plural: string, body: JsonObject, changed: FaultPlan['changed']): FaultPlan => ({
  title: plural,
  api: '/api/v1',
  plural,
  body,
  created: { 'a bad name': { metadata: { name: 'A_b' } }, 'a bad label': { metadata: { labels: { 'a b': 'c' } } } },
  ...(changed === undefined ? {} : { changed }),
});

const MAP: FaultPlan = plain(
  'configmaps',
  { data: { a: 'b' }, immutable: true },
  {
    data: { data: { a: 'c' } },
    mutable: { immutable: false },
    binary: { binaryData: { x: 'AAEC' } },
    label: { metadata: { labels: { a: 'b' } } },
  },
);
const SECRET: FaultPlan = plain(
  'secrets',
  { type: 'Opaque', data: { a: 'AAEC' }, immutable: true },
  { data: { data: { a: 'AAED' } }, mutable: { immutable: null }, type: { type: 'x' }, label: { metadata: { labels: { a: 'b' } } } },
);
const ACCOUNT: FaultPlan = plain(
  'serviceaccounts',
  {},
  { secrets: { secrets: [{ name: 's' }] }, label: { metadata: { labels: { 'a b': 'c' } } } },
);
const TEMPLATE: FaultPlan = plain(
  'podtemplates',
  { template: { spec: { containers: [{ name: 'a', image: 'x' }] } } },
  {
    image: { template: { spec: { containers: [{ name: 'a', image: 'y' }] } } },
    'no image': { template: { spec: { containers: [{ name: 'a' }] } } },
  },
);
const NAMESPACE: FaultPlan = {
  title: 'Namespaces',
  api: '/api/v1',
  plural: 'namespaces',
  namespaced: false,
  body: {},
  created: { 'a name with a dot': { metadata: { name: 'a.b' } }, 'an odd finalizer': spec({ finalizers: ['a b'] }) },
  statuses: { ending: { phase: 'Terminating' } },
};

export const OTHER_FAULTS: readonly FaultPlan[] = [
  BUDGET,
  AUTOSCALER,
  NODE,
  LIMITS,
  QUOTA,
  PRIORITY,
  LEASE,
  EVENT,
  NEW_EVENT,
  ROLE,
  BINDING,
  MAP,
  SECRET,
  ACCOUNT,
  TEMPLATE,
  NAMESPACE,
];
