import fc from 'fast-check';
import { expect, test } from 'vitest';
import { formatJson, parseJson } from './json.ts';

test.each([
  ['9007199254740993', 9007199254740993n],
  [' -9007199254740993', -9007199254740993n],
  ['{"a":9007199254740993}', { a: 9007199254740993n }],
  ['{"a" :\n 9007199254740993}', { a: 9007199254740993n }],
  ['[1,9007199254740993, 18446744073709551615 ]', [1, 9007199254740993n, 18446744073709551615n]],
  ['[[-9007199254740993]]', [[-9007199254740993n]]],
  ['[1234567890123456]', [1234567890123456]],
  ['["9007199254740993"]', ['9007199254740993']],
  ['{"image":"web@sha256:9007199254740993000"}', { image: 'web@sha256:9007199254740993000' }],
])('%s keeps every digit', (text, value) => {
  expect(parseJson(text)).toEqual(value);
});

test('what is written is read back, integers of any length and texts of digits included', () => {
  const { tree } = fc.letrec((tie) => ({
    tree: fc.oneof(
      { maxDepth: 3 },
      fc.bigInt({ min: -(2n ** 70n), max: 2n ** 70n }).map((value) => (Number.isSafeInteger(Number(value)) ? Number(value) : value)),
      fc.bigInt({ min: 10n ** 15n, max: 10n ** 30n }).map(String),
      fc.string(),
      fc.array(tie('tree'), { maxLength: 4 }),
      fc.dictionary(fc.string(), tie('tree'), { maxKeys: 4 }),
    ),
  }));
  fc.assert(
    fc.property(tree, fc.constantFrom(0, 2), (value, indent) => {
      expect(parseJson(formatJson(value as object, indent))).toEqual(value);
    }),
  );
});
