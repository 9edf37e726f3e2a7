// Instants as users write them: 2026-11-30T19:26:34Z, '2026-11-30 20:26', 20:26:34, -10m, 10m (ago).

import { parseInstant } from '@rectrace/kube';
import type { TimeFormat } from '@rectrace/view';
import { createTimeFormat } from '@rectrace/view';
import { readDuration } from './duration-text.ts';

const DATED = /^(\d{4}-\d{2}-\d{2})(?:[T ](\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?)\s*(Z|[+-]\d{2}:?\d{2})?)?$/i;
const CLOCK = /^\d{1,2}:\d{2}(:\d{2}(\.\d{1,3})?)?$/;

/**
 * Milliseconds since the epoch; undefined where the text is no time. now: what '-10m' counts from, and whose day a bare clock time is taken
 * of. zone: of times without one.
 */
export function readInstant(text: string, { now, zone }: { readonly now: number; readonly zone: string }): number | undefined {
  const ago = readDuration(text.replace(/^-/, ''));
  if (ago !== undefined && !/^\d+$/.test(text)) return now - ago;
  const time = createTimeFormat(zone);
  if (CLOCK.test(text)) return zoned(`${time.day(now)}T${withSeconds(text)}`, time);
  const [, day, clock = '00:00', offset] = DATED.exec(text) ?? [];
  if (day === undefined) return undefined;
  const wall = `${day}T${withSeconds(clock)}`;
  return offset === undefined ? zoned(wall, time) : parseInstant(`${wall}${offset.toUpperCase().replace(/^(...)(\d\d)$/, '$1:$2')}`);
}

function withSeconds(clock: string): string {
  return /^\d{1,2}:\d{2}$/.test(clock) ? `${clock}:00` : clock;
}

/** Wall-clock time of a zone. In the hour that a clock change repeats, the first one. */
function zoned(wall: string, time: TimeFormat): number | undefined {
  const asUtc = parseInstant(`${wall}Z`);
  if (asUtc === undefined) return undefined;
  const offsetAt = (ms: number): number => (parseInstant(`${time.day(ms)}T${time.clock(ms)}Z`) ?? ms) - ms;
  const guess = asUtc - offsetAt(asUtc);
  return asUtc - offsetAt(guess);
}
