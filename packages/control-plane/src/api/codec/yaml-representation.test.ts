import { expect, test } from 'vitest';
import { readYaml } from './yaml-representation.ts';

test.each([
  ['lists', '? [a]\n: 1'],
  ['maps', '{{a: b}: 1}'],
  ['keys of keys, five hundred deep', `${'? '.repeat(500)}a`],
])('%s are no keys', (_title, text) => {
  expect(readYaml(text)).toEqual({ kind: 'malformed', message: 'error converting YAML to JSON: yaml: invalid map key' });
});

test('a key may be written with a question mark', () => {
  expect(readYaml('? a\n: 1')).toMatchObject({ kind: 'value', value: { a: 1 } });
});
