// Timestamps (RFC 3339) and durations (Go's notation) as nanoseconds, and back to text.

import { civilFromDays, daysFromCivil } from '../civil-date.ts';
import { parseExactInstant } from '../instant.ts';

const NANOS_PER_SECOND = 1_000_000_000n;
const MAX_INT64 = 2n ** 63n - 1n;
/** 0001-01-01T00:00:00Z and 9999-12-31T23:59:59Z in seconds. */
const MIN_SECONDS = -62_135_596_800n;
const MAX_SECONDS = 253_402_300_799n;

const DURATION = /^([+-]?)((?:\d+(?:\.\d*)?|\.\d+)(?:ns|us|µs|μs|ms|s|m|h))+$/;
const DURATION_PART = /(\d*)(?:\.(\d*))?(ns|us|µs|μs|ms|s|m|h)/g;
const MAX_TEXT = 100;
const UNITS: { readonly [unit: string]: bigint } = {
  ns: 1n,
  us: 1000n,
  µs: 1000n,
  μs: 1000n,
  ms: 1_000_000n,
  s: NANOS_PER_SECOND,
  m: 60n * NANOS_PER_SECOND,
  h: 3600n * NANOS_PER_SECOND,
};

/** Nanoseconds since 1970, or undefined where the text is no RFC 3339 time between the years 1 and 9999. */
export function parseTimestamp(text: string): bigint | undefined {
  const instant = parseExactInstant(text);
  if (instant === undefined) return undefined;
  const nanos = BigInt(instant.seconds) * NANOS_PER_SECOND + BigInt(instant.nanos);
  return isTimestamp(nanos) ? nanos : undefined;
}

/** Whether so many nanoseconds since 1970 lie between the years 1 and 9999. */
export function isTimestamp(nanos: bigint): boolean {
  return nanos >= MIN_SECONDS * NANOS_PER_SECOND && nanos < (MAX_SECONDS + 1n) * NANOS_PER_SECOND;
}

/** RFC 3339 in UTC with as many decimals as needed. */
export function formatTimestamp(nanos: bigint): string {
  const { year, month, day, hour, minute, second, nano } = civilTime(nanos);
  const date = `${pad(year, 4)}-${pad(month, 2)}-${pad(day, 2)}`;
  const fraction = nano === 0 ? '' : `.${pad(nano, 9).replace(/0+$/, '')}`;
  return `${date}T${pad(hour, 2)}:${pad(minute, 2)}:${pad(second, 2)}${fraction}Z`;
}

/** Nanoseconds of e.g. 1h30m, -1.5s, 100ms; undefined where the text is no duration or exceeds 64 bits. */
export function parseDuration(text: string): bigint | undefined {
  if (/^[+-]?0$/.test(text)) return 0n;
  if (text.length > MAX_TEXT || !DURATION.test(text)) return undefined;
  let nanos = 0n;
  for (const [, whole = '', fraction = '', unit = ''] of text.matchAll(DURATION_PART)) {
    const scale = UNITS[unit] ?? 0n;
    nanos += BigInt(`0${whole}`) * scale + (BigInt(`0${fraction}`) * scale) / 10n ** BigInt(fraction.length);
  }
  const signed = text.startsWith('-') ? -nanos : nanos;
  return isDuration(signed) ? signed : undefined;
}

/** Whether so many nanoseconds fit a duration (64 bits). */
export function isDuration(nanos: bigint): boolean {
  return nanos >= -MAX_INT64 - 1n && nanos <= MAX_INT64;
}

/** Seconds with as many decimals as needed, e.g. 5400s. */
export function formatDuration(nanos: bigint): string {
  const size = nanos < 0n ? -nanos : nanos;
  const fraction = size % NANOS_PER_SECOND;
  const decimals = fraction === 0n ? '' : `.${fraction.toString().padStart(9, '0').replace(/0+$/, '')}`;
  return `${nanos < 0n ? '-' : ''}${size / NANOS_PER_SECOND}${decimals}s`;
}

export type CivilTime = {
  readonly year: number;
  /** 1 to 12. */
  readonly month: number;
  readonly day: number;
  readonly hour: number;
  readonly minute: number;
  readonly second: number;
  readonly nano: number;
  /** 0 is Sunday. */
  readonly weekday: number;
  /** 0 is January 1st. */
  readonly dayOfYear: number;
};

/** The calendar fields (UTC) of nanoseconds since 1970. */
export function civilTime(nanos: bigint): CivilTime {
  const seconds = Number(floorDivide(nanos, NANOS_PER_SECOND));
  const days = Math.floor(seconds / 86_400);
  const inDay = seconds - days * 86_400;
  const { year, month, day } = civilFromDays(days);
  return {
    year,
    month,
    day,
    hour: Math.floor(inDay / 3600),
    minute: Math.floor(inDay / 60) % 60,
    second: inDay % 60,
    nano: Number(nanos - BigInt(seconds) * NANOS_PER_SECOND),
    weekday: (((days + 4) % 7) + 7) % 7,
    dayOfYear: days - daysFromCivil({ year, month: 1, day: 1 }),
  };
}

function floorDivide(value: bigint, by: bigint): bigint {
  return value < 0n && value % by !== 0n ? value / by - 1n : value / by;
}

function pad(value: number, width: number): string {
  return value.toString().padStart(width, '0');
}
