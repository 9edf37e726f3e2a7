import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { civilTime, formatDuration, formatTimestamp, isTimestamp, parseDuration, parseTimestamp } from './time-text.ts';
import { nanosInZone } from './time-zone.ts';

const FIRST = parseTimestamp('0001-01-01T00:00:00Z')!;
const LAST = parseTimestamp('9999-12-31T23:59:59.999999999Z')!;

test('a timestamp survives its text', () => {
  fc.assert(
    fc.property(fc.bigInt({ min: FIRST, max: LAST }), (nanos) => {
      expect(parseTimestamp(formatTimestamp(nanos))).toBe(nanos);
      expect(isTimestamp(nanos)).toBe(true);
    }),
  );
});

test('calendar fields are those of the Gregorian calendar', () => {
  const seconds = fc.integer({ min: -62_135_596_800, max: 253_402_300_799 });
  fc.assert(
    fc.property(seconds, (second) => {
      const { year, month, day, hour, minute, weekday } = civilTime(BigInt(second) * 1_000_000_000n);
      const [date, time] = new Date(second * 1000).toISOString().split('T');
      expect(`${String(year).padStart(4, '0')}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`).toBe(date);
      expect(`${String(hour).padStart(2, '0')}:${String(minute).padStart(2, '0')}`).toBe(time!.slice(0, 5));
      expect(weekday).toBe(new Date(second * 1000).getUTCDay());
    }),
  );
});

test('a duration survives its text', () => {
  fc.assert(
    fc.property(fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }), (nanos) => {
      expect(parseDuration(formatDuration(nanos))).toBe(nanos);
    }),
  );
});

describe('time zones', () => {
  test.each([
    ['2024-05-01T10:20:30Z', 'Europe/Berlin', '2024-05-01T12:20:30Z'],
    ['2024-01-01T10:20:30Z', 'Europe/Berlin', '2024-01-01T11:20:30Z'],
    ['2024-03-31T00:59:59Z', 'Europe/Berlin', '2024-03-31T01:59:59Z'],
    ['2024-03-31T01:00:00Z', 'Europe/Berlin', '2024-03-31T03:00:00Z'],
    ['2024-12-31T23:30:00Z', 'Asia/Tokyo', '2025-01-01T08:30:00Z'],
    ['2024-03-01T00:30:00Z', 'America/New_York', '2024-02-29T19:30:00Z'],
    ['2024-01-01T00:30:00Z', 'Asia/Kolkata', '2024-01-01T06:00:00Z'],
    ['2024-01-01T00:30:00.5Z', '-01:30', '2023-12-31T23:00:00.5Z'],
    ['2024-01-01T00:30:00Z', '14:00', '2024-01-01T14:30:00Z'],
    ['2024-01-01T00:30:00Z', '', '2024-01-01T00:30:00Z'],
  ])('%s in %j is %s there', (utc, zone, local) => {
    expect(formatTimestamp(nanosInZone(parseTimestamp(utc)!, zone)!)).toBe(local);
  });

  test.each(['Nowhere/City', 'CET/', '+1', 'x'.repeat(1000)])('%j is unknown', (zone) => {
    expect(nanosInZone(0n, zone)).toBeUndefined();
  });
});
