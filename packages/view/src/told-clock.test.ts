import { expect, test } from 'vitest';
import { createTimeFormat } from './time-format.ts';
import { toldClock } from './told-clock.ts';

const time = createTimeFormat('UTC');
const at = Date.UTC(2026, 10, 30, 12, 0, 5);

test.each([
  ['a whole second of what was reconstructed has no milliseconds', { at, toTheSecond: true }, '12:00:05    '],
  ['a finer time of what was reconstructed keeps them', { at: at + 433, toTheSecond: true }, '12:00:05.433'],
  ['what was seen has them', { at, toTheSecond: false }, '12:00:05.000'],
])('%s', (_title, told, text) => {
  expect(toldClock(time, told)).toBe(text);
});
