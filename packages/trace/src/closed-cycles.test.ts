import { expect, test } from 'vitest';
import type { ClosedCycles } from './closed-cycles.ts';
import { cyclesOf, partedCycles, withClosed } from './closed-cycles.ts';
import type { Cycle } from './cycle.ts';

const cycle = (number: number, state: Cycle['state'] = 'closed'): Cycle => ({ kind: 'cycle', number, state }) as Cycle;
const upTo = (count: number, before?: ClosedCycles): ClosedCycles | undefined =>
  Array.from({ length: count }, (_, index) => cycle((before?.count ?? 0) + index + 1)).reduce(withClosed, before);
const numbers = (cycles: readonly Cycle[]): readonly number[] => cycles.map(({ number }) => number);

test('cycles come oldest first, the open one last', () => {
  expect(numbers(cyclesOf({ closed: upTo(3), open: cycle(4, 'open') }))).toEqual([1, 2, 3, 4]);
  expect(cyclesOf({ closed: undefined, open: undefined })).toEqual([]);
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
