// getFullYear … getMilliseconds of timestamps (UTC, or in a zone) and durations.

import type { Outcome } from '../cel-value.ts';
import { failure, int } from '../cel-value.ts';
import type { Overload } from '../overload.ts';
import { anyDuration, anyString, anyTimestamp, declareMethod, take1, take2 } from '../overload.ts';
import { INT } from '../static-type.ts';
import type { CivilTime } from '../time-text.ts';
import { civilTime } from '../time-text.ts';
import { nanosInZone } from '../time-zone.ts';

const MILLISECOND = 1_000_000n;
const SECOND = 1000n * MILLISECOND;

export const timeFunctions: readonly Overload[] = [
  ...field('getFullYear', (time) => time.year),
  ...field('getMonth', (time) => time.month - 1),
  ...field('getDate', (time) => time.day),
  ...field('getDayOfMonth', (time) => time.day - 1),
  ...field('getDayOfWeek', (time) => time.weekday),
  ...field('getDayOfYear', (time) => time.dayOfYear),
  ...field('getHours', (time) => time.hour),
  ...field('getMinutes', (time) => time.minute),
  ...field('getSeconds', (time) => time.second),
  ...field('getMilliseconds', (time) => Math.floor(time.nano / 1_000_000)),
  whole('getHours', 3600n * SECOND),
  whole('getMinutes', 60n * SECOND),
  whole('getSeconds', SECOND),
  whole('getMilliseconds', MILLISECOND),
];

function field(name: string, of: (time: CivilTime) => number): readonly Overload[] {
  return [
    declareMethod(name, { takes: take1(anyTimestamp), result: INT, call: ([nanos]) => int(of(civilTime(nanos))) }),
    declareMethod(name, {
      takes: take2(anyTimestamp, anyString),
      result: INT,
      call: ([nanos, zone]) => inZone(nanosInZone(nanos, zone), of),
    }),
  ];
}

function inZone(nanos: bigint | undefined, of: (time: CivilTime) => number): Outcome {
  return nanos === undefined
    ? failure('the time zone is unknown: expected a name such as Europe/Berlin or an offset such as +02:00')
    : int(of(civilTime(nanos)));
}

function whole(name: string, unit: bigint): Overload {
  return declareMethod(name, { takes: take1(anyDuration), result: INT, call: ([nanos]) => int(nanos / unit) });
}
