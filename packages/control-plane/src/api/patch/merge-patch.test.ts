import { formatJson } from '@rectrace/kube';
import { expect, test } from 'vitest';
import { mergePatch } from './merge-patch.ts';

test.each([
  ['null removes a key', { a: 1, b: 2 }, { a: null }, '{"b":2}'],
  ['objects are merged, their keys sorted', { spec: { z: 1, a: 2 } }, { spec: { m: 3 } }, '{"spec":{"a":2,"m":3,"z":1}}'],
  ['a list takes the place of a list, its objects sorted and without nulls', { l: [1] }, { l: [{ b: 1, a: null }] }, '{"l":[{"b":1}]}'],
  ['a list that takes the place of an object stays as it was sent', { o: { a: 1 } }, { o: [{ b: 1, a: 2 }] }, '{"o":[{"b":1,"a":2}]}'],
] as const)('%s', (_title, target, patch, expected) => {
  expect(formatJson(mergePatch(target, patch))).toBe(expected);
});
