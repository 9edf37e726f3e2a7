import { expect, test } from 'vitest';
import { parseObject } from './kube-object.ts';

const pod = { apiVersion: 'v1', kind: 'Pod', metadata: { name: 'a', uid: 'u', resourceVersion: '1' } };

test.each([
  [7, 'not a JSON object'],
  [{ ...pod, kind: '' }, 'kind is missing'],
  [{ ...pod, metadata: {} }, 'metadata.name is missing'],
  [{ ...pod, metadata: { name: 'a', resourceVersion: 12 } }, 'metadata.resourceVersion is not text'],
  [{ ...pod, metadata: { name: 'a', ownerReferences: 'x' } }, 'metadata.ownerReferences is not a list of references with a uid'],
  [
    { ...pod, metadata: { name: 'a', ownerReferences: [null, 1, { uid: 5 }] } },
    'metadata.ownerReferences is not a list of references with a uid',
  ],
  [{ ...pod, metadata: { name: 'a', labels: { x: 1 } } }, 'metadata.labels is not a map of texts'],
  [{ ...pod, metadata: { name: 'a', managedFields: [3] } }, 'metadata.managedFields is not a list of objects'],
])('%j is refused: %s', (value, reason) => {
  expect(parseObject(value)).toEqual({ kind: 'invalid', reason });
});

test('null fields of metadata count as absent', () => {
  const parsed = parseObject({ ...pod, metadata: { name: 'a', labels: null, ownerReferences: null } });
  expect(parsed).toEqual({ kind: 'object', object: { ...pod, metadata: { name: 'a' } } });
});

test('a sound object passes as it is', () => {
  const parsed = parseObject(pod);
  expect(parsed.kind === 'object' && parsed.object === pod).toBe(true);
});
