import { expect, test } from 'vitest';
import { isClusterName, serviceOf } from './cluster-names.ts';

test.each([
  ['web.default.svc.cluster.local', { namespace: 'default', name: 'web' }],
  ['web.default.svc', { namespace: 'default', name: 'web' }],
  ['web.default', undefined],
  ['web.default.svc.example.com', undefined],
  ['a.web.default.svc.cluster.local', undefined],
  ['example.com', undefined],
])('%s names the Service %j', (name, service) => {
  expect(serviceOf(name)).toEqual(service);
});

test.each([
  ['example.com.default.svc.cluster.local', true],
  ['web', true],
  ['example.com', false],
])("that %s is the cluster's to answer is %s", (name, expected) => {
  expect(isClusterName(name)).toBe(expected);
});
