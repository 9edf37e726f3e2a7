// Pods and the kinds that make them.
import type { JsonObject } from '@rectrace/kube';
import type { Chance } from './chance.ts';
import type { RandomKind } from './random-kind.ts';

const LABELS = { app: 'a' };

function container(chance: Chance): JsonObject {
  return {
    name: 'main',
    image: chance.pick(['nginx:1.27', 'nginx', 'example.com/a/b@sha256:0123']),
    ...(chance.happens(0.3) ? { ports: [{ name: 'http', containerPort: 80 }] } : {}),
    ...(chance.happens(0.3)
      ? {
          env: [
            { name: 'A', value: 'b' },
            { name: 'N', valueFrom: { fieldRef: { fieldPath: 'metadata.name' } } },
          ],
        }
      : {}),
    ...(chance.happens(0.4)
      ? { resources: { requests: { cpu: '100m', memory: '64Mi' }, limits: { memory: chance.pick(['64Mi', '1Gi']) } } }
      : {}),
    ...(chance.happens(0.2) ? { livenessProbe: { httpGet: { path: '/', port: chance.pick([80, 'http']) }, periodSeconds: 5 } } : {}),
    ...(chance.happens(0.2) ? { volumeMounts: [{ name: 'data', mountPath: '/data' }] } : {}),
    ...(chance.happens(0.1) ? { securityContext: { runAsUser: 1000, capabilities: { drop: ['ALL'] } } } : {}),
  };
}

function podSpec(chance: Chance): JsonObject {
  return {
    containers: [container(chance)],
    volumes: [{ name: 'data', ...chance.pick([{ emptyDir: {} }, { configMap: { name: 'c' } }, { secret: { secretName: 's' } }]) }],
    ...(chance.happens(0.15) ? { initContainers: [{ name: 'init', image: 'busybox', command: ['true'] }] } : {}),
    ...(chance.happens(0.2) ? { tolerations: [{ key: 'k', operator: 'Exists', effect: 'NoSchedule' }] } : {}),
    ...(chance.happens(0.15) ? { nodeSelector: { disk: 'ssd' } } : {}),
    ...(chance.happens(0.1) ? { terminationGracePeriodSeconds: chance.pick([0, 30]) } : {}),
    ...(chance.happens(0.1) ? { securityContext: { fsGroup: 1000 } } : {}),
  };
}

function template(chance: Chance, policy?: string): JsonObject {
  return { metadata: { labels: LABELS }, spec: { ...podSpec(chance), ...(policy === undefined ? {} : { restartPolicy: policy }) } };
}

function standing(chance: Chance): JsonObject {
  return { selector: { matchLabels: LABELS }, template: template(chance), ...(chance.happens(0.5) ? { replicas: chance.below(4) } : {}) };
}

const counts = (chance: Chance): JsonObject => ({
  replicas: chance.below(3),
  readyReplicas: chance.below(2),
  availableReplicas: chance.below(2),
  observedGeneration: chance.below(3),
});

const apps = (plural: string, more: Partial<RandomKind> & Pick<RandomKind, 'body' | 'kind'>): RandomKind => ({
  title: plural,
  api: '/apis/apps/v1',
  plural,
  namespaced: true,
  status: counts,
  ...more,
});

function jobSpec(chance: Chance): JsonObject {
  return {
    template: template(chance, chance.pick(['Never', 'OnFailure'])),
    ...(chance.happens(0.3) ? { completions: 2, parallelism: 1 } : {}),
    ...(chance.happens(0.2) ? { backoffLimit: 3 } : {}),
    ...(chance.happens(0.2) ? { suspend: true } : {}),
    ...(chance.happens(0.1) ? { completionMode: 'Indexed', completions: 3 } : {}),
  };
}

export const WORKLOAD_KINDS: readonly RandomKind[] = [
  {
    title: 'pods',
    api: '/api/v1',
    plural: 'pods',
    kind: 'Pod',
    namespaced: true,
    fields: ['spec.nodeName=', 'status.phase=Pending', 'spec.restartPolicy!=Always'],
    body: (chance) => ({ spec: { ...podSpec(chance), ...(chance.happens(0.2) ? { nodeName: 'node-a' } : {}) } }),
    status: (chance) => ({
      phase: chance.pick(['Running', 'Pending', 'Succeeded']),
      conditions: [{ type: 'Ready', status: chance.pick(['True', 'False']) }],
    }),
  },
  apps('deployments', {
    kind: 'Deployment',
    scales: true,
    body: (chance) => ({
      spec: {
        ...standing(chance),
        ...(chance.happens(0.3) ? { strategy: { type: 'RollingUpdate', rollingUpdate: { maxSurge: 1, maxUnavailable: '25%' } } } : {}),
        ...(chance.happens(0.1) ? { strategy: { type: 'Recreate' } } : {}),
      },
    }),
  }),
  apps('replicasets', { kind: 'ReplicaSet', scales: true, body: (chance) => ({ spec: standing(chance) }) }),
  apps('statefulsets', {
    kind: 'StatefulSet',
    scales: true,
    body: (chance) => ({
      spec: {
        ...standing(chance),
        serviceName: 'svc',
        ...(chance.happens(0.3)
          ? {
              volumeClaimTemplates: [
                { metadata: { name: 'claim' }, spec: { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1Gi' } } } },
              ],
            }
          : {}),
        ...(chance.happens(0.2) ? { updateStrategy: { type: 'OnDelete' } } : {}),
      },
    }),
  }),
  apps('daemonsets', {
    kind: 'DaemonSet',
    body: (chance) => ({
      spec: { selector: { matchLabels: LABELS }, template: template(chance), ...(chance.happens(0.3) ? { minReadySeconds: 5 } : {}) },
    }),
    status: (chance) => ({ currentNumberScheduled: 1, numberMisscheduled: 0, desiredNumberScheduled: chance.below(3), numberReady: 0 }),
  }),
  {
    title: 'jobs',
    api: '/apis/batch/v1',
    plural: 'jobs',
    kind: 'Job',
    namespaced: true,
    fields: ['status.successful=0'],
    body: (chance) => ({ spec: jobSpec(chance) }),
    status: (chance) => ({
      active: chance.below(2),
      succeeded: chance.below(2),
      ...(chance.happens(0.5) ? { startTime: '2020-01-01T00:00:00Z' } : {}),
    }),
  },
  {
    title: 'cronjobs',
    api: '/apis/batch/v1',
    plural: 'cronjobs',
    kind: 'CronJob',
    namespaced: true,
    body: (chance) => ({
      spec: { schedule: chance.pick(['*/5 * * * *', '@daily', '0 3 * * 1-5']), jobTemplate: { spec: jobSpec(chance) } },
    }),
    status: () => ({ lastScheduleTime: '2020-01-01T00:00:00Z' }),
  },
];
