import type { Json } from '@rectrace/kube';
import { formatJson, jsonEquals, parseJson } from '@rectrace/kube';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isSameMark, markOf } from './value-mark.ts';

test('a short value stands for itself, any other has a digest of one length, no value neither', () => {
  expect([markOf('x'.repeat(64)), markOf(null), markOf(7n), markOf(undefined)]).toEqual([
    { value: 'x'.repeat(64) },
    { value: null },
    { value: 7n },
    {},
  ]);
  expect(markOf('x'.repeat(65)).digest).toMatch(/^[0-9a-f]{16}$/);
  expect(markOf({ a: [1, 'b'] }).digest).toMatch(/^[0-9a-f]{16}$/);
});

test('equal values have one mark: keys in any order, an integer as number and as bigint', () => {
  expect(isSameMark(markOf({ a: 1, b: [2n] }), markOf({ b: [2], a: 1n }))).toBe(true);
  expect(isSameMark(markOf(1), markOf(1n))).toBe(true);
});

test.each<readonly [Json, Json]>([
  [
    [1, 2],
    [2, 1],
  ],
  [['1'], [1]],
  [['a', 'b'], ['ab']],
  [{ a: 'b' }, { b: 'a' }],
  [[[], []], [[[]]]],
  [{}, []],
  [[null], []],
  [['x'.repeat(65)], 'x'.repeat(65)],
])('%j and %j have different marks', (left, right) => {
  expect(isSameMark(markOf(left), markOf(right))).toBe(false);
});

test('marks are the same exactly where values are equal', () => {
  const value = fc.jsonValue({ maxDepth: 3 }) as fc.Arbitrary<Json>;
  const pairs = fc.oneof(
    fc.tuple(value, value),
    value.map((one): [Json, Json] => [one, parseJson(formatJson(one))]),
  );
  fc.assert(
    fc.property(pairs, ([left, right]) => {
      expect(isSameMark(markOf(left), markOf(right))).toBe(jsonEquals(left, right));
    }),
  );
});

test('a value nested 20,000 deep has a mark', () => {
  let deep: Json = 1;
  for (let depth = 0; depth < 20_000; depth += 1) deep = [deep];
  expect(markOf(deep).digest).toMatch(/^[0-9a-f]{16}$/);
});
