// Durations and ages for people.

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const YEAR = 365 * DAY;

/** A measured length of time: 80ms, 1.22s, 12.4s, 3m12s, 2h05m, 5d21h. Milliseconds in; a negative one counts as zero. */
export function formatDuration(ms: number): string {
  const length = Math.max(0, Math.round(ms));
  if (length < SECOND) return `${length}ms`;
  if (length < 10 * SECOND) return `${(Math.floor(length / 10) / 100).toFixed(2)}s`;
  if (length < MINUTE) return `${(Math.floor(length / 100) / 10).toFixed(1)}s`;
  if (length < HOUR) return pair(length, [MINUTE, 'm'], [SECOND, 's']);
  if (length < DAY) return pair(length, [HOUR, 'h'], [MINUTE, 'm']);
  return pair(length, [DAY, 'd'], [HOUR, 'h']);
}

/** A length between times that are known to the second: '<1s', '~12s'. Milliseconds in. */
export function formatRoughDuration(ms: number): string {
  return ms < SECOND ? '<1s' : `~${formatAge(ms)}`;
}

/** An age as kubectl prints it: 119s, 3m12s, 42m, 2h5m, 23h, 5d21h, 12d, 2y30d. */
export function formatAge(ms: number): string {
  const age = Math.max(0, ms);
  if (age < 2 * MINUTE) return whole(age, SECOND, 's');
  if (age < 10 * MINUTE) return sparse(age, [MINUTE, 'm'], [SECOND, 's']);
  if (age < 3 * HOUR) return whole(age, MINUTE, 'm');
  if (age < 8 * HOUR) return sparse(age, [HOUR, 'h'], [MINUTE, 'm']);
  if (age < 2 * DAY) return whole(age, HOUR, 'h');
  if (age < 8 * DAY) return sparse(age, [DAY, 'd'], [HOUR, 'h']);
  if (age < 2 * YEAR) return whole(age, DAY, 'd');
  return age < 8 * YEAR ? sparse(age, [YEAR, 'y'], [DAY, 'd']) : whole(age, YEAR, 'y');
}

type Unit = readonly [number, string];

function whole(ms: number, unit: number, letter: string): string {
  return `${Math.floor(ms / unit)}${letter}`;
}

function pair(ms: number, [large, largeLetter]: Unit, [small, smallLetter]: Unit): string {
  const rest = String(Math.floor((ms % large) / small)).padStart(2, '0');
  return `${Math.floor(ms / large)}${largeLetter}${rest}${smallLetter}`;
}

function sparse(ms: number, [large, largeLetter]: Unit, [small, smallLetter]: Unit): string {
  const rest = Math.floor((ms % large) / small);
  const head = `${Math.floor(ms / large)}${largeLetter}`;
  return rest === 0 ? head : `${head}${rest}${smallLetter}`;
}
