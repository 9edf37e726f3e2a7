// What each version of autoscaling shows of what was written through the other; seen on kube-apiserver.
import type { JsonObject } from '@rectrace/kube';
import { SteppedClock } from '@rectrace/testing';
import { beforeEach, expect, test } from 'vitest';
import type { ControlPlane } from './control-plane.ts';
import { createControlPlane } from './control-plane.ts';

const pathOf = (version: string): string => `/apis/autoscaling/${version}/namespaces/default/horizontalpodautoscalers`;
const NOTE = 'autoscaling.alpha.kubernetes.io/';
const BOUNDS = { maxReplicas: 3, scaleTargetRef: { apiVersion: 'apps/v1', kind: 'Deployment', name: 'd' } };
const CPU = { type: 'Resource', resource: { name: 'cpu', target: { type: 'Utilization', averageUtilization: 50 } } };
const QUEUE = { type: 'External', external: { metric: { name: 'q' }, target: { type: 'AverageValue', averageValue: '3' } } };

let plane: ControlPlane;

beforeEach(async () => {
  plane = await createControlPlane({ clock: new SteppedClock(Date.UTC(2026, 0, 1)), seed: 1 });
});

async function answer(path: string, request: { readonly method?: string; readonly body?: JsonObject } = {}): Promise<JsonObject> {
  const { status, body } = await plane.client.request({ path, ...request });
  expect(status, JSON.stringify(body)).toBeLessThan(300);
  return body;
}

test('metrics and behavior of the newer version stand in annotations of the older one, but for the share of CPU', async () => {
  const behavior = { scaleDown: { policies: [{ type: 'Pods', value: 1, periodSeconds: 15 }] } };
  await answer(pathOf('v2'), { method: 'POST', body: { metadata: { name: 'a' }, spec: { ...BOUNDS, metrics: [CPU, QUEUE], behavior } } });
  const shown = await answer(`${pathOf('v1')}/a`);
  expect(shown['spec']).toEqual({ ...BOUNDS, minReplicas: 1, targetCPUUtilizationPercentage: 50 });
  expect(shown['metadata']).toMatchObject({
    annotations: {
      [`${NOTE}metrics`]: '[{"type":"External","external":{"metricName":"q","targetAverageValue":"3"}}]',
      [`${NOTE}behavior`]: expect.stringContaining(
        '"ScaleDown":{"StabilizationWindowSeconds":null,"SelectPolicy":"Max","Policies":[{"Type":"Pods","Value":1,"PeriodSeconds":15}],"Tolerance":null}',
      ) as unknown,
    },
  });
});

test('annotations of the older version become metrics of the newer one, before the share of CPU', async () => {
  const annotations = { [`${NOTE}metrics`]: '[{"type":"External","external":{"metricName":"q","targetAverageValue":"3"}}]', own: 'x' };
  const spec = { ...BOUNDS, targetCPUUtilizationPercentage: 50 };
  await answer(pathOf('v1'), { method: 'POST', body: { metadata: { name: 'a', annotations }, spec } });
  const shown = await answer(`${pathOf('v2')}/a`);
  expect(shown).toMatchObject({ metadata: { annotations: { own: 'x' } }, spec: { metrics: [QUEUE, CPU] } });
  expect(Object.keys((shown['metadata'] as { readonly annotations: JsonObject }).annotations)).toEqual(['own']);
});

test('annotations that cannot be read do not count: without any metric, 80 % of CPU is wanted', async () => {
  const annotations = { [`${NOTE}metrics`]: '[{"type":7}]', [`${NOTE}behavior`]: '{' };
  await answer(pathOf('v1'), { method: 'POST', body: { metadata: { name: 'a', annotations }, spec: BOUNDS } });
  expect((await answer(`${pathOf('v1')}/a`))['spec']).toMatchObject({ targetCPUUtilizationPercentage: 80 });
  expect((await answer(`${pathOf('v2')}/a`))['spec']).not.toHaveProperty('behavior');
});
