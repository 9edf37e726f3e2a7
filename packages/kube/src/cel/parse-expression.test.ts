import { expect, test } from 'vitest';
import { parseExpression } from './parse-expression.ts';

test.each([
  ['!!true', { kind: 'literal' }],
  [`${'!'.repeat(5_000)}true`, { kind: 'literal' }],
  ['!!!true', { kind: 'call', name: '!', arguments: [{ kind: 'literal' }] }],
  ['--a', { kind: 'name' }],
])('of %s only an odd operator is left', (source, expected) => {
  expect(parseExpression(source)).toMatchObject(expected);
});
