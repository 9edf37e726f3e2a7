// The library @bufbuild/cel as a second opinion on random expressions. NaN is left out: Kubernetes does not order it, the library does.

import { celEnv, isCelError, parse, plan } from '@bufbuild/cel';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { outcomeOf } from './evaluate.ts';
import { parseExpression } from './parse-expression.ts';
import { resolveNames } from './resolve-names.ts';
import { formatOutcome } from './testing/format-outcome.ts';

const { expression } = fc.letrec<{ expression: string; int: string; double: string; text: string; bool: string; list: string }>((tie) => ({
  int: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    fc.constantFrom('0', '1', '-2', '7', '9223372036854775807', 'object.n', 'object.list[1]', 'object.missing'),
    operation(tie('int'), ['+', '-', '*', '/', '%']),
    fc.tuple(tie('bool'), tie('int'), tie('int')).map(([c, a, b]) => `(${c} ? ${a} : ${b})`),
    fc.oneof(tie('text'), tie('list')).map((of) => `size(${of})`),
  ),
  double: fc.oneof({ depthSize: 'small' }, fc.constantFrom('0.0', '1.5', '-2.0', 'object.d'), operation(tie('double'), ['+', '-', '*'])),
  text: fc.oneof(
    { depthSize: 'small' },
    fc.constantFrom('""', '"a"', '"é😀"', "'b'", 'object.s', 'object.list[0]'),
    operation(tie('text'), ['+']),
    tie('int').map((value) => `string(${value})`),
  ),
  list: fc.oneof(
    { depthSize: 'small' },
    fc.constantFrom('[]', '[1, 2]', '["a"]', 'object.list', 'object.empty'),
    operation(tie('list'), ['+']),
    fc.tuple(tie('list'), tie('bool')).map(([of, keep]) => `${of}.filter(x, ${keep})`),
    fc.tuple(tie('list'), tie('int')).map(([of, to]) => `${of}.map(x, ${to})`),
  ),
  bool: fc.oneof(
    { depthSize: 'small' },
    fc.constantFrom('true', 'false', 'object.b', 'has(object.s)', 'has(object.missing)', 'object.missing.x'),
    operation(tie('bool'), ['&&', '||', '==', '!=']),
    tie('bool').map((value) => `!(${value})`),
    operation(fc.oneof(tie('int'), tie('double'), tie('text')), ['==', '!=', '<', '<=', '>', '>=']),
    fc.tuple(fc.oneof(tie('int'), tie('text')), tie('list')).map(([item, of]) => `(${item} in ${of})`),
    fc
      .tuple(tie('list'), fc.constantFrom('all', 'exists', 'exists_one'), tie('int'))
      .map(([of, macro, to]) => `${of}.${macro}(x, x == ${to})`),
    fc
      .tuple(tie('text'), fc.constantFrom('contains', 'startsWith', 'endsWith'), tie('text'))
      .map(([of, name, part]) => `(${of}).${name}(${part})`),
  ),
  expression: fc.oneof(tie('int'), tie('double'), tie('text'), tie('bool'), tie('list')),
}));

function operation(operand: fc.Arbitrary<string>, operators: readonly string[]): fc.Arbitrary<string> {
  return fc.tuple(operand, fc.constantFrom(...operators), operand).map((parts) => `(${parts.join(' ')})`);
}

const object = { n: 3, d: 2.5, s: 'text', b: true, list: ['a', 5, null], empty: [] };
const libraryObject = { ...object, n: 3n, list: ['a', 5n, null] };

function ours(text: string): string {
  const parsed = parseExpression(text);
  const root = parsed.kind === 'fault' ? parsed : resolveNames(parsed, ['object']);
  if (root.kind === 'fault') return root.message;
  const outcome = outcomeOf({ kind: 'expression', text, variables: ['object'], root }, { object });
  return outcome.kind === 'failure' ? 'error' : formatOutcome(outcome);
}

function libraryOutcome(text: string): string {
  const value = plan(celEnv(), parse(text))({ object: libraryObject });
  return isCelError(value) ? 'error' : formatLibraryValue(value);
}

function formatLibraryValue(value: unknown): string {
  if (typeof value === 'number') return `double(${Object.is(value, -0) ? '-0' : value})`;
  if (typeof value === 'object' && value !== null && Symbol.iterator in value) {
    return `[${Array.from(value as Iterable<unknown>, formatLibraryValue).join(', ')}]`;
  }
  return typeof value === 'string' ? JSON.stringify(value) : String(value);
}

test('random expressions have the outcome that the library gives them', () => {
  fc.assert(
    fc.property(expression, (text) => {
      const answer = ours(text);
      fc.pre(!answer.startsWith('more than 3 comprehensions'));
      expect(answer).toBe(libraryOutcome(text));
    }),
    { numRuns: 1000 },
  );
});
