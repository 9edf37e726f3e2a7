// HorizontalPodAutoscalers in both of their versions: what the older one has no fields for stands in its annotations.
import { type DifferentialCase, differentialCase } from '../differential-case.ts';
import type { Subject } from '../subject.ts';

const MERGE_PATCH = 'application/merge-patch+json';
const APPLY_PATCH = 'application/apply-patch+yaml';
const ANNOTATION = 'autoscaling.alpha.kubernetes.io/';
const TARGET = { apiVersion: 'apps/v1', kind: 'Deployment', name: 'd' };

const pathOf = (version: string, namespace: string): string =>
  `/apis/autoscaling/${version}/namespaces/${namespace}/horizontalpodautoscalers`;

const SELECTOR = { matchExpressions: [{ key: 'k', operator: 'In', values: ['v'] }], matchLabels: { z: 'y', b: 'c' } };

/** Of the newer version, one of each type and in each form. */
const METRICS: readonly object[] = [
  { type: 'Resource', resource: { name: 'memory', target: { type: 'Utilization', averageUtilization: 70 } } },
  { type: 'Resource', resource: { name: 'cpu', target: { type: 'AverageValue', averageValue: '100m' } } },
  { type: 'Resource', resource: { name: 'cpu', target: { type: 'Utilization', averageUtilization: 50 } } },
  { type: 'Resource', resource: { name: 'cpu', target: { type: 'Utilization', averageUtilization: 60 } } },
  {
    type: 'ContainerResource',
    containerResource: { name: 'cpu', container: 'c', target: { type: 'Utilization', averageUtilization: 60 } },
  },
  {
    type: 'ContainerResource',
    containerResource: { name: 'memory', container: 'c', target: { type: 'AverageValue', averageValue: '1Gi' } },
  },
  { type: 'Pods', pods: { metric: { name: 'hits', selector: SELECTOR }, target: { type: 'AverageValue', averageValue: '10' } } },
  {
    type: 'Object',
    object: {
      describedObject: { kind: 'Service', name: 's', apiVersion: 'v1' },
      metric: { name: 'm' },
      target: { type: 'Value', value: '2k' },
    },
  },
  {
    type: 'Object',
    object: {
      describedObject: { kind: 'Service', name: 's' },
      metric: { name: 'm' },
      target: { type: 'AverageValue', averageValue: '1500m' },
    },
  },
  { type: 'External', external: { metric: { name: 'q', selector: SELECTOR }, target: { type: 'Value', value: '30' } } },
  { type: 'External', external: { metric: { name: 'q' }, target: { type: 'AverageValue', averageValue: '3' } } },
];

const STATUS = {
  currentReplicas: 1,
  desiredReplicas: 2,
  observedGeneration: 1,
  lastScaleTime: '2020-01-01T00:00:00Z',
  conditions: [
    { type: 'AbleToScale', status: 'True', lastTransitionTime: '2020-01-01T00:00:00Z', reason: 'Ready', message: 'a <b> & "c"' },
    { type: 'ScalingActive', status: 'False' },
  ],
  currentMetrics: [
    { type: 'Resource', resource: { name: 'cpu', current: { averageValue: '100m', averageUtilization: 40 } } },
    { type: 'Resource', resource: { name: 'memory', current: { averageValue: '5Mi' } } },
    {
      type: 'ContainerResource',
      containerResource: { name: 'cpu', container: 'c', current: { averageValue: '1', averageUtilization: 2 } },
    },
    { type: 'Pods', pods: { metric: { name: 'hits' }, current: { averageValue: '3' } } },
    {
      type: 'Object',
      object: { describedObject: { kind: 'Service', name: 's', apiVersion: 'v1' }, metric: { name: 'm' }, current: { value: '7' } },
    },
    { type: 'External', external: { metric: { name: 'q' }, current: { value: '8', averageValue: '4' } } },
  ],
};

/** Of the older version, by what is odd about them. */
const NOTES: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  none: {},
  metrics: {
    metrics: '[{"type":"Pods","pods":{"metricName":"hits","targetAverageValue":"10"}},{"type":"External","external":{"metricName":"q"}}]',
  },
  utilization: { metrics: '[{"type":"Resource","resource":{"name":"memory","targetAverageUtilization":5}}]', note: 'kept' },
  'no-list': { metrics: 'null' },
  broken: { metrics: '[{', behavior: 'x', conditions: '7', 'current-metrics': '{}' },
  misfit: { metrics: '[{"type":7}]' },
  status: { conditions: '[{"type":"AbleToScale","status":"True"}]', 'current-metrics': '[{"type":"Pods","pods":{"metricName":"h"}}]' },
  behavior: { behavior: '{"ScaleDown":{"StabilizationWindowSeconds":30,"Policies":[{"Type":"Pods","Value":1,"PeriodSeconds":15}]}}' },
  'no-policies': { behavior: '{"ScaleUp":{"StabilizationWindowSeconds":30}}' },
  'empty-behavior': { behavior: '{}' },
  tolerance: { 'scale-up-tolerance': '1', 'scale-down-tolerance': '2' },
};

async function showBoth(subject: Subject, namespace: string, name: string): Promise<void> {
  for (const version of ['v1', 'v2']) await subject.ask({ path: `${pathOf(version, namespace)}/${name}` });
}

export const AUTOSCALER_CASES: readonly DifferentialCase[] = [
  differentialCase(32, 'autoscalers that the newer version wrote', async (subject, namespace) => {
    const [older, newer] = [pathOf('v1', namespace), pathOf('v2', namespace)];
    const { metadata } = (await subject.prepare({ path: older })).body as { readonly metadata: { readonly resourceVersion: string } };
    for (const [index, metric] of METRICS.entries()) {
      const spec = { maxReplicas: 3, scaleTargetRef: TARGET, metrics: [metric] };
      await subject.ask({ method: 'POST', path: newer, body: { metadata: { name: `m${index}` }, spec } });
    }
    const behavior = { scaleUp: { selectPolicy: 'Disabled' }, scaleDown: { policies: [{ type: 'Pods', value: 1, periodSeconds: 15 }] } };
    const spec = { maxReplicas: 3, scaleTargetRef: TARGET, metrics: METRICS, behavior };
    await subject.ask({ method: 'POST', path: newer, body: { metadata: { name: 'all' }, spec } });
    await subject.ask({ method: 'PATCH', path: `${newer}/all/status`, contentType: MERGE_PATCH, body: { status: STATUS } });
    await showBoth(subject, namespace, 'all');
    await subject.ask({ path: older });
    await subject.ask({ path: older, headers: { Accept: 'application/json;as=Table;v=v1;g=meta.k8s.io' } });
    const { body } = await subject.ask({ path: `${older}/all` });
    await subject.ask({ method: 'PUT', path: `${older}/all`, body });
    for (const patch of [
      { spec: { maxReplicas: 5, targetCPUUtilizationPercentage: 10 } },
      { spec: { targetCPUUtilizationPercentage: null } },
      { metadata: { annotations: { [`${ANNOTATION}metrics`]: null } } },
      { metadata: { annotations: { [`${ANNOTATION}behavior`]: null, own: 'x' } } },
    ]) {
      await subject.ask({ method: 'PATCH', path: `${older}/all`, contentType: MERGE_PATCH, body: patch });
      await showBoth(subject, namespace, 'all');
    }
    await subject.ask({ method: 'PATCH', path: `${older}/all/status`, contentType: MERGE_PATCH, body: { status: { currentReplicas: 4 } } });
    await subject.ask({ method: 'DELETE', path: `${older}/all` });
    await subject.watch({ path: `${older}?resourceVersion=${metadata.resourceVersion}`, timeoutSeconds: 2 }).done;
  }),
  differentialCase(32, 'autoscalers that the older version wrote', async (subject, namespace) => {
    const older = pathOf('v1', namespace);
    for (const [name, notes] of Object.entries(NOTES)) {
      const annotations = Object.fromEntries(Object.entries(notes).map(([key, text]) => [key === 'note' ? key : ANNOTATION + key, text]));
      for (const target of [undefined, 45]) {
        const own = target === undefined ? name : `${name}-${target}`;
        const spec = {
          maxReplicas: 3,
          scaleTargetRef: TARGET,
          ...(target === undefined ? {} : { targetCPUUtilizationPercentage: target }),
        };
        await subject.ask({ method: 'POST', path: older, body: { metadata: { name: own, annotations }, spec } });
        await showBoth(subject, namespace, own);
      }
    }
    await subject.ask({
      method: 'PATCH',
      path: `${older}/none/status`,
      contentType: MERGE_PATCH,
      body: { status: { currentCPUUtilizationPercentage: 9, currentReplicas: 1, desiredReplicas: 1 } },
    });
    await showBoth(subject, namespace, 'none');
  }),
  differentialCase(32, 'who manages autoscalers of two versions', async (subject, namespace) => {
    const apply = (version: string, manager: string, spec: object): Promise<unknown> =>
      subject.ask({
        method: 'PATCH',
        path: `${pathOf(version, namespace)}/a?fieldManager=${manager}`,
        contentType: APPLY_PATCH,
        body: { apiVersion: `autoscaling/${version}`, kind: 'HorizontalPodAutoscaler', metadata: { name: 'a' }, spec },
      });
    await apply('v1', 'one', { maxReplicas: 3, scaleTargetRef: TARGET, targetCPUUtilizationPercentage: 50 });
    await apply('v2', 'two', { minReplicas: 2, behavior: { scaleDown: { stabilizationWindowSeconds: 5 } } });
    await apply('v2', 'two', { maxReplicas: 4 });
    await apply('v1', 'one', { maxReplicas: 3, scaleTargetRef: TARGET });
    await showBoth(subject, namespace, 'a');
    const patch = { spec: { metrics: [METRICS[4]] } };
    await subject.ask({ method: 'PATCH', path: `${pathOf('v2', namespace)}/a`, contentType: MERGE_PATCH, body: patch });
    await apply('v1', 'one', { maxReplicas: 3, scaleTargetRef: TARGET, targetCPUUtilizationPercentage: 50 });
    await showBoth(subject, namespace, 'a');
  }),
];
