// Times and durations: read as Go reads them, written in UTC with the precision of their type.
import type { ExactInstant, Json } from '@rectrace/kube';
import { formatTime, parseExactInstant } from '@rectrace/kube';
import type { Reading } from './decoding.ts';
import { wordFor } from './decoding.ts';

const TIME_LAYOUT = '2006-01-02T15:04:05Z07:00';
const MICRO_LAYOUT = '2006-01-02T15:04:05.000000Z07:00';
const DURATION = /^[+-]?(?:(?:\d+(?:\.\d*)?|\.\d+)(?:ns|us|µs|μs|ms|s|m|h))+$/;

/** To the second. */
export function readTime(value: Json, reading: Reading<'special'>): Json | undefined {
  const instant = parseTime(value, { reading, layout: TIME_LAYOUT });
  return instant === undefined ? undefined : formatTime(instant.seconds * 1000);
}

/** To the microsecond. */
export function readMicroTime(value: Json, reading: Reading<'special'>): Json | undefined {
  const instant = parseTime(value, { reading, layout: MICRO_LAYOUT });
  if (instant === undefined) return undefined;
  const micros = String(Math.floor(instant.nanos / 1000)).padStart(6, '0');
  return formatTime(instant.seconds * 1000).replace('Z', `.${micros}Z`);
}

function parseTime(
  value: Json,
  { reading, layout }: { readonly reading: Reading<'special'>; readonly layout: string },
): ExactInstant | undefined {
  const { decoder, place } = reading;
  if (typeof value !== 'string') {
    decoder.refuse(wordFor(value), 'string', place);
    return decoder.fail(decoder.mismatch ?? 'not a time');
  }
  const fault = timeFault(value, layout);
  const instant = parseExactInstant(value);
  return fault === undefined && instant !== undefined ? instant : decoder.fail(fault ?? `parsing time ${quoted(value)}: day out of range`);
}

/** A part of a layout, the text that fits it, and the ranges of the numbers in that text. */
type Part = { readonly name: string; readonly fits: RegExp; readonly most?: readonly (readonly [number: number, what: string])[] };

const DATE_PARTS: readonly Part[] = [
  { name: '2006', fits: /^\d{4}/ },
  { name: '-', fits: /^-/ },
  { name: '01', fits: /^(\d\d)/, most: [[12, 'month']] },
  { name: '-', fits: /^-/ },
  { name: '02', fits: /^\d\d/ },
  { name: 'T', fits: /^T/ },
  { name: '15', fits: /^(\d\d?)/, most: [[23, 'hour']] },
  { name: ':', fits: /^:/ },
  { name: '04', fits: /^(\d\d)/, most: [[59, 'minute']] },
  { name: ':', fits: /^:/ },
];
const ZONE_PART: Part = {
  name: 'Z07:00',
  fits: /^(?:Z|[+-](\d\d):(\d\d))/,
  most: [
    [24, 'time zone offset hour'],
    [60, 'time zone offset minute'],
  ],
};
const PARTS: Readonly<Record<string, readonly Part[]>> = {
  [TIME_LAYOUT]: [...DATE_PARTS, { name: '05', fits: /^(\d\d)(?:[.,]\d+)?/, most: [[59, 'second']] }, ZONE_PART],
  [MICRO_LAYOUT]: [
    ...DATE_PARTS,
    { name: '05', fits: /^(\d\d)/, most: [[59, 'second']] },
    { name: '.000000', fits: /^[.,]\d{6}/ },
    ZONE_PART,
  ],
};

/** What Go names first: the rest of the text that does not fit the layout, or a number out of range. The day alone is judged with its month, at the end. */
export function timeFault(text: string, layout = TIME_LAYOUT): string | undefined {
  let rest = text;
  for (const { name, fits, most = [] } of PARTS[layout] ?? []) {
    const [found, ...numbers] = fits.exec(rest) ?? [];
    if (found === undefined) return `parsing time ${quoted(text)} as ${quoted(layout)}: cannot parse ${quoted(rest)} as ${quoted(name)}`;
    const out = most.find(
      ([limit, what], index) => Number(numbers[index] ?? 1) > limit || (what === 'month' && Number(numbers[index]) < 1),
    );
    if (out !== undefined) return `parsing time ${quoted(text)}: ${out[1]} out of range`;
    rest = rest.slice(found.length);
  }
  return rest === '' ? undefined : `parsing time ${quoted(text)}: extra text: ${quoted(rest)}`;
}

const encoder = new TextEncoder();

/** As Go's package of times quotes: what is no printable ASCII as the bytes of its UTF-8. */
export function quoted(text: string): string {
  const bytes = (letter: string): string => [...encoder.encode(letter)].map((byte) => `\\x${byte.toString(16).padStart(2, '0')}`).join('');
  const letters = [...text].map((letter) => {
    if (letter === '"' || letter === '\\') return `\\${letter}`;
    return letter < ' ' || letter > '~' ? bytes(letter) : letter;
  });
  return `"${letters.join('')}"`;
}

export function readDuration(value: Json, { decoder, place }: Reading<'special'>): Json | undefined {
  if (typeof value !== 'string') {
    decoder.refuse(wordFor(value), 'string', place);
    return decoder.fail(decoder.mismatch ?? 'not a duration');
  }
  if (value === '0') return '0s';
  return DURATION.test(value) ? value : decoder.fail(`time: invalid duration ${JSON.stringify(value)}`);
}

export const UNIT_NANOS: Readonly<Record<string, number>> = {
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
