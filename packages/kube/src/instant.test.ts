import fc from 'fast-check';
import { expect, test } from 'vitest';
import { formatInstant, formatMicroTime, formatTime, parseExactInstant, parseInstant } from './instant.ts';

const instants = fc.integer({ min: Date.parse('0000-01-01T00:00:00Z'), max: Date.parse('9999-12-31T23:59:59.999Z') });

test('any instant is written as the platform writes it, and read back', () => {
  fc.assert(
    fc.property(instants, (ms) => {
      expect(formatInstant(ms)).toBe(new Date(ms).toISOString());
      expect(parseInstant(formatInstant(ms))).toBe(ms);
      expect(parseInstant(formatMicroTime(ms))).toBe(ms);
      expect(parseInstant(formatTime(ms))).toBe(Math.floor(ms / 1000) * 1000);
    }),
  );
});

// What Go 1.26's time.Parse(time.RFC3339, text) answers: Unix seconds and nanoseconds.
test.each([
  ['2020-01-01T00:00:00Z', 1577836800, 0],
  ['2020-01-01T1:00:00.5Z', 1577840400, 500_000_000],
  ['2020-01-01T00:00:00,5Z', 1577836800, 500_000_000],
  ['2020-01-01T12:00:00.123456Z', 1577880000, 123_456_000],
  ['2020-01-01T00:00:00.1234567891Z', 1577836800, 123_456_789],
  ['2020-01-01T00:00:00.5+05:30', 1577817000, 500_000_000],
  ['2020-01-01T00:00:00-00:00', 1577836800, 0],
  ['2020-01-01T00:00:00+24:00', 1577750400, 0],
  ['2020-01-01T00:00:00+24:60', 1577746800, 0],
  ['2000-02-29T00:00:00Z', 951782400, 0],
  ['0000-01-01T00:00:00Z', -62167219200, 0],
])('%s is read as Go reads it', (text, seconds, nanos) => {
  expect(parseExactInstant(text)).toEqual({ seconds, nanos });
});

test.each([
  ['no zone', '2020-01-01T00:00:00'],
  ['a date alone', '2020-01-01'],
  ['no date', '00:00:00Z'],
  ['lower-case t', '2020-01-01t00:00:00Z'],
  ['lower-case z', '2020-01-01T00:00:00z'],
  ['a space between date and time', '2020-01-01 00:00:00Z'],
  ['a space behind', '2020-01-01T00:00:00Z '],
  ['a line end behind', '2020-01-01T00:00:00Z\n'],
  ['a fraction without digits', '2020-01-01T00:00:00.Z'],
  ['a leap second', '2016-12-31T23:59:60Z'],
  ['hour 24', '2020-01-01T24:00:00Z'],
  ['minute 60', '2020-01-01T00:60:00Z'],
  ['month 0', '2020-00-01T00:00:00Z'],
  ['day 0', '2020-01-00T00:00:00Z'],
  ['February 30', '2020-02-30T00:00:00Z'],
  ['February 29 of a year without one', '2100-02-29T00:00:00Z'],
  ['an offset of 25 hours', '2020-01-01T00:00:00+25:00'],
  ['an offset of 61 minutes', '2020-01-01T00:00:00+01:61'],
  ['an offset without colon', '2020-01-01T00:00:00+0100'],
  ['an offset of hours alone', '2020-01-01T00:00:00+01'],
  ['a month of one digit', '2020-1-01T00:00:00Z'],
  ['a second of one digit', '2020-01-01T00:00:0Z'],
  ['a year of five digits', '10000-01-01T00:00:00Z'],
  ['a negative year', '-2020-01-01T00:00:00Z'],
  ['a year that UTC puts before 0', '0000-01-01T00:00:00+01:00'],
  ['a year that UTC puts after 9999', '9999-12-31T23:59:59-01:00'],
  ['a HTTP date', 'Tue, 01 Dec 2026 06:41:33 GMT'],
  ['a number', '1577836800'],
  ['nothing', ''],
])('%s is no time', (_what, text) => {
  expect(parseExactInstant(text)).toBeUndefined();
  expect(parseInstant(text)).toBeUndefined();
});

test('an absent text is no time', () => {
  expect(parseInstant(undefined)).toBeUndefined();
});
