import { asUid } from '@rectrace/kube';
import { expect, test } from 'vitest';
import type { Cycle } from '../cycle.ts';
import { restartPosition } from './restart-position.ts';

const root = { group: 'apps', version: 'v1', kind: 'Deployment', namespace: 'n', name: 'd', uid: asUid('u') };

function cycle(number: number, from: number, to?: number): Cycle {
  const at = (version: number) => ({ time: version, position: { epoch: 0, version: String(version), offset: 0 } });
  const cause = { kind: 'generation', change: 'c', ref: root, initiators: [], detail: { kind: 'created' } } as const;
  return {
    kind: 'cycle',
    number,
    root,
    state: to === undefined ? 'open' : 'closed',
    start: at(from),
    cause,
    requests: [],
    ...(to === undefined ? {} : { end: at(to) }),
  };
}

function versionFor(...cycles: readonly Cycle[]): string | undefined {
  return restartPosition(cycles)?.version;
}

test('a root with one cycle at most is folded from the beginning', () => {
  expect(versionFor()).toBeUndefined();
  expect(versionFor(cycle(1, 5))).toBeUndefined();
  expect(versionFor(cycle(1, 5, 9))).toBeUndefined();
});

test('folding starts before the newest cycle, with the idle interval that led to it', () => {
  expect(versionFor(cycle(1, 5, 9), cycle(2, 12))).toBe('9');
  expect(versionFor(cycle(1, 5, 9), cycle(2, 12, 20))).toBe('9');
});

test('a cycle that begins with what ended the one before it is folded whole', () => {
  expect(versionFor(cycle(1, 1, 3), cycle(2, 5, 9), cycle(3, 9, 9))).toBe('3');
});

test('no cycle is cut in two', () => {
  expect(versionFor(cycle(1, 1, 6), cycle(2, 5, 9), cycle(3, 8, 12))).toBeUndefined();
  expect(versionFor(cycle(1, 1, 3), cycle(2, 5, 9), cycle(3, 8, 12))).toBe('3');
});
