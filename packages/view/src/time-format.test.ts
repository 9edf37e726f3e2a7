import { expect, test } from 'vitest';
import { createTimeFormat } from './time-format.ts';

const AT = Date.parse('2026-11-30T19:26:34.433Z');

test('a zone shows its wall-clock time with UTC beside it', () => {
  const berlin = createTimeFormat('Europe/Berlin');
  expect(berlin.clock(AT)).toBe('20:26:34.433');
  expect(berlin.full(AT)).toBe('2026-11-30 20:26:34.433 CET (19:26:34 UTC)');
  expect(createTimeFormat('Asia/Kolkata').clock(AT)).toBe('00:56:34.433');
});

test('UTC needs no second reading', () => {
  expect(createTimeFormat('UTC').full(AT)).toBe('2026-11-30 19:26:34.433 UTC');
});
