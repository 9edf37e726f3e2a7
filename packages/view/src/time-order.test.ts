import type { Change } from '@rectrace/trace';
import { expect, test } from 'vitest';
import { latestShown, runsBack } from './time-order.ts';

const at = (time: number, parts: Partial<Change> = {}): Change =>
  ({ type: 'Update', certainty: 'observed', time, receivedAt: time, ...parts }) as Change;

test('a time runs back when it is before one shown above, be it by a millisecond', () => {
  const latest = latestShown(at(12_010), latestShown(at(12_020), Number.NEGATIVE_INFINITY));
  expect(latest).toBe(12_020);
  expect(runsBack(at(12_019), latest)).toBe(true);
  expect(runsBack(at(12_020), latest)).toBe(false);
});

test('what is known to the second only may have been at its end', () => {
  const recovered = { certainty: 'recovered', receivedAt: 90_000 } as const;
  expect(runsBack(at(12_000, recovered), 12_900)).toBe(false);
  expect(runsBack(at(12_000, recovered), 13_000)).toBe(true);
  expect(runsBack(at(12_000, { type: 'Event', receivedAt: 90_000 }), 12_900)).toBe(false);
});
