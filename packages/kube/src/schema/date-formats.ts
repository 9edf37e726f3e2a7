// Dates, times and durations as the formats of schemas have them.

import { parseDuration } from '../cel/time-text.ts';

const DATE = /^(\d{4})-(\d{2})-(\d{2})$/;
const TIME = /^([0-9]{2}):([0-9]{2}):([0-9]{2})(.[0-9]+)?(z|([+-][0-9]{2}:[0-9]{2}))$/;

export function isDate(text: string): boolean {
  const [, year, month, day] = (DATE.exec(text) ?? []).map(Number);
  if (year === undefined || month === undefined || day === undefined) return false;
  return month >= 1 && month <= 12 && day >= 1 && day <= daysIn(year, month);
}

function daysIn(year: number, month: number): number {
  if (month === 2) return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0) ? 29 : 28;
  return [4, 6, 9, 11].includes(month) ? 30 : 31;
}

export function isDateTime(text: string): boolean {
  const [date = '', time] = text.toLowerCase().split('t');
  if (time === undefined || !isDate(date)) return false;
  const [, hour = '99', minute = '99', second = '99'] = TIME.exec(time) ?? [];
  return hour <= '23' && minute <= '59' && second <= '59';
}

const NANOS: readonly (readonly [units: readonly string[], nanos: bigint])[] = [
  [['ns', 'nano'], 1n],
  [['us', 'µs', 'micro'], 1_000n],
  [['ms', 'milli'], 1_000_000n],
  [['s', 'sec'], 1_000_000_000n],
  [['m', 'min'], 60_000_000_000n],
  [['h', 'hr', 'hour'], 3_600_000_000_000n],
  [['d', 'day'], 86_400_000_000_000n],
  [['w', 'wk', 'week'], 604_800_000_000_000n],
];

/** Nanoseconds of a Go duration, or of counts with words: '2 days 3 hours'. */
export function parseLooseDuration(text: string): bigint | undefined {
  const exact = parseDuration(text);
  if (exact !== undefined) return exact;
  let found: bigint | undefined;
  for (const [, count = '', unit = ''] of text.matchAll(/(\d+)\s*([A-Za-zµ]+)/g)) {
    for (const nanos of unitsOf(unit.toLowerCase())) found = (found ?? 0n) + BigInt(count) * nanos;
  }
  return found;
}

/** The longest name of a unit may go on: nanoseconds, minutes. */
function unitsOf(unit: string): readonly bigint[] {
  return NANOS.flatMap(([names, nanos]) =>
    names.filter((name, index) => name === unit || (index === names.length - 1 && unit.startsWith(name))).map(() => nanos),
  );
}
