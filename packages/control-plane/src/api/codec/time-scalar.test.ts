import type { Json } from '@rectrace/kube';
import { expect, test } from 'vitest';
import { readMicroTime, readTime } from './time-scalar.ts';

type Reader = typeof readTime;

/** What is read, or the reason of the refusal. */
function told(read: Reader, value: Json): Json | undefined {
  const reasons: string[] = [];
  const decoder = { refuse: () => undefined, fail: (reason: string) => void reasons.push(reason) };
  return read(value, { decoder, place: '' } as never) ?? reasons[0];
}

// As Go 1.26's time.Parse answers for the layouts of metav1.Time and metav1.MicroTime.
test.each([
  ['2020-01-01T1:00:00Z', '2020-01-01T01:00:00Z'],
  ['2020-01-01T00:00:00,5+05:30', '2019-12-31T18:30:00Z'],
  ['2020-01-01T00:00:00+24:60', '2019-12-30T23:00:00Z'],
  ['2020-01-01T00:00:00', 'parsing time "2020-01-01T00:00:00" as "2006-01-02T15:04:05Z07:00": cannot parse "" as "Z07:00"'],
  ['2020-01-01t00:00:00Z', 'parsing time "2020-01-01t00:00:00Z" as "2006-01-02T15:04:05Z07:00": cannot parse "t00:00:00Z" as "T"'],
  ['2020-01-01T00:00:00.Z', 'parsing time "2020-01-01T00:00:00.Z" as "2006-01-02T15:04:05Z07:00": cannot parse ".Z" as "Z07:00"'],
  ['2020-01-01T00:00:0Z', 'parsing time "2020-01-01T00:00:0Z" as "2006-01-02T15:04:05Z07:00": cannot parse "0Z" as "05"'],
  ['2020-01-01T00:00:00Z ', 'parsing time "2020-01-01T00:00:00Z ": extra text: " "'],
  ['2020-00-01x', 'parsing time "2020-00-01x": month out of range'],
  ['2020-01-01T24:00:00Z', 'parsing time "2020-01-01T24:00:00Z": hour out of range'],
  ['2020-01-01T23:59:60Z', 'parsing time "2020-01-01T23:59:60Z": second out of range'],
  ['2020-01-01T00:00:00+25:00', 'parsing time "2020-01-01T00:00:00+25:00": time zone offset hour out of range'],
  ['2020-01-01T00:00:00+01:61', 'parsing time "2020-01-01T00:00:00+01:61": time zone offset minute out of range'],
  ['2020-02-30T00:00:00Z', 'parsing time "2020-02-30T00:00:00Z": day out of range'],
])('a Time %j: %s', (text, expected) => {
  expect(told(readTime, text)).toBe(expected);
});

const MICRO = '"2006-01-02T15:04:05.000000Z07:00"';

test.each([
  ['2020-01-01T12:00:00,123456+01:00', '2020-01-01T11:00:00.123456Z'],
  ['2020-01-01T00:00:00Z', `parsing time "2020-01-01T00:00:00Z" as ${MICRO}: cannot parse "Z" as ".000000"`],
  ['2020-01-01T00:00:00.1234567891Z', `parsing time "2020-01-01T00:00:00.1234567891Z" as ${MICRO}: cannot parse "7891Z" as "Z07:00"`],
  ['2020-01-01T23:59:60Z', 'parsing time "2020-01-01T23:59:60Z": second out of range'],
  ['2020-02-30T00:00:00Z', `parsing time "2020-02-30T00:00:00Z" as ${MICRO}: cannot parse "Z" as ".000000"`],
])('a MicroTime %j: %s', (text, expected) => {
  expect(told(readMicroTime, text)).toBe(expected);
});
