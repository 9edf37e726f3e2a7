import type { KubeObject } from '@rectrace/kube';
import { describe, expect, test } from 'vitest';
import { parseTraceSpec } from './trace-spec.ts';

function traceWith(spec: object | undefined, annotations: { readonly [key: string]: string } = {}): KubeObject {
  return {
    apiVersion: 'trace.kubeblocks.io/v1',
    kind: 'ReconciliationTrace',
    metadata: { name: 'cart', namespace: 'shop', uid: 'u', generation: 2, annotations },
    ...(spec === undefined ? {} : { spec: spec as KubeObject['metadata'] }),
  };
}

describe('the target of a trace', () => {
  const cluster = { kind: 'Cluster', group: 'apps.kubeblocks.io' };
  test.each([
    ['no spec at all: the Cluster of its own name', undefined, {}, { ...cluster, namespace: 'shop', name: 'cart' }],
    ['a name alone', { targetObject: { name: 'other' } }, {}, { ...cluster, namespace: 'shop', name: 'other' }],
    ['namespace and name', { targetObject: { namespace: 'n', name: 'o' } }, {}, { ...cluster, namespace: 'n', name: 'o' }],
    ['a kind alone', { targetObject: { kind: 'Deployment' } }, {}, { kind: 'Deployment', namespace: 'shop', name: 'cart' }],
    [
      'a core kind',
      { targetObject: { apiVersion: 'v1', kind: 'Pod' } },
      {},
      { kind: 'Pod', group: '', version: 'v1', namespace: 'shop', name: 'cart' },
    ],
    [
      'a version of Cluster',
      { targetObject: { apiVersion: 'apps.kubeblocks.io/v1alpha1' } },
      {},
      { ...cluster, version: 'v1alpha1', namespace: 'shop', name: 'cart' },
    ],
    [
      'annotations where the schema pruned the fields',
      { targetObject: { name: 'web' } },
      { 'trace.kubeblocks.io/target-api-version': 'apps/v1', 'trace.kubeblocks.io/target-kind': 'Deployment' },
      { kind: 'Deployment', group: 'apps', version: 'v1', namespace: 'shop', name: 'web' },
    ],
    [
      'fields before annotations',
      { targetObject: { apiVersion: 'apps/v1', kind: 'StatefulSet' } },
      { 'trace.kubeblocks.io/target-api-version': 'v1', 'trace.kubeblocks.io/target-kind': 'Pod' },
      { kind: 'StatefulSet', group: 'apps', version: 'v1', namespace: 'shop', name: 'cart' },
    ],
  ])('%s', (...[, spec, annotations, expected]) => {
    expect(parseTraceSpec(traceWith(spec, annotations)).target).toEqual(expected);
  });
});

test('the alias of the expression that clients send with updates wins', () => {
  const created = { stateEvaluationExpression: { celExpression: { expression: 'a' } } };
  expect(parseTraceSpec(traceWith(created)).expression).toBe('a');
  expect(parseTraceSpec(traceWith({ ...created, celStateEvaluationExpression: 'b' })).expression).toBe('b');
  expect(parseTraceSpec(traceWith({ ...created, celStateEvaluationExpression: '' })).expression).toBe('a');
  expect(parseTraceSpec(traceWith({})).expression).toBeUndefined();
});

test('depth comes from the field or the annotation, and nonsense counts as unlimited', () => {
  expect(parseTraceSpec(traceWith({ depth: 3 })).depth).toBe(3);
  expect(parseTraceSpec(traceWith({}, { 'trace.kubeblocks.io/depth': '2' })).depth).toBe(2);
  expect(parseTraceSpec(traceWith({}, { 'trace.kubeblocks.io/depth': 'deep' })).depth).toBe(0);
  expect(parseTraceSpec(traceWith({ depth: 0 })).depth).toBe(0);
});

test('a dry run is asked for by the presence of the field', () => {
  expect(parseTraceSpec(traceWith({ dryRun: {} })).dryRun).toBe(true);
  expect(parseTraceSpec(traceWith({})).dryRun).toBe(false);
});

test('deletion, finalizers and locale are read', () => {
  const trace = traceWith({ locale: 'zh_CN' });
  const deleting = { ...trace, metadata: { ...trace.metadata, deletionTimestamp: '2026-11-30T19:19:07Z', finalizers: ['x'] } };
  expect(parseTraceSpec(deleting)).toMatchObject({ deleting: true, finalizers: ['x'], locale: 'zh_CN', generation: 2, uid: 'u' });
});
