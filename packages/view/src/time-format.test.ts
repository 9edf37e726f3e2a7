import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createTimeFormat, formatInstant } from './time-format.ts';

const AT = Date.parse('2026-11-30T19:26:34.433Z');

test('any instant reads as the platform writes it', () => {
  const instants = fc.integer({ min: Date.parse('0001-01-01T00:00:00Z'), max: Date.parse('9999-12-31T23:59:59.999Z') });
  fc.assert(
    fc.property(instants, (ms) => {
      expect(formatInstant(ms)).toBe(new Date(ms).toISOString());
    }),
  );
});

test('a zone shows its wall-clock time with UTC beside it', () => {
  const berlin = createTimeFormat('Europe/Berlin');
  expect(berlin.clock(AT)).toBe('20:26:34.433');
  expect(berlin.full(AT)).toBe('2026-11-30 20:26:34.433 CET (19:26:34 UTC)');
  expect(createTimeFormat('Asia/Kolkata').clock(AT)).toBe('00:56:34.433');
});

test('UTC needs no second reading', () => {
  expect(createTimeFormat('UTC').full(AT)).toBe('2026-11-30 19:26:34.433 UTC');
});
