import { formatJson, type Json, parseJson } from '@rectrace/kube';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readJson } from './read-json.ts';

test('whatever is written as JSON is read as JSON.parse reads it', () => {
  fc.assert(
    fc.property(fc.json({ maxDepth: 5 }), (text) => {
      expect(readJson(text)).toEqual({ kind: 'value', value: parseJson(text), duplicates: new Map() });
    }),
  );
});

test('text that JSON.parse refuses is malformed here, and only that', () => {
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom(...'{}[]",:0123e.-+tfnul \\x'), maxLength: 12 }), (text) => {
      let valid = true;
      try {
        JSON.parse(text);
      } catch {
        valid = false;
      }
      expect(readJson(text).kind).toBe(valid ? 'value' : 'malformed');
    }),
    { numRuns: 3_000 },
  );
});

test.each([
  ['', 'unexpected end of JSON input'],
  ['{"a":', 'unexpected end of JSON input'],
  ['a: b', "invalid character 'a' looking for beginning of value"],
  ['\ufeff{}', "invalid character 'ï' looking for beginning of value"],
  ['{} x', "invalid character 'x' after top-level value"],
  ['{"a" 1}', "invalid character '1' after object key"],
  ['[1 2]', "invalid character '2' after array element"],
  ['["\n"]', "invalid character '\\n' in string literal"],
])('%j is refused: %s', (text, message) => {
  expect(readJson(text)).toEqual({ kind: 'malformed', message });
});

test('a repeated key is told, and its last value counts', () => {
  const read = readJson('{"a":1,"b":{"c":1,"c":2,"c":3},"a":2}');
  if (read.kind !== 'value') throw new Error(read.message);
  expect(read.value).toEqual({ a: 2, b: { c: 3 } });
  expect([...read.duplicates.values()]).toEqual([['c', 'c'], ['a']]);
});

test('integers beyond 2^53 survive, and __proto__ is a key like any other', () => {
  const read = readJson('{"__proto__":{"polluted":true},"big":9007199254740993}');
  if (read.kind !== 'value') throw new Error(read.message);
  expect(formatJson(read.value as Json)).toBe('{"__proto__":{"polluted":true},"big":9007199254740993}');
  expect(Object.hasOwn(Object.prototype, 'polluted')).toBe(false);
});

test('nesting beyond 1,000 levels is refused, not a crash', () => {
  expect(readJson('['.repeat(1_001)).kind).toBe('malformed');
  expect(readJson('['.repeat(200_000))).toEqual({ kind: 'malformed', message: 'exceeded max depth' });
});
