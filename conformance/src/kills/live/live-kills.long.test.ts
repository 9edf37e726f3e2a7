// 200 kills of each program, as it is shipped, on a real API server; figures to docs/reference/results/live-kills.json.
import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { type ControlPlane, describeReal, startControlPlane } from '@rectrace/testbed';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { formatFigures } from '../kill-figures.ts';
import { runLiveKills } from './live-kills.ts';
import { BUNDLES, CONTROLLER, WATCH } from './products.ts';

const KILLS = 200;
const BUILD = fileURLToPath(new URL('../../../../scripts/build.mjs', import.meta.url));

describeReal(`a recording of a real API server, killed ${KILLS} times under 200 writes a second`, () => {
  let plane: ControlPlane;
  beforeAll(async () => {
    execFileSync(process.execPath, [BUILD, '--bundles', '--quiet'], { stdio: 'inherit' });
    plane = await startControlPlane({ controllers: false, apiServerFlags: ['--audit-log-path='] });
  });
  afterAll(() => plane.stop());

  test.for([CONTROLLER, WATCH])('$title has everything once', async (product, { task, signal }) => {
    const namespace = `kills-${product.title.replaceAll(' ', '-')}`;
    const figures = await runLiveKills({
      plane,
      product,
      programs: BUNDLES,
      namespace,
      seed: Number(process.env['RECTRACE_SEED'] ?? 1),
      kills: KILLS,
      signal,
    });
    Object.assign(task.meta, { figures });
    console.log(`${product.title}: ${formatFigures(figures)}`);
    expect(figures).toMatchObject({ kills: KILLS, missing: 0, doubled: 0, invented: 0, overlapping: 0, examples: [] });
    expect(figures.inWrite).toBeGreaterThanOrEqual(50);
    expect(figures.writesPerSecond).toBeGreaterThanOrEqual(200);
  });
});
