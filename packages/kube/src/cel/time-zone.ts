// How far a time zone is from UTC at an instant: a fixed offset (+02:00) or a name of the IANA database (Europe/Berlin).

import { civilTime } from './time-text.ts';

const FIXED = /^([+-]?)(\d{1,2}):(\d{1,2})$/;
const FIELDS = ['year', 'month', 'day', 'hour', 'minute', 'second'] as const;

/** The zone's clock at an instant (both as nanoseconds since 1970), or undefined where the zone is unknown. */
export function nanosInZone(nanos: bigint, zone: string): bigint | undefined {
  if (zone === '' || zone === 'UTC') return nanos;
  const fixed = FIXED.exec(zone);
  const offset = fixed === null ? namedOffset(nanos, zone) : fixedOffset(fixed);
  return offset === undefined ? undefined : nanos + BigInt(offset) * 1_000_000_000n;
}

function fixedOffset(match: RegExpExecArray): number {
  const seconds = Number(match[2]) * 3600 + Number(match[3]) * 60;
  return match[1] === '-' ? -seconds : seconds;
}

function namedOffset(nanos: bigint, zone: string): number | undefined {
  const format = formatFor(zone);
  if (format === undefined) return undefined;
  const local = new Map(format.formatToParts(Number(nanos / 1_000_000n)).map((part) => [part.type, Number(part.value)]));
  const utc = civilTime(nanos);
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = FIELDS.map((field) => (local.get(field) ?? 0) - utc[field]);
  return dayShift({ year, month, day }) * 86_400 + hour * 3600 + minute * 60 + second;
}

/** Zones differ from UTC by less than a day, so the first field that differs says which way. */
function dayShift(difference: { readonly year: number; readonly month: number; readonly day: number }): number {
  return Math.sign(difference.year || difference.month || difference.day);
}

function formatFor(zone: string): Intl.DateTimeFormat | undefined {
  try {
    return new Intl.DateTimeFormat('en-US', {
      timeZone: zone,
      hourCycle: 'h23',
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
      second: 'numeric',
    });
  } catch {
    return undefined;
  }
}
