import { inZone } from '@rectrace/testing';
import { expect, test } from 'vitest';
import { readInstant } from './time-reference.ts';

const NOW = Date.parse('2026-11-30T19:30:00Z');

test.each([
  ['2026-11-30T19:26:34Z', 'UTC', '2026-11-30T19:26:34.000Z'],
  ['2026-11-30T19:26:34.5+02:00', 'UTC', '2026-11-30T17:26:34.500Z'],
  ['2026-11-30 20:26 +0100', 'UTC', '2026-11-30T19:26:00.000Z'],
  ['2026-11-30t19:26:34z', 'Europe/Berlin', '2026-11-30T19:26:34.000Z'],
  ['2026-11-30 20:26', 'Europe/Berlin', '2026-11-30T19:26:00.000Z'],
  ['2026-07-01', 'Europe/Berlin', '2026-06-30T22:00:00.000Z'],
  ['20:26:34', 'Europe/Berlin', '2026-11-30T19:26:34.000Z'],
  ['9:05', 'UTC', '2026-11-30T09:05:00.000Z'],
  ['-10m', 'UTC', '2026-11-30T19:20:00.000Z'],
  ['1h30m', 'UTC', '2026-11-30T18:00:00.000Z'],
])('%s in %s is %s', (text, zone, expected) => {
  const read = inZone('America/New_York', () => readInstant(text, { now: NOW, zone }));
  expect(new Date(read ?? Number.NaN).toISOString()).toBe(expected);
});

test.each(['yesterday', '2026-13-01T00:00:00Z', '2026-02-30', '24:00', '25 o clock', '12'])("'%s' is no time", (text) => {
  expect(readInstant(text, { now: NOW, zone: 'UTC' })).toBeUndefined();
});
