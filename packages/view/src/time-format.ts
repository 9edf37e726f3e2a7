// Instants as wall-clock time of a named zone, for people.

import { formatInstant } from '@rectrace/kube';

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
