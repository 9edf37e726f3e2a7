import { expect, test } from 'vitest';
import type { Benchmark } from './benchmark.ts';
import { atLeast, atMost, median, percentile, summarize } from './figure.ts';
import { BENCHMARKS } from './registry.ts';
import { formatResult } from './result.ts';
import { runBenchmark } from './run-benchmark.ts';

const benchmark: Benchmark = {
  name: 'sample',
  about: 'counts its seed',
  needs: [],
  run: async ({ seed }) => [
    { name: 'seed', value: seed, unit: 'x', target: atMost(7) },
    { name: 'twice', value: seed * 2, unit: 'x', target: atLeast(100) },
  ],
};
const options = { seed: 7, runs: 2, log: () => undefined, missing: async () => undefined };

test('the registry lists each benchmark once, by a name that can be typed', () => {
  const names = BENCHMARKS.map(({ name }) => name);
  expect(names).toEqual([...new Set(names)]);
  for (const { name, about } of BENCHMARKS) {
    expect(name).toMatch(/^[a-z]+$/);
    expect(about).not.toBe('');
  }
});

test('a figure is the median of its runs, held against its target', async () => {
  const result = await runBenchmark(benchmark, options);
  expect(result).toMatchObject({
    kind: 'measured',
    name: 'sample',
    figures: [
      { name: 'seed', unit: 'x', runs: [7, 8], median: 7.5, target: { kind: 'atMost', value: 7 }, met: false },
      { name: 'twice', unit: 'x', runs: [14, 16], median: 15, target: { kind: 'atLeast', value: 100 }, met: false },
    ],
  });
  expect(formatResult(result)[1]).toBe('  seed: 7.5 x (7, 8)  target <= 7: MISSED');
});

test('what a benchmark needs and is not there makes it skipped with the reason', async () => {
  const result = await runBenchmark({ ...benchmark, needs: ['bundles'] }, { ...options, missing: async () => 'not built' });
  expect(result).toEqual({ kind: 'skipped', name: 'sample', about: 'counts its seed', reason: 'not built' });
});

test('a benchmark that throws has failed, with its message', async () => {
  const failing = { ...benchmark, run: () => Promise.reject(new Error('no luck')) };
  expect(await runBenchmark(failing, options)).toMatchObject({ kind: 'failed', reason: 'no luck' });
});

test.each([
  [[3], 3],
  [[4, 1], 2.5],
  [[9, 1, 2], 2],
])('the median of %j is %d', (values, expected) => {
  expect(median(values)).toBe(expected);
});

test('a percentile is the least value that the share of values does not exceed', () => {
  const values = Array.from({ length: 200 }, (_, index) => 200 - index);
  expect(percentile(values, 0.99)).toBe(198);
  expect(percentile(values, 0.5)).toBe(100);
  expect(percentile([5], 0.99)).toBe(5);
});

test('figures that only some runs have are summed up from those', () => {
  expect(
    summarize([[{ name: 'a', value: 1, unit: '' }], [{ name: 'b', value: 2, unit: '' }]]).map(({ name, runs }) => [name, runs]),
  ).toEqual([
    ['a', [1]],
    ['b', [2]],
  ]);
});
