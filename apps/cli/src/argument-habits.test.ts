import { expect, test } from 'vitest';
import { normaliseArguments } from './argument-habits.ts';

test.each([
  [
    ['-n=demo', 'roots'],
    ['-n', 'demo', 'roots'],
  ],
  [['-o=jsonpath={.a}'], ['-o', 'jsonpath={.a}']],
  [['-v=9'], ['-v', '9']],
  [['--v=9'], ['--v=9']],
  [['-A=false', '--noise=true'], ['--noise']],
  [['--filter=a == b'], ['--filter=a == b']],
  [
    ['--', '-n=x'],
    ['--', '-n=x'],
  ],
])('%j is read as %j', (given, read) => {
  expect(normaliseArguments(given)).toEqual(read);
});
