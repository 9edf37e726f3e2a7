// Two cycles side by side: how long each took, what changed in each, and which steps were slower.

import type { Cycle, ObjectStates } from '@rectrace/trace';
import { knownTime, requestCount } from '@rectrace/trace';
import type { Chronicle } from './cycle-changes.ts';
import { changesBefore, changesOf } from './cycle-changes.ts';
import { cycleCause, cycleLength, cycleState } from './cycle-text.ts';
import { formatDuration } from './duration.ts';
import { lengthWithin, stepsOf } from './step.ts';
import type { Cell, Row, Table } from './table.ts';
import { cell } from './table.ts';
import type { TimeFormat } from './time-format.ts';

/** A cycle and all that is known of its root. */
export type ComparedCycle = { readonly cycle: Cycle; readonly chronicle: Chronicle };

/** now: until when something open counts. states: what readiness goes by. */
export type ComparisonOptions = { readonly time: TimeFormat; readonly now: number; readonly states: ObjectStates };

/** One row a property: cause, start, length, state, requests. */
export function comparisonHead(left: ComparedCycle, right: ComparedCycle, { time, now }: Omit<ComparisonOptions, 'states'>): Table {
  const row = (name: string, tell: (cycle: Cycle) => string): Row => ({
    cells: [cell(name), cell(tell(left.cycle)), cell(tell(right.cycle))],
    marks: [],
  });
  const rows = [
    row('cause', cycleCause),
    row('start', ({ start }) => (knownTime(start) === undefined ? '?' : `${time.day(start.time)} ${time.clock(start.time)}`)),
    row('took', (cycle) => cycleLength(cycle, now)),
    row('state', (cycle) => cycleState(cycle).text),
    row('requests', (cycle) => String(requestCount(cycle))),
  ];
  return { columns: columnsFor('', left, right), rows };
}

/** Changes by kind and type in both, rows that are equal included. Noise is left out. */
export function comparisonChanges(left: ComparedCycle, right: ComparedCycle): Table {
  const [before, after] = [countsOf(left), countsOf(right)];
  const keys = [...new Set([...before.keys(), ...after.keys()])].sort();
  const rows = keys.map((key) => pairRow(key, { left: before.get(key) ?? 0, right: after.get(key) ?? 0, text: String }));
  return { columns: [...columnsFor('CHANGES', left, right), { title: 'DIFFERENCE', fit: 'drop', alignRight: true }], rows };
}

/** The longest step of each kind and way within both, the largest difference first. */
export function comparisonSteps(left: ComparedCycle, right: ComparedCycle, options: Omit<ComparisonOptions, 'time'>): Table {
  const [before, after] = [longestOf(left, options), longestOf(right, options)];
  const keys = [...new Set([...before.keys(), ...after.keys()])].sort();
  const difference = (key: string): number => Math.abs((after.get(key) ?? 0) - (before.get(key) ?? 0));
  const rows = keys
    .sort((one, other) => difference(other) - difference(one))
    .map((key) => pairRow(key, { left: before.get(key) ?? 0, right: after.get(key) ?? 0, text: formatDuration }));
  return { columns: [...columnsFor('LONGEST STEP', left, right), { title: 'DIFFERENCE', fit: 'drop', alignRight: true }], rows };
}

function columnsFor(title: string, left: ComparedCycle, right: ComparedCycle): Table['columns'] {
  return [
    { title, fit: 'cut', min: 12 },
    { title: `CYCLE ${left.cycle.number}`, fit: 'cut', min: 8 },
    { title: `CYCLE ${right.cycle.number}`, fit: 'cut', min: 8 },
  ];
}

type Pair = { readonly left: number; readonly right: number; readonly text: (value: number) => string };

function pairRow(name: string, { left, right, text }: Pair): Row {
  const shown = (value: number): Cell => cell(value === 0 ? '-' : text(value));
  return { cells: [cell(name), shown(left), shown(right), differenceCell(right - left, text)], marks: [] };
}

function differenceCell(difference: number, text: (value: number) => string): Cell {
  if (difference === 0) return cell('');
  return difference > 0 ? cell(`+${text(difference)}`, 'bad') : cell(`-${text(-difference)}`, 'good');
}

function countsOf({ cycle, chronicle }: ComparedCycle): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const { type, ref, noise } of changesOf(cycle, chronicle)) {
    const key = `${ref.kind} ${type}`;
    if (noise === undefined) counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  return counts;
}

function longestOf({ cycle, chronicle }: ComparedCycle, { now, states }: Omit<ComparisonOptions, 'time'>): ReadonlyMap<string, number> {
  const longest = new Map<string, number>();
  const within = { from: cycle.start.time, now: cycle.end?.time ?? now };
  for (const step of stepsOf(changesOf(cycle, chronicle), { states, before: changesBefore(cycle, chronicle) })) {
    const key = `${step.ref.kind} ${step.from} → ${step.to ?? 'still'}`;
    longest.set(key, Math.max(longest.get(key) ?? 0, lengthWithin(step, within) ?? 0));
  }
  return longest;
}
