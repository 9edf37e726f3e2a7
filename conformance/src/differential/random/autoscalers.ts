// HorizontalPodAutoscalers in both of their versions: the same objects, with what the older one has in annotations.
import type { JsonObject } from '@rectrace/kube';
import type { Chance } from './chance.ts';
import type { RandomKind } from './random-kind.ts';

const TARGET = { apiVersion: 'apps/v1', kind: 'Deployment', name: 'd' };
const ANNOTATION = 'autoscaling.alpha.kubernetes.io/';

const METRICS: readonly JsonObject[] = [
  { type: 'Resource', resource: { name: 'cpu', target: { type: 'Utilization', averageUtilization: 50 } } },
  { type: 'Resource', resource: { name: 'memory', target: { type: 'AverageValue', averageValue: '1Gi' } } },
  {
    type: 'Pods',
    pods: { metric: { name: 'hits', selector: { matchLabels: { a: '<b>' } } }, target: { type: 'AverageValue', averageValue: '10' } },
  },
  {
    type: 'Object',
    object: {
      describedObject: { kind: 'Service', name: 's', apiVersion: 'v1' },
      metric: { name: 'hits' },
      target: { type: 'Value', value: '2k' },
    },
  },
  { type: 'External', external: { metric: { name: 'queue' }, target: { type: 'Value', value: '30' } } },
  {
    type: 'ContainerResource',
    containerResource: { name: 'cpu', container: 'c', target: { type: 'Utilization', averageUtilization: 60 } },
  },
];

const BEHAVIOR: JsonObject = { scaleDown: { stabilizationWindowSeconds: 60, policies: [{ type: 'Pods', value: 1, periodSeconds: 15 }] } };

/** As the older version's annotation has metrics. */
const NOTED = [
  '[{"type":"External","external":{"metricName":"queue","targetAverageValue":"3"}}]',
  '[{"type":"Pods","pods":{"metricName":"hits","targetAverageValue":"10"}},{"type":"Resource","resource":{"name":"memory","targetAverageValue":"1"}}]',
  '[]',
  '{',
];

function status(chance: Chance): JsonObject {
  const current = { type: 'Resource', resource: { name: 'cpu', current: { averageValue: '100m', averageUtilization: 40 } } };
  const condition = { type: 'AbleToScale', status: 'True', lastTransitionTime: '2020-01-01T00:00:00Z', reason: 'Ready' };
  return {
    currentReplicas: 1,
    desiredReplicas: 1,
    ...(chance.happens(0.4) ? { currentMetrics: [current] } : {}),
    ...(chance.happens(0.4) ? { conditions: [condition] } : {}),
  };
}

const KIND = { plural: 'horizontalpodautoscalers', kind: 'HorizontalPodAutoscaler', namespaced: true } as const;

export const AUTOSCALERS: readonly RandomKind[] = [
  {
    ...KIND,
    title: 'horizontalpodautoscalers',
    api: '/apis/autoscaling/v2',
    body: (chance) => ({
      spec: {
        maxReplicas: 3,
        scaleTargetRef: TARGET,
        ...(chance.happens(0.6) ? { metrics: [chance.pick(METRICS), chance.pick(METRICS)].slice(chance.below(2)) } : {}),
        ...(chance.happens(0.2) ? { behavior: BEHAVIOR } : {}),
      },
    }),
    status,
  },
  {
    ...KIND,
    title: 'horizontalpodautoscalers of v1',
    api: '/apis/autoscaling/v1',
    body: (chance) => ({
      ...(chance.happens(0.3) ? { metadata: { annotations: { [`${ANNOTATION}metrics`]: chance.pick(NOTED) } } } : {}),
      spec: { maxReplicas: 3, scaleTargetRef: TARGET, ...(chance.happens(0.5) ? { targetCPUUtilizationPercentage: 70 } : {}) },
    }),
    status: (chance) => ({
      currentReplicas: 1,
      desiredReplicas: 1,
      ...(chance.happens(0.5) ? { currentCPUUtilizationPercentage: 30 } : {}),
    }),
  },
];
