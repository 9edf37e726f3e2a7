import type { Cycle } from '@rectrace/trace';
import { expect, test } from 'vitest';
import { CycleNumbering } from './cycle-numbering.ts';
import { MemoryHistory } from './memory-history.ts';
import { refTo, sampleCycle } from './testing/sample-changes.ts';

const ROOT = 'Deployment.apps/plain/web';
const NOTHING = { changes: [], members: [], withdrawn: [], gaps: [], positions: [], fence: 0 };
const cycle = (number: number, from: number): Cycle => sampleCycle(refTo('web', 'Deployment'), { number, from });
const told = (...cycles: readonly Cycle[]) => ({ cycles: cycles.map((one) => ({ root: ROOT, cycle: one })), withdrawn: [] });

function storedUpTo(count: number): MemoryHistory {
  const history = new MemoryHistory();
  const stored = Array.from({ length: count }, (_, index) => cycle(index + 1, 10 * (index + 1)));
  history.commit({ ...NOTHING, cycles: told(...stored).cycles });
  return history;
}

test.each([1, 2, 7])(
  'behind %i stored cycles a recorder that began without them counts on, until its root goes on from what is stored',
  (count) => {
    const numbering = CycleNumbering.behind(storedUpTo(count));
    const kept = (...cycles: readonly Cycle[]): readonly number[] =>
      numbering.renumbered(told(...cycles)).cycles.map((one) => one.cycle.number);
    expect([kept(cycle(1, 100)), kept(cycle(1, 100), cycle(2, 110)), kept(cycle(3, 120))]).toEqual([
      [count + 1],
      [count + 1, count + 2],
      [count + 3],
    ]);
    expect([kept(cycle(count + 3, 120)), kept(cycle(count + 4, 130))]).toEqual([[count + 3], [count + 4]]);
  },
);
