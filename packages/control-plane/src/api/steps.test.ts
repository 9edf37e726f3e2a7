import { expect, test } from 'vitest';
import { doneAtOnce, doneInTurns, mappedInSteps, type Steps } from './steps.ts';

const NUMBERS = Array.from({ length: 250 }, (_, index) => index);

test('work gives the same whether others have their turn in between or not', async () => {
  let turns = 0;
  const nextTurn = (): Promise<void> => {
    turns += 1;
    return Promise.resolve();
  };
  const work = (): Steps<readonly number[]> => mappedInSteps(NUMBERS, (number) => number * 2);
  const doubled = NUMBERS.map((number) => number * 2);
  expect(doneAtOnce(work())).toEqual(doubled);
  expect(await doneInTurns(work(), undefined)).toEqual(doubled);
  expect(turns).toBe(0);
  expect(await doneInTurns(work(), nextTurn)).toEqual(doubled);
  expect(turns).toBe(2);
});

test('what fails in a step fails the work', async () => {
  const work = (): Steps<unknown> =>
    mappedInSteps(NUMBERS, (number) => {
      if (number === 120) throw new RangeError('no');
    });
  expect(() => doneAtOnce(work())).toThrow('no');
  await expect(doneInTurns(work(), () => Promise.resolve())).rejects.toThrow('no');
});
