import { asUid } from '@rectrace/kube';
import type { Cycle } from '@rectrace/trace';
import { expect, test } from 'vitest';
import { cycleLength } from './cycle-text.ts';

const ref = { group: 'apps', version: 'v1', kind: 'Deployment', namespace: 'shop', name: 'web', uid: asUid('u') };

function cycle(ms: number, reconstructed: boolean): Cycle {
  const position = { epoch: 0, version: '1', offset: 0 };
  const cause = { kind: 'generation', change: 'c', ref, initiators: [], detail: { kind: 'created' } } as const;
  const span = { start: { time: 0, position }, end: { time: ms, position } };
  return {
    kind: 'cycle',
    number: 1,
    root: ref,
    state: 'closed',
    cause,
    requests: [],
    ...span,
    ...(reconstructed ? { reconstructed } : {}),
  };
}

test.each([
  ['a cycle that was seen has its length', 433, false, '433ms'],
  ['a reconstructed one within a second is not known to the millisecond', 0, true, '<1s'],
  ['a reconstructed one is known to about a second', 1_000, true, '~1s'],
  ['also where it is longer', 190_000, true, '~3m10s'],
])('%s', (_title, ms, reconstructed, text) => {
  expect(cycleLength(cycle(ms, reconstructed))).toBe(text);
});
