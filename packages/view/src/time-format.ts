// Instants as text: RFC 3339 in UTC for machines, wall-clock time of a named zone for people.

/** How times are shown. zone: an IANA name such as 'Europe/Berlin', or 'UTC'. */
export type TimeFormat = {
  readonly zone: string;
  /** 19:26:34.433 */
  clock(ms: number): string;
  /** 2026-11-30 */
  day(ms: number): string;
  /** '2026-11-30 20:26:34.433 GMT+1 (19:26:34 UTC)'; without the bracket where the zone is UTC. */
  full(ms: number): string;
};

/** @throws RangeError for a zone name that the platform does not know. */
export function createTimeFormat(zone: string): TimeFormat {
  const format = new Intl.DateTimeFormat('en-GB', {
    timeZone: zone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    fractionalSecondDigits: 3,
    hourCycle: 'h23',
    timeZoneName: 'short',
  });
  const partsOf = (ms: number): { readonly [part: string]: string } =>
    Object.fromEntries(format.formatToParts(ms).map(({ type, value }) => [type, value]));
  const clock = (ms: number): string => {
    const { hour, minute, second, fractionalSecond } = partsOf(ms);
    return `${hour}:${minute}:${second}.${fractionalSecond}`;
  };
  const day = (ms: number): string => {
    const { year, month, day: date } = partsOf(ms);
    return `${year}-${month}-${date}`;
  };
  const full = (ms: number): string => {
    const name = partsOf(ms)['timeZoneName'] ?? zone;
    const local = `${day(ms)} ${clock(ms)} ${name}`;
    return name === 'UTC' ? local : `${local} (${formatInstant(ms).slice(11, 19)} UTC)`;
  };
  return { zone, clock, day, full };
}

const DAY = 86_400_000;

/** RFC 3339 in UTC with milliseconds: 2026-11-30T19:26:34.433Z. Any integer of milliseconds since the epoch from year 0 to 9999. */
export function formatInstant(ms: number): string {
  const days = Math.floor(ms / DAY);
  const inDay = ms - days * DAY;
  const { year, month, day } = civilDate(days);
  const hour = Math.floor(inDay / 3_600_000);
  const minute = Math.floor(inDay / 60_000) % 60;
  const second = Math.floor(inDay / 1_000) % 60;
  const date = `${digits(year, 4)}-${digits(month, 2)}-${digits(day, 2)}`;
  return `${date}T${digits(hour, 2)}:${digits(minute, 2)}:${digits(second, 2)}.${digits(Math.floor(inDay % 1_000), 3)}Z`;
}

/** Gregorian date of a day number since 1970-01-01, by whole 400-year eras that begin in March. */
function civilDate(days: number): { readonly year: number; readonly month: number; readonly day: number } {
  const shifted = days + 719_468;
  const era = Math.floor(shifted / 146_097);
  const inEra = shifted - era * 146_097;
  const yearOfEra = Math.floor((inEra - Math.floor(inEra / 1_460) + Math.floor(inEra / 36_524) - Math.floor(inEra / 146_096)) / 365);
  const inYear = inEra - (365 * yearOfEra + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100));
  const marchMonth = Math.floor((5 * inYear + 2) / 153);
  const month = marchMonth < 10 ? marchMonth + 3 : marchMonth - 9;
  const day = inYear - Math.floor((153 * marchMonth + 2) / 5) + 1;
  return { year: yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, day };
}

function digits(value: number, width: number): string {
  return String(value).padStart(width, '0');
}
