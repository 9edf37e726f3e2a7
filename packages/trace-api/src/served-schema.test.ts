import type { Json } from '@rectrace/kube';
import { expect, test } from 'vitest';
import { isProblem } from './condition.ts';
import { servedFields } from './served-schema.ts';

function published(spec: Json): Json {
  return { components: { schemas: { 'io.kubeblocks.trace.v1.ReconciliationTrace': { properties: { spec } } } } };
}

test.each<[title: string, document: Json, targetKind: boolean, depth: boolean]>([
  ['ours', published({ properties: { targetObject: { properties: { kind: {} } }, depth: {} } }), true, true],
  ["KubeBlocks'", published({ properties: { targetObject: { properties: { name: {} } } } }), false, false],
  ['none at all', {}, false, false],
])('fields of a published schema: %s', (_title, document, targetKind, depth) => {
  expect(servedFields(document)).toEqual({ targetKind, depth });
});

test.each([
  ['Recording', 'True', false],
  ['Recording', 'Unknown', true],
  ['TargetFound', 'False', true],
  ['StatusTruncated', 'False', false],
  ['StatusTruncated', 'True', true],
  ['SomebodyElses', 'True', false],
  ['constructor', 'True', false],
])('a condition %s that is %s is a problem: %s', (type, status, expected) => {
  expect(isProblem({ type, status })).toBe(expected);
});
