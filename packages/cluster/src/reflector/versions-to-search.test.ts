import fc from 'fast-check';
import { expect, test } from 'vitest';
import { versionsToSearch } from './versions-to-search.ts';

test('every unexplained version once, the middle first', () => {
  const { unexplained, ordered } = versionsToSearch({ place: '100', listVersion: '108', isExplained: (version) => version === '103' });
  expect(unexplained.map(Number)).toEqual([101, 102, 104, 105, 106, 107, 108]);
  expect(ordered[0]).toBe(106n);
  expect(ordered.map(Number).toSorted()).toEqual([101, 102, 104, 105, 106, 107, 108]);
});

test('nothing is left out or doubled, however wide', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 3_000 }), fc.integer({ min: 2, max: 7 }), (width, every) => {
      const isExplained = (version: string): boolean => Number(version) % every === 0;
      const { unexplained, ordered } = versionsToSearch({ place: '1000', listVersion: String(1000 + width), isExplained });
      expect(ordered.toSorted((left, right) => Number(left - right))).toEqual(unexplained);
    }),
  );
});

test('each beginning is spread over the break', () => {
  const { ordered } = versionsToSearch({ place: '0', listVersion: '1024', isExplained: () => false });
  for (const count of [2, 4, 8, 16, 32]) {
    const first = ordered.slice(0, count).toSorted((left, right) => Number(left - right));
    const gaps = first.slice(1).map((version, index) => Number(version - (first[index] ?? 0n)));
    expect(Math.max(...gaps)).toBeLessThanOrEqual(2_048 / count);
  }
});

test('a break too wide to be counted through is searched at evenly spread versions, beyond 2^53 too', () => {
  const { unexplained, ordered } = versionsToSearch({
    place: '90071992547409930',
    listVersion: '90071992547509930',
    isExplained: () => false,
  });
  expect(unexplained).toEqual([90071992547409931n, 90071992547509930n]);
  expect(new Set(ordered).size).toBe(8_192);
});
