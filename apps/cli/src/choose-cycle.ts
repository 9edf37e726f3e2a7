// Which cycle a user means.

import type { Cycle } from '@rectrace/trace';
import { NotFoundError, UsageError } from './errors.ts';

/** '3', 'cycle:3', or counted from the latest: '-1'. @throws UsageError */
export function cycleNumber(text: string): number {
  const digits = /^(?:cycle:)?(-?\d+)$/.exec(text)?.[1];
  if (digits === undefined) throw new UsageError(`'${text}' is no cycle`, { hint: 'write its number, or -1 for the latest' });
  return Number.parseInt(digits, 10);
}

/** text: as for cycleNumber. @throws UsageError, NotFoundError */
export function chooseCycle(cycles: readonly Cycle[], text: string): Cycle {
  const number = cycleNumber(text);
  const found = number < 0 ? cycles.at(number) : cycles.find((cycle) => cycle.number === number);
  if (found !== undefined) return found;
  const numbers = cycles.map((cycle) => cycle.number).join(', ');
  throw new NotFoundError(`there is no cycle ${number}`, { hint: numbers === '' ? 'there is none at all' : `there are ${numbers}` });
}
