import type { JsonObject } from '@rectrace/kube';
import { expect, test } from 'vitest';
import { unservedWebhooks, withoutUnservedWebhooks } from './unserved-webhooks.ts';

const service = { service: { namespace: 'kb-system', name: 'hook' } };
const local = { url: 'https://127.0.0.1:9443/validate' };

function configuration(name: string, webhooks: readonly JsonObject[]): JsonObject {
  return { apiVersion: 'admissionregistration.k8s.io/v1', kind: 'ValidatingWebhookConfiguration', metadata: { name }, webhooks };
}

function definition(versions: readonly string[]): JsonObject {
  const conversion = { strategy: 'Webhook', webhook: { clientConfig: service } };
  const spec = { conversion, versions: versions.map((version) => ({ name: version })) };
  return { apiVersion: 'apiextensions.k8s.io/v1', kind: 'CustomResourceDefinition', metadata: { name: 'a.b.io' }, spec };
}

const rule = (apiGroups: readonly string[], resources: readonly string[]): JsonObject => ({ apiGroups, resources, operations: ['*'] });
const strict = configuration('strict', [
  { name: 'a', clientConfig: service, rules: [rule(['apps.kubeblocks.io'], ['clusters', 'opsrequests'])] },
  { name: 'b', clientConfig: service, failurePolicy: 'Fail', rules: [rule([''], ['pods'])] },
  { name: 'c', clientConfig: service, failurePolicy: 'Ignore', rules: [rule([''], ['secrets'])] },
]);
const lenient = configuration('lenient', [{ name: 'd', clientConfig: service, failurePolicy: 'Ignore', rules: [rule(['*'], ['*'])] }]);
const reachable = configuration('reachable', [{ name: 'e', clientConfig: local, rules: [rule(['*'], ['*'])] }]);

test('told is what nothing serves, by configuration: whose writes are refused, and what cannot be converted', () => {
  expect(unservedWebhooks([strict, lenient, reachable, definition(['v1']), definition(['v1', 'v2'])])).toEqual([
    'CustomResourceDefinition a.b.io: nothing serves Service kb-system/hook here, so its objects can be had in the version that is stored alone',
    'ValidatingWebhookConfiguration strict: nothing serves Service kb-system/hook here, so writes to clusters.apps.kubeblocks.io, opsrequests.apps.kubeblocks.io, pods are refused',
  ]);
});

test('many resources are counted', () => {
  const many = configuration('many', [{ name: 'a', clientConfig: service, rules: [rule([''], [...'abcdefgh'])] }]);
  expect(unservedWebhooks([many])).toEqual([
    'ValidatingWebhookConfiguration many: nothing serves Service kb-system/hook here, so writes to a, b, c, d, e, f and 2 more are refused',
  ]);
});

test('left out are configurations that nothing serves, and nothing else', () => {
  const pod = { apiVersion: 'v1', kind: 'Pod', metadata: { name: 'p' } };
  const two = definition(['v1', 'v2']);
  expect(withoutUnservedWebhooks([strict, pod, lenient, reachable, two])).toEqual({ objects: [pod, reachable, two], leftOut: 2 });
});
