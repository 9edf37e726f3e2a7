import { expect, test } from 'vitest';
import { parseDuration, readDuration } from './duration-text.ts';

test.each([
  ['30s', 30_000],
  ['1m30s', 90_000],
  ['250ms', 250],
  ['1.5h', 5_400_000],
  ['2d', 172_800_000],
  ['0', 0],
  ['10', 10_000],
])('%s is %i ms', (text, ms) => {
  expect(readDuration(text)).toBe(ms);
});

test.each(['', 'soon', '10x', '-5s', '1m 30s'])("'%s' is refused with an example", (text) => {
  expect(() => parseDuration(text, '--timeout')).toThrow(/--timeout .*: write a duration such as 30s/);
});
