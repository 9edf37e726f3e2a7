// What differs between two texts, as the API server tells it of specs that must not change: a unified diff with three lines around each change.
// Which lines count as moved follows Python's difflib, as there.

const CONTEXT = 3;
/** Of longer texts, lines that come often start no match. */
const LONG = 200;

type Match = { readonly left: number; readonly right: number; readonly size: number };

type Step = {
  readonly kind: 'same' | 'changed';
  /** First line, and the line after the last. */
  readonly left: readonly [number, number];
  readonly right: readonly [number, number];
};

export function textDiff(left: string, right: string): string {
  const lines = { left: left.split('\n'), right: right.split('\n') };
  return hunks(stepsOf(matchesOf(lines), lines))
    .map((hunk) => formatHunk(hunk, lines))
    .join('');
}

type Lines = { readonly left: readonly string[]; readonly right: readonly string[] };
type Range = { readonly left: readonly [number, number]; readonly right: readonly [number, number] };
type Places = ReadonlyMap<string, readonly number[]>;

function placesOf(lines: readonly string[]): Places {
  const places = new Map<string, number[]>();
  for (const [index, line] of lines.entries()) {
    const known = places.get(line);
    if (known === undefined) places.set(line, [index]);
    else known.push(index);
  }
  if (lines.length < LONG) return places;
  const most = Math.floor(lines.length / 100) + 1;
  return new Map([...places].filter(([, at]) => at.length <= most));
}

/** In order; neighbours joined. */
function matchesOf(lines: Lines): readonly Match[] {
  const found = matchesWithin({ left: [0, lines.left.length], right: [0, lines.right.length] }, { lines, places: placesOf(lines.right) });
  const joined: Match[] = [];
  for (const match of found) {
    const last = joined.at(-1);
    const follows = last !== undefined && last.left + last.size === match.left && last.right + last.size === match.right;
    if (follows) joined[joined.length - 1] = { ...last, size: last.size + match.size };
    else joined.push(match);
  }
  return joined;
}

type Searching = { readonly lines: Lines; readonly places: Places };

function matchesWithin(range: Range, searching: Searching): readonly Match[] {
  const { left, right, size } = longestMatch(range, searching);
  if (size === 0) return [];
  const before: Range = { left: [range.left[0], left], right: [range.right[0], right] };
  const after: Range = { left: [left + size, range.left[1]], right: [right + size, range.right[1]] };
  return [
    ...(isEmpty(before) ? [] : matchesWithin(before, searching)),
    { left, right, size },
    ...(isEmpty(after) ? [] : matchesWithin(after, searching)),
  ];
}

function isEmpty({ left, right }: Range): boolean {
  return left[0] >= left[1] || right[0] >= right[1];
}

/** Of all longest ones the first in the left text, of those the first in the right. */
function longestMatch(range: Range, { lines, places }: Searching): Match {
  let best: Match = { left: range.left[0], right: range.right[0], size: 0 };
  let ending: ReadonlyMap<number, number> = new Map();
  for (let left = range.left[0]; left < range.left[1]; left++) {
    const sizes = endingAt(places.get(lines.left[left] ?? '') ?? [], { ending, right: range.right });
    for (const [right, size] of sizes) if (size > best.size) best = { left: left - size + 1, right: right - size + 1, size };
    ending = sizes;
  }
  return grown(best, range, lines);
}

type Ending = { readonly ending: ReadonlyMap<number, number>; readonly right: Range['right'] };

/** Sizes of the matches that end at each of the places; `ending`: those that end at the line before. */
function endingAt(places: readonly number[], { ending, right }: Ending): ReadonlyMap<number, number> {
  const within = places.filter((place) => place >= right[0] && place < right[1]);
  return new Map(within.map((place) => [place, (ending.get(place - 1) ?? 0) + 1]));
}

/** Lines that start no match may still belong to one. */
function grown(match: Match, range: Range, { left, right }: Lines): Match {
  let { left: from, right: to, size } = match;
  while (from > range.left[0] && to > range.right[0] && left[from - 1] === right[to - 1]) {
    from -= 1;
    to -= 1;
    size += 1;
  }
  while (from + size < range.left[1] && to + size < range.right[1] && left[from + size] === right[to + size]) size += 1;
  return { left: from, right: to, size };
}

function stepsOf(matches: readonly Match[], lines: Lines): readonly Step[] {
  const steps: Step[] = [];
  let [from, to] = [0, 0];
  for (const { left, right, size } of [...matches, { left: lines.left.length, right: lines.right.length, size: 0 }]) {
    if (from < left || to < right) steps.push({ kind: 'changed', left: [from, left], right: [to, right] });
    if (size > 0) steps.push({ kind: 'same', left: [left, left + size], right: [right, right + size] });
    [from, to] = [left + size, right + size];
  }
  return steps;
}

/** Changes with what is around them; those that are near to each other together. */
function hunks(steps: readonly Step[]): readonly (readonly Step[])[] {
  const parts = steps.map((step, index) => partsOf(step, { isFirst: index === 0, isLast: index === steps.length - 1 }));
  const groups: Step[][] = [[]];
  for (const [before, after] of parts) {
    groups.at(-1)?.push(before);
    if (after !== undefined) groups.push([after]);
  }
  return groups.filter((group) => group.some(({ kind }) => kind === 'changed'));
}

/** Two where the one ends a hunk and the other begins the next. */
function partsOf(step: Step, { isFirst, isLast }: { readonly isFirst: boolean; readonly isLast: boolean }): readonly [Step, Step?] {
  if (step.kind === 'changed') return [step];
  if (isFirst) return [lastOf(step)];
  if (isLast) return [firstOf(step)];
  return step.left[1] - step.left[0] > 2 * CONTEXT ? [firstOf(step), lastOf(step)] : [step];
}

function firstOf({ left, right, ...step }: Step): Step {
  const size = Math.min(CONTEXT, left[1] - left[0]);
  return { ...step, left: [left[0], left[0] + size], right: [right[0], right[0] + size] };
}

function lastOf({ left, right, ...step }: Step): Step {
  const size = Math.min(CONTEXT, left[1] - left[0]);
  return { ...step, left: [left[1] - size, left[1]], right: [right[1] - size, right[1]] };
}

function formatHunk(hunk: readonly Step[], { left, right }: Lines): string {
  const [first, last] = [hunk[0], hunk.at(-1)];
  if (first === undefined || last === undefined) return '';
  const head = `@@ -${formatRange(first.left[0], last.left[1])} +${formatRange(first.right[0], last.right[1])} @@\n`;
  const lines = hunk.flatMap((step) => {
    const [old, now] = [left.slice(...step.left), right.slice(...step.right)];
    return step.kind === 'same'
      ? old.map((line) => ` ${line}\n`)
      : [...old.map((line) => `-${line}\n`), ...now.map((line) => `+${line}\n`)];
  });
  return head + lines.join('');
}

function formatRange(start: number, end: number): string {
  const size = end - start;
  if (size === 1) return String(start + 1);
  return `${size === 0 ? start : start + 1},${size}`;
}
