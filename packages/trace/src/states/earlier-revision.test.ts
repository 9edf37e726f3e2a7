import type { Json, KubeObject } from '@rectrace/kube';
import { expect, it } from 'vitest';
import { earlierText } from './earlier-revision.ts';

function object(
  kind: string,
  parts: { readonly spec?: Json; readonly status?: Json; readonly labels?: Record<string, string> },
): KubeObject {
  const [apiVersion = '', plain = ''] = kind.split(' ');
  const { labels = {}, ...rest } = parts;
  return { apiVersion, kind: plain, metadata: { name: 'x', generation: 3, labels }, spec: {}, status: {}, ...rest };
}

const template = (image: string, labels: Record<string, string> = {}): Json => ({
  metadata: { creationTimestamp: null, labels: { app: 'web', ...labels } },
  spec: { containers: [{ name: 'web', image }] },
});
const deployment = (image: string, observedGeneration = 3): KubeObject =>
  object('apps/v1 Deployment', { spec: { template: template(image) }, status: { observedGeneration } });
const replicaSet = (image: string): KubeObject =>
  object('apps/v1 ReplicaSet', { spec: { template: template(image, { 'pod-template-hash': 'abc' }) }, status: { observedGeneration: 3 } });
const set = (kind: string, status: Record<string, Json>): KubeObject =>
  object(kind, { status: { observedGeneration: 3, currentRevision: 'db-1', updateRevision: 'db-2', ...status } });
const pod = (revision: string): KubeObject => object('v1 Pod', { labels: { 'controller-revision-hash': revision } });

const STATEFUL = 'apps/v1 StatefulSet';
const CLONES = 'apps.kruise.io/v1alpha1 CloneSet';

it.each<[title: string, owner: KubeObject | undefined, child: KubeObject | undefined, text: string]>([
  ['the ReplicaSet of the newest template', deployment('web:2'), replicaSet('web:2'), ''],
  ['the ReplicaSet of another', deployment('web:2'), replicaSet('web:1'), 'of an earlier template'],
  ['the ReplicaSet of the newest template, only scaled since', deployment('web:2', 2), replicaSet('web:2'), ''],
  ['the ReplicaSet of another, of which nobody has heard', deployment('web:2', 2), replicaSet('web:1'), 'of an earlier template'],
  ['a ReplicaSet known by its metadata alone', deployment('web:2', 2), { ...replicaSet('web:1'), spec: {} }, 'of generation 2'],
  ['a Pod of the update revision', set(STATEFUL, {}), pod('db-2'), ''],
  ['a Pod of the revision before', set(STATEFUL, {}), pod('db-1'), 'of an earlier template'],
  ['a Pod that is named by the hash alone', set(CLONES, {}), pod('1'), 'of an earlier template'],
  ['a Pod of neither', set(CLONES, {}), pod('0'), ''],
  ['a Pod where there is one revision', set(STATEFUL, { updateRevision: 'db-1' }), pod('db-1'), ''],
  ['a Pod below a generation not observed', set(STATEFUL, { observedGeneration: 2 }), pod('db-2'), 'of generation 2'],
  ['a Pod below the first generation', set(STATEFUL, { observedGeneration: 0 }), pod('db-2'), ''],
  ['an object without a body', set(STATEFUL, { observedGeneration: 2 }), undefined, 'of generation 2'],
  ['an owner without a body', undefined, pod('db-1'), ''],
])('%s', (_title, owner, child, text) => {
  expect(earlierText(owner, child)).toBe(text);
});
