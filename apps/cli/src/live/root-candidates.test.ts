import type { ApiResource, KubeObject } from '@rectrace/kube';
import { builtinRules } from '@rectrace/trace';
import { TRACES } from '@rectrace/trace-api';
import { expect, test } from 'vitest';
import { isReconciled, rootCandidates } from './root-candidates.ts';

const isRoot = rootCandidates(new Set(['parent']), builtinRules());

function resource(group: string, kind: string): ApiResource {
  return { ...TRACES, group, kind };
}

const object = (metadata: object): KubeObject =>
  ({ apiVersion: '', kind: '', metadata: { name: 'x', uid: 'u', ...metadata } }) as KubeObject;
const OWNED = { ownerReferences: [{ apiVersion: 'v1', kind: 'A', name: 'a', uid: 'a' }] };

test.each([
  ['a custom resource without children', resource('example.com', 'Widget'), { generation: 1 }, true],
  ['one that something owns', resource('example.com', 'Widget'), { generation: 1, ...OWNED }, false],
  ['one of a group of Kubernetes that comes by a definition', resource('gateway.networking.k8s.io', 'Gateway'), { generation: 1 }, true],
  ['one without a generation', resource('example.com', 'Note'), {}, false],
  ['one that rules hang on another', resource('dataprotection.kubeblocks.io', 'Backup'), { generation: 1 }, false],
  ['a built-in kind that owns nothing', resource('networking.k8s.io', 'Ingress'), { generation: 1 }, false],
  ['a built-in kind that owns something', resource('', 'ConfigMap'), { uid: 'parent' }, true],
  ['a workload that owns nothing', resource('apps', 'Deployment'), { generation: 1 }, true],
  ['a trace, which watches another root', TRACES, { generation: 1 }, false],
])('%s', (_what, kind, metadata, expected) => {
  expect(isRoot(object(metadata), kind)).toBe(expected);
});

test('a custom resource is reconciled where it has a spec or a status', () => {
  const widget = resource('example.com', 'Widget');
  expect(isReconciled({ ...object({}), spec: {} }, widget)).toBe(true);
  expect(isReconciled(object({}), widget)).toBe(false);
  expect(isReconciled(object({}), resource('', 'Pod'))).toBe(true);
});
