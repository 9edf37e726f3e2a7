// Instants as Kubernetes writes them (Time, MicroTime: RFC 3339), read as Go's time.Parse reads that layout: 'T' and 'Z' in upper case, a zone
// always, an hour of one digit, ',' before the fraction and an offset of 24:60 taken, a leap second refused. Never the machine's own zone.

import { civilFromDays, daysFromCivil, daysInMonth } from './civil-date.ts';

/** seconds since the epoch (whole, may be negative); nanos: 0 to 999,999,999 beyond them. */
export type ExactInstant = { readonly seconds: number; readonly nanos: number };

const RFC3339 = /^(\d{4})-(\d\d)-(\d\d)T(\d\d?):(\d\d):(\d\d)(?:[.,](\d{1,9})\d*)?(?:Z|([+-])(\d\d):(\d\d))$/;
const MAX_TEXT = 100;
const DAY_SECONDS = 86_400;
/** The years 0 to 9999: what can be written with four digits. */
const FIRST_SECOND = daysFromCivil({ year: 0, month: 1, day: 1 }) * DAY_SECONDS;
const LAST_SECOND = daysFromCivil({ year: 10_000, month: 1, day: 1 }) * DAY_SECONDS - 1;

/** The instant to the nanosecond; what is finer is cut. Undefined where the text is no RFC 3339 time of the years 0 to 9999. */
export function parseExactInstant(text: string): ExactInstant | undefined {
  const match = text.length > MAX_TEXT ? null : RFC3339.exec(text);
  if (match === null) return undefined;
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = match.slice(1, 7).map(Number);
  const [offsetHours, offsetMinutes] = [Number(match[9] ?? 0), Number(match[10] ?? 0)];
  const dated = month >= 1 && month <= 12 && day >= 1 && day <= daysInMonth(year, month);
  if (!dated || hour > 23 || minute > 59 || second > 59 || offsetHours > 24 || offsetMinutes > 60) return undefined;
  const offset = (offsetHours * 3600 + offsetMinutes * 60) * (match[8] === '-' ? -1 : 1);
  const seconds = daysFromCivil({ year, month, day }) * DAY_SECONDS + hour * 3600 + minute * 60 + second - offset;
  return isWritable(seconds) ? { seconds, nanos: Number((match[7] ?? '').padEnd(9, '0')) } : undefined;
}

/** Milliseconds since the epoch, finer parts cut. Undefined for absent text and as parseExactInstant. */
export function parseInstant(text: string | undefined): number | undefined {
  const instant = text === undefined ? undefined : parseExactInstant(text);
  return instant === undefined ? undefined : instant.seconds * 1000 + Math.floor(instant.nanos / 1_000_000);
}

/** RFC 3339 in UTC with milliseconds: 2026-11-30T19:26:34.433Z. ms: whole milliseconds since the epoch, of the years 0 to 9999. */
export function formatInstant(ms: number): string {
  const seconds = Math.floor(ms / 1000);
  const days = Math.floor(seconds / DAY_SECONDS);
  const inDay = seconds - days * DAY_SECONDS;
  const { year, month, day } = civilFromDays(days);
  const clock = [Math.floor(inDay / 3600), Math.floor(inDay / 60) % 60, inDay % 60].map((part) => digits(part, 2)).join(':');
  return `${digits(year, 4)}-${digits(month, 2)}-${digits(day, 2)}T${clock}.${digits(Math.floor(ms - seconds * 1000), 3)}Z`;
}

/** As a Time of the API: whole seconds, 2026-11-30T19:26:34Z. ms: as formatInstant. */
export function formatTime(ms: number): string {
  return `${formatInstant(ms).slice(0, 19)}Z`;
}

/** As a MicroTime of the API: 2026-11-30T19:26:34.433000Z. ms: as formatInstant. */
export function formatMicroTime(ms: number): string {
  return formatInstant(ms).replace('Z', '000Z');
}

function isWritable(seconds: number): boolean {
  return seconds >= FIRST_SECOND && seconds <= LAST_SECOND;
}

function digits(value: number, width: number): string {
  return String(value).padStart(width, '0');
}
