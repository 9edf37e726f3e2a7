// Schedules of CronJobs: five fields, or a word such as @daily. What is wrong is said as the parser of the API server does.

type Bounds = { readonly least: number; readonly most: number; readonly names: readonly string[] };

const NAMES = {
  months: ['', 'jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'],
  days: ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'],
};
const FIELDS: readonly Bounds[] = [
  { least: 0, most: 59, names: [] },
  { least: 0, most: 23, names: [] },
  { least: 1, most: 31, names: [] },
  { least: 1, most: 12, names: NAMES.months },
  { least: 0, most: 6, names: NAMES.days },
];
const WORDS = ['@yearly', '@annually', '@monthly', '@weekly', '@daily', '@midnight', '@hourly'];
const EVERY = '@every ';
const DURATION = /^[-+]?(\d+\.?\d*|\.\d+)(ns|us|µs|μs|ms|s|m|h)((\d+\.?\d*|\.\d+)(ns|us|µs|μs|ms|s|m|h))*$/;
const MOST_INT = 2n ** 63n - 1n;

class ScheduleFault extends Error {}

/** Undefined where the schedule is fine. */
export function scheduleProblem(schedule: string): string | undefined {
  try {
    checkSchedule(schedule);
    return undefined;
  } catch (error) {
    if (error instanceof ScheduleFault) return error.message;
    throw error;
  }
}

function checkSchedule(schedule: string): void {
  if (schedule === '') throw new ScheduleFault('empty spec string');
  const text = withoutZone(schedule);
  if (text.startsWith('@')) {
    checkWord(text);
    return;
  }
  const fields = text.split(/\s+/).filter((field) => field !== '');
  if (fields.length !== FIELDS.length) throw new ScheduleFault(`expected exactly 5 fields, found ${fields.length}: [${fields.join(' ')}]`);
  for (const [index, bounds] of FIELDS.entries()) for (const part of (fields[index] ?? '').split(',')) checkRange(part, bounds);
}

function withoutZone(schedule: string): string {
  if (!/^(CRON_)?TZ=/.test(schedule)) return schedule;
  const space = schedule.indexOf(' ');
  if (space < 0) throw new ScheduleFault('invalid schedule format: runtime error: slice bounds out of range [:-1]');
  const zone = schedule.slice(schedule.indexOf('=') + 1, space);
  if (!isTimeZone(zone)) throw new ScheduleFault(`provided bad location ${zone}: unknown time zone ${zone}`);
  return schedule.slice(space).trim();
}

function checkWord(text: string): void {
  if (text.startsWith(EVERY)) {
    const duration = text.slice(EVERY.length);
    if (duration === '0' || DURATION.test(duration)) return;
    throw new ScheduleFault(`failed to parse duration ${text}: time: invalid duration ${JSON.stringify(duration)}`);
  }
  if (!WORDS.includes(text)) throw new ScheduleFault(`unrecognized descriptor: ${text}`);
}

function checkRange(part: string, bounds: Bounds): void {
  if (part === '') return;
  const [range = '', step, ...more] = part.split('/');
  const ends = range.split('-');
  const { start, end } = endsOf(ends, part, bounds);
  const width = step === undefined ? 1 : numberIn(step);
  if (more.length > 0) throw new ScheduleFault(`too many slashes: ${part}`);
  checkEnds({ start, end: step !== undefined && ends.length === 1 ? bounds.most : end }, part, bounds);
  if (width === 0) throw new ScheduleFault(`step of range should be a positive number: ${part}`);
}

type Ends = { readonly start: number; readonly end: number };

function endsOf([low = '', high, ...more]: readonly string[], part: string, { least, most, names }: Bounds): Ends {
  if (low === '*' || low === '?') return { start: least, end: most };
  const start = numberOrName(low, names);
  if (high === undefined) return { start, end: start };
  if (more.length > 0) throw new ScheduleFault(`too many hyphens: ${part}`);
  return { start, end: numberOrName(high, names) };
}

function checkEnds({ start, end }: Ends, part: string, { least, most }: Bounds): void {
  if (start < least) throw new ScheduleFault(`beginning of range (${start}) below minimum (${least}): ${part}`);
  if (end > most) throw new ScheduleFault(`end of range (${end}) above maximum (${most}): ${part}`);
  if (start > end) throw new ScheduleFault(`beginning of range (${start}) beyond end of range (${end}): ${part}`);
}

function numberOrName(text: string, names: readonly string[]): number {
  const index = text === '' ? -1 : names.indexOf(text.toLowerCase());
  return index >= 0 ? index : numberIn(text);
}

function numberIn(text: string): number {
  const shown = JSON.stringify(text);
  if (!/^[-+]?\d+$/.test(text)) throw new ScheduleFault(`failed to parse int from ${text}: strconv.Atoi: parsing ${shown}: invalid syntax`);
  const value = BigInt(text.replace(/^\+/, ''));
  if (value > MOST_INT) throw new ScheduleFault(`failed to parse int from ${text}: strconv.Atoi: parsing ${shown}: value out of range`);
  if (value < 0n) throw new ScheduleFault(`negative number (${value}) not allowed: ${text}`);
  return Number(value);
}

export function isTimeZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
}
