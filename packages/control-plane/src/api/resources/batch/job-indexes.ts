// Indexes of an indexed Job as text: '1,3-5,7'.

export type Indexes =
  | { readonly kind: 'indexes'; readonly total: number; readonly intervals: readonly Interval[] }
  | { readonly kind: 'invalid'; readonly reason: string };

type Interval = { readonly first: number; readonly last: number };
type ReadInterval = { readonly kind: 'interval'; readonly interval: Interval } | { readonly kind: 'invalid'; readonly reason: string };

/** `completions`: indexes are below it. */
export function readIndexes(text: string, completions: number): Indexes {
  const intervals: Interval[] = [];
  for (const part of text === '' ? [] : text.split(',')) {
    const read = readInterval(part, completions);
    if (read.kind === 'invalid') return read;
    const previous = intervals.at(-1)?.last;
    const { first } = read.interval;
    if (previous !== undefined && previous >= first) return disordered(previous, first);
    intervals.push(read.interval);
  }
  return { kind: 'indexes', intervals, total: intervals.reduce((sum, { first, last }) => sum + last - first + 1, 0) };
}

/** The first index that both have; undefined where there is none. Parts that can't be read are left out. */
export function overlapOf(left: string, right: string, completions: number): number | undefined {
  const [one, other] = [left, right].map((text) =>
    (text === '' ? [] : text.split(',')).flatMap((part) => {
      const read = readInterval(part, completions);
      return read.kind === 'interval' ? [read.interval] : [];
    }),
  );
  const shared = (one ?? []).flatMap((interval) =>
    (other ?? [])
      .filter(({ first, last }) => interval.first <= last && first <= interval.last)
      .map(({ first }) => Math.max(interval.first, first)),
  );
  return shared[0];
}

function readInterval(part: string, completions: number): ReadInterval {
  const limits = part.split('-');
  if (limits.length > 2) {
    const words = "violates the requirement that an index interval can have at most two parts separated by '-'";
    return { kind: 'invalid', reason: `the fragment ${JSON.stringify(part)} ${words}` };
  }
  const bad = limits.map((limit) => limitProblem(limit, completions)).find((problem) => problem !== undefined);
  if (bad !== undefined) return { kind: 'invalid', reason: bad };
  const [first = 0, last = first] = limits.map(Number);
  return limits.length === 2 && first >= last ? disordered(first, last) : { kind: 'interval', interval: { first, last } };
}

function limitProblem(limit: string, completions: number): string | undefined {
  const shown = JSON.stringify(limit);
  if (!/^[+]?\d+$/.test(limit)) return `cannot convert string to integer for index: ${shown}`;
  return Number(limit) >= completions ? `too large index: ${shown}` : undefined;
}

function disordered(previous: number, current: number): { readonly kind: 'invalid'; readonly reason: string } {
  return { kind: 'invalid', reason: `non-increasing order, previous: ${previous}, current: ${current}` };
}
