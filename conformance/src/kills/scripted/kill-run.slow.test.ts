import { expect, test } from 'vitest';
import { formatFigures } from '../kill-figures.ts';
import { run } from './kill-run.ts';

test('a recording killed twenty times under 200 writes a second has everything once', async ({ signal }) => {
  const figures = await run({ seed: 20261130, kills: 20, signal });
  console.log(formatFigures(figures));
  expect(figures).toMatchObject({ kills: 20, missing: 0, doubled: 0, invented: 0, overlapping: 0, inGaps: 0, examples: [] });
  expect(figures.recorded).toBe(figures.acked);
  expect(figures.inWrite).toBeGreaterThanOrEqual(5);
  expect(figures.writesPerSecond).toBeGreaterThanOrEqual(200);
}, 420_000);
