import { HistoryError } from '@rectrace/history';
import { expect, test } from 'vitest';
import { Hinted, NotFoundError } from './errors.ts';
import { EXIT_CODES } from './exit-code.ts';
import { failureOf, failureText } from './failure.ts';

test('a failure ends in its code, also behind a hint; one that nobody foresaw has none', () => {
  const exists = new HistoryError('recording a exists already', { code: 'RECORDING_EXISTS' });
  const missing = Object.assign(new Error('ENOENT: a'), { code: 'ENOENT' });
  expect(
    [new NotFoundError('there is no a', { hint: 'name one' }), new Hinted('name another one', exists), missing, 'a'].map(told),
  ).toEqual([
    ['there is no a; name one [NOT_FOUND]', EXIT_CODES.notFound],
    ['recording a exists already; name another one [RECORDING_EXISTS]', EXIT_CODES.usage],
    ['ENOENT: a', EXIT_CODES.failure],
    ['a', EXIT_CODES.failure],
  ]);
});

test('the detail names the code and not a class', () => {
  const { detail } = failureOf(new NotFoundError('there is no a', { cause: new Error('below') }));
  expect(detail).toMatch(/^NOT_FOUND: there is no a\n +at [\s\S]*\ncaused by: Error: below\n +at /);
});

function told(error: unknown): readonly [string, number] {
  const failure = failureOf(error);
  return [failureText(failure), failure.exitCode];
}
