import { expect, test } from 'vitest';
import { formatAge, formatDuration } from './duration.ts';

const [SECOND, MINUTE, HOUR, DAY] = [1_000, 60_000, 3_600_000, 86_400_000];

test.each([
  [0, '0ms'],
  [999, '999ms'],
  [1_221, '1.22s'],
  [9_999, '9.99s'],
  [12_399, '12.3s'],
  [59_999, '59.9s'],
  [3 * MINUTE + 12 * SECOND, '3m12s'],
  [2 * HOUR + 5 * MINUTE, '2h05m'],
  [5 * DAY + 21 * HOUR, '5d21h'],
  [-5, '0ms'],
])('a duration of %i ms reads %s', (ms, text) => {
  expect(formatDuration(ms)).toBe(text);
});

test.each([
  [0, '0s'],
  [119 * SECOND, '119s'],
  [2 * MINUTE, '2m'],
  [3 * MINUTE + 12 * SECOND, '3m12s'],
  [42 * MINUTE, '42m'],
  [3 * HOUR, '3h'],
  [7 * HOUR + 59 * MINUTE, '7h59m'],
  [47 * HOUR, '47h'],
  [5 * DAY + 21 * HOUR, '5d21h'],
  [8 * DAY, '8d'],
  [400 * DAY, '400d'],
  [3 * 365 * DAY + 20 * DAY, '3y20d'],
  [9 * 365 * DAY, '9y'],
])('an age of %i ms reads %s, as kubectl prints it', (ms, text) => {
  expect(formatAge(ms)).toBe(text);
});
