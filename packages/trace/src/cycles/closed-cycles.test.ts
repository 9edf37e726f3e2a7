import { expect, test } from 'vitest';
import type { Cycle } from '../cycle.ts';
import type { ClosedCycles } from './closed-cycles.ts';
import { letGoOfClosed, newestCycles, partedCycles, withClosed } from './closed-cycles.ts';

const cycle = (number: number, state: Cycle['state'] = 'closed'): Cycle => ({ kind: 'cycle', number, state }) as Cycle;
const upTo = (count: number, before?: ClosedCycles): ClosedCycles | undefined => {
  const first = (before?.count ?? 0) + 1;
  const cycles = Array.from({ length: count }, (_, index) => cycle(first + index));
  return cycles.reduce<ClosedCycles | undefined>((list, one) => withClosed(list, { cycle: one, step: one.number }), before);
};
const numbers = (cycles: readonly Cycle[]): readonly number[] => cycles.map(({ number }) => number);

test('the newest cycles come oldest first, the open one last', () => {
  expect(numbers(newestCycles({ closed: upTo(3), open: cycle(4, 'open') }, 9))).toEqual([1, 2, 3, 4]);
  expect(numbers(newestCycles({ closed: upTo(3), open: cycle(4, 'open') }, 2))).toEqual([3, 4]);
  expect(newestCycles({ closed: undefined, open: undefined }, 9)).toEqual([]);
});

test('what was closed before a step is let go but for the newest few of it', () => {
  const closed = upTo(100);
  letGoOfClosed(closed, { step: 91, keep: 5 });
  expect(numbers(newestCycles({ closed, open: undefined }, 1_000))).toEqual(Array.from({ length: 15 }, (_, index) => 86 + index));
  expect(upTo(1, closed)?.count).toBe(101);
});

test('what two lists have let go they have in common', () => {
  const final = upTo(50);
  const [left, right] = [upTo(3, final), upTo(5, final)];
  for (const closed of [left, right]) letGoOfClosed(closed, { step: 51, keep: 2 });
  const rewound = partedCycles({ closed: left, open: undefined }, { closed: right, open: undefined });
  expect([numbers(rewound.left), numbers(rewound.right)]).toEqual([
    [51, 52, 53],
    [51, 52, 53, 54, 55],
  ]);
  const [old, young] = [upTo(60), upTo(62)];
  letGoOfClosed(old, { step: 61, keep: 3 });
  letGoOfClosed(young, { step: 63, keep: 3 });
  const apart = partedCycles({ closed: old, open: undefined }, { closed: young, open: undefined });
  expect([numbers(apart.left), numbers(apart.right)]).toEqual([[60], [60, 61, 62]]);
});

test('two lists are compared from where they part, whichever is longer', () => {
  const shared = upTo(1_000);
  const longer = { closed: upTo(2, shared), open: cycle(1_003, 'open') };
  const shorter = { closed: shared, open: cycle(1_001, 'reached') };
  expect(numbers(partedCycles(longer, shorter).left)).toEqual([1_001, 1_002, 1_003]);
  expect(numbers(partedCycles(shorter, longer).left)).toEqual([1_001]);
  expect(partedCycles(longer, longer)).toMatchObject({ left: [longer.open], right: [longer.open] });
  const others = partedCycles({ closed: upTo(2), open: undefined }, { closed: upTo(2), open: undefined });
  expect([numbers(others.left), numbers(others.right)]).toEqual([
    [1, 2],
    [1, 2],
  ]);
});
