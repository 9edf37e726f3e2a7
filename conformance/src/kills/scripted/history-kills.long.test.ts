// 200 kills; figures to docs/reference/results/history-kills.json.
import { expect, test } from 'vitest';
import { formatFigures } from '../kill-figures.ts';
import { run } from './kill-run.ts';

test('a recording killed 200 times under 200 writes a second has everything once', async ({ task, signal }) => {
  const figures = await run({ seed: Number(process.env['RECTRACE_SEED'] ?? 1), kills: 200, signal });
  Object.assign(task.meta, { figures });
  console.log(formatFigures(figures));
  expect(figures).toMatchObject({ kills: 200, missing: 0, doubled: 0, invented: 0, overlapping: 0, inGaps: 0, examples: [] });
  expect(figures.inWrite).toBeGreaterThanOrEqual(50);
  expect(figures.writesPerSecond).toBeGreaterThanOrEqual(200);
}, 3_600_000);
