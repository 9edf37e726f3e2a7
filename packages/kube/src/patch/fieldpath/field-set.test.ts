import fc from 'fast-check';
import { expect, test } from 'vitest';
import { difference, intersection, recursiveDifference, union } from './combine.ts';
import type { FieldSet } from './field-set.ts';
import { fieldSetOf, hasPath, NO_FIELDS, pathsOf } from './field-set.ts';
import { formatFieldsV1, parseFieldsV1 } from './fields-v1.ts';
import type { PathElement } from './path-element.ts';
import { fieldPath, formatPath, keyElement } from './path-element.ts';

const scalar = fc.oneof(fc.constantFrom('a', 'b', '<'), fc.integer({ min: 0, max: 3 }), fc.boolean());
const element: fc.Arbitrary<PathElement> = fc.oneof(
  { arbitrary: fc.constantFrom('a', 'b', 'c', '.').map((name): PathElement => ({ kind: 'field', name })), weight: 3 },
  fc.dictionary(fc.constantFrom('name', 'kind'), scalar, { minKeys: 1 }).map((keys) => keyElement(Object.entries(keys))),
  scalar.map((value): PathElement => ({ kind: 'value', value })),
  fc.nat(3).map((index): PathElement => ({ kind: 'index', index })),
);
const set: fc.Arbitrary<FieldSet> = fc
  .array(fc.array(element, { minLength: 1, maxLength: 4 }), { maxLength: 8 })
  .map((paths) => fieldSetOf(...paths));

function same(left: FieldSet, right: FieldSet): boolean {
  return sameFields(left, right) && countFields(left) === countFields(right);
}

function countFields(set: FieldSet): number {
  let count = 0;
  for (const { member, below } of set.values()) count += (member ? 1 : 0) + countFields(below);
  return count;
}

function sameFields(left: FieldSet, right: FieldSet): boolean {
  if (left.size !== right.size) return false;
  for (const [key, node] of left) {
    const other = right.get(key);
    if (other === undefined || other.member !== node.member || !sameFields(node.below, other.below)) return false;
  }
  return true;
}

test('a set written as FieldsV1 and read again is the same set', () => {
  fc.assert(fc.property(set, (fields) => same(parseFieldsV1(formatFieldsV1(fields)), fields)));
});

test('sets obey the laws of sets', () => {
  fc.assert(
    fc.property(set, set, set, (a, b, c) => {
      expect(same(union(a, b), union(b, a))).toBe(true);
      expect(same(union(a, union(b, c)), union(union(a, b), c))).toBe(true);
      expect(same(union(a, a), a)).toBe(true);
      expect(same(intersection(a, b), intersection(b, a))).toBe(true);
      expect(same(intersection(a, union(b, c)), union(intersection(a, b), intersection(a, c)))).toBe(true);
      expect(same(union(difference(a, b), intersection(a, b)), a)).toBe(true);
      expect(same(difference(a, union(b, c)), difference(difference(a, b), c))).toBe(true);
      expect(same(difference(a, a), NO_FIELDS)).toBe(true);
      expect(same(difference(a, NO_FIELDS), a)).toBe(true);
    }),
  );
});

test('a recursive difference is what is left of a difference without all that lies below', () => {
  fc.assert(
    fc.property(set, set, (a, b) => {
      const left = recursiveDifference(a, b);
      expect(same(intersection(left, difference(a, b)), left)).toBe(true);
      for (const path of pathsOf(a)) {
        const under = path.some((_step, index) => hasPath(b, path.slice(0, index + 1)));
        expect(hasPath(left, path)).toBe(!under);
      }
    }),
  );
});

test('paths are told in the order of the server, and named as its messages name them', () => {
  const fields = fieldSetOf(
    [{ kind: 'index', index: 0 }],
    [{ kind: 'value', value: 'x' }],
    [
      keyElement([
        ['protocol', 'TCP'],
        ['containerPort', 80],
      ]),
    ],
    fieldPath('b', 'c'),
    fieldPath('b'),
    fieldPath('a'),
  );
  expect(pathsOf(fields).map(formatPath)).toEqual(['.a', '.b', '[containerPort=80,protocol="TCP"]', '[="x"]', '[0]', '.b.c']);
  expect(JSON.stringify(formatFieldsV1(fields))).toBe(
    '{"f:a":{},"f:b":{".":{},"f:c":{}},"k:{\\"containerPort\\":80,\\"protocol\\":\\"TCP\\"}":{},"v:\\"x\\"":{},"i:0":{}}',
  );
});

test.each([
  ['no object', 5],
  ['a field that is no object', { 'f:a': 5 }],
  ['a key without a colon', { nonsense: {} }],
  ['a key too short', { f: {} }],
  ['a broken value', { 'v:{': {} }],
  ['keys that are no object', { 'k:[]': {} }],
  ['an index that is no number', { 'i:x': {} }],
])('FieldsV1 with %s is refused', (_what, fields) => {
  expect(() => parseFieldsV1(fields as never)).toThrow(SyntaxError);
});

test('an element of a kind that is not known is left out', () => {
  expect(pathsOf(parseFieldsV1({ 'z:x': {}, 'f:a': { 'z:y': {} } })).map(formatPath)).toEqual(['.a']);
});
