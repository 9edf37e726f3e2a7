import { expect, test } from 'vitest';
import { figuresOf, nameOfLongRun } from './long-result.ts';

test('figures are read by test title, sorted; tests without figures are left out', () => {
  const report = {
    testResults: [
      {
        assertionResults: [
          { fullName: 'kills under writes', meta: { figures: { kills: 200, missing: 0 } } },
          { fullName: 'no figures', meta: {} },
        ],
      },
      { assertionResults: [{ fullName: 'cut connections', meta: { figures: { written: 5_000 } } }] },
    ],
  };
  const figures = figuresOf(JSON.stringify(report));
  expect(Object.entries(figures)).toEqual([
    ['cut connections', { written: 5_000 }],
    ['kills under writes', { kills: 200, missing: 0 }],
  ]);
});

test('a long run is called like its file', () => {
  expect(nameOfLongRun('packages/cluster/src/fault-storm.long.test.ts')).toBe('fault-storm');
});
