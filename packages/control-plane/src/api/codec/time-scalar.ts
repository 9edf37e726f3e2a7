// Times and durations: read as Go reads them, written in UTC with the precision of their type.
import type { Json } from '@rectrace/kube';
import type { Reading } from './decoding.ts';
import { wordFor } from './decoding.ts';

const RFC3339 = /^(\d{4}-\d{2}-\d{2})T(\d{2}:\d{2}:\d{2})(?:[.,](\d+))?(Z|[+-]\d{2}:\d{2})$/;
const MICRO_LAYOUT = '2006-01-02T15:04:05.000000Z07:00';
const DURATION = /^[+-]?(?:(?:\d+(?:\.\d*)?|\.\d+)(?:ns|us|µs|μs|ms|s|m|h))+$/;

/** To the second. */
export function readTime(value: Json, reading: Reading<'special'>): Json | undefined {
  const instant = parseTime(value, { reading, layout: '2006-01-02T15:04:05Z07:00' });
  return instant === undefined ? undefined : `${instant.seconds}Z`;
}

/** To the microsecond. */
export function readMicroTime(value: Json, reading: Reading<'special'>): Json | undefined {
  const instant = parseTime(value, { reading, layout: MICRO_LAYOUT });
  return instant === undefined ? undefined : `${instant.seconds}.${instant.fraction.padEnd(6, '0').slice(0, 6)}Z`;
}

type Instant = { readonly seconds: string; readonly fraction: string };

function parseTime(
  value: Json,
  { reading, layout }: { readonly reading: Reading<'special'>; readonly layout: string },
): Instant | undefined {
  const { decoder, place } = reading;
  if (typeof value !== 'string') {
    decoder.refuse(wordFor(value), 'string', place);
    return decoder.fail(decoder.mismatch ?? 'not a time');
  }
  const match = RFC3339.exec(value);
  const time = match === null ? Number.NaN : Date.parse(`${match[1]}T${match[2]}${match[4]}`);
  const whole = layout !== MICRO_LAYOUT || match?.[3]?.length === 6;
  if (match === null || Number.isNaN(time) || !whole) return decoder.fail(unreadableTime(value, layout));
  return { seconds: new Date(time).toISOString().slice(0, 19), fraction: match[3] ?? '' };
}

/** Go names the rest of the text and of the layout that do not fit; this finds the first such part. */
function unreadableTime(text: string, layout: string): string {
  const ends = layout === MICRO_LAYOUT ? ['.000000', 'Z07:00'] : ['Z07:00'];
  const parts = ['2006', '-', '01', '-', '02', 'T', '15', ':', '04', ':', '05', ...ends];
  let rest = text;
  for (const part of parts) {
    const found = fittingOf(part, layout).exec(rest)?.[0];
    if (found === undefined) return `parsing time ${quoted(text)} as ${quoted(layout)}: cannot parse ${quoted(rest)} as ${quoted(part)}`;
    rest = rest.slice(found.length);
  }
  if (rest !== '') return `parsing time ${quoted(text)}: extra text: ${quoted(rest)}`;
  return `parsing time ${quoted(text)}: ${outOfRange(text)} out of range`;
}

function fittingOf(part: string, layout: string): RegExp {
  if (part === '.000000') return /^[.,]\d{6}(?!\d)/;
  if (part !== 'Z07:00') return new RegExp(`^${part.replaceAll(/\d/g, '\\d')}`);
  return layout === MICRO_LAYOUT ? /^(?:Z|[+-]\d{2}:\d{2})/ : /^(?:[.,]\d+)?(?:Z|[+-]\d{2}:\d{2})/;
}

const encoder = new TextEncoder();

/** As Go's package of times quotes: what is no printable ASCII as the bytes of its UTF-8. */
function quoted(text: string): string {
  const bytes = (letter: string): string => [...encoder.encode(letter)].map((byte) => `\\x${byte.toString(16).padStart(2, '0')}`).join('');
  const letters = [...text].map((letter) => {
    if (letter === '"' || letter === '\\') return `\\${letter}`;
    return letter < ' ' || letter > '~' ? bytes(letter) : letter;
  });
  return `"${letters.join('')}"`;
}

function outOfRange(text: string): string {
  const [month = 0, , hour = 0, minute = 0, second = 0] = [5, 8, 11, 14, 17].map((at) => Number(text.slice(at, at + 2)));
  if (month < 1 || month > 12) return 'month';
  if (hour > 23) return 'hour';
  if (minute > 59) return 'minute';
  return second > 59 ? 'second' : 'day';
}

export function readDuration(value: Json, { decoder, place }: Reading<'special'>): Json | undefined {
  if (typeof value !== 'string') {
    decoder.refuse(wordFor(value), 'string', place);
    return decoder.fail(decoder.mismatch ?? 'not a duration');
  }
  if (value === '0') return '0s';
  return DURATION.test(value) ? value : decoder.fail(`time: invalid duration ${JSON.stringify(value)}`);
}

const UNIT_NANOS: Readonly<Record<string, number>> = {
  ns: 1,
  us: 1e3,
  µs: 1e3,
  μs: 1e3,
  ms: 1e6,
  s: 1e9,
  m: 6e10,
  h: 3.6e12,
};

/** Nanoseconds of a Go duration, e.g. '1m30s'. */
export function durationNanos(text: string): bigint {
  const parts = [...text.matchAll(/(\d+(?:\.\d*)?|\.\d+)(ns|us|µs|μs|ms|s|m|h)/g)];
  const nanos = parts.reduce((sum, [, count = '0', unit = '']) => sum + Number(count) * (UNIT_NANOS[unit] ?? 0), 0);
  return BigInt(Math.round(text.startsWith('-') ? -nanos : nanos));
}

/** As Go writes a duration. */
export function formatNanos(nanos: bigint): string {
  if (nanos < 0n) return `-${formatNanos(-nanos)}`;
  if (nanos === 0n) return '0s';
  if (nanos < 1_000n) return `${nanos}ns`;
  if (nanos < 1_000_000n) return `${Number(nanos) / 1e3}µs`;
  if (nanos < 1_000_000_000n) return `${Number(nanos) / 1e6}ms`;
  const minutes = nanos / 60_000_000_000n;
  const seconds = `${Number(nanos % 60_000_000_000n) / 1e9}s`;
  if (minutes === 0n) return seconds;
  return minutes < 60n ? `${minutes}m${seconds}` : `${minutes / 60n}h${minutes % 60n}m${seconds}`;
}
