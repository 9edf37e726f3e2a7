// The suite of the long runs: one program, as it is shipped, killed 200 times. Each is a file of its own, so that each leaves its result.
import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { type ControlPlane, describeReal, startControlPlane } from '@rectrace/testbed';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { formatFigures } from '../kill-figures.ts';
import { runLiveKills } from './live-kills.ts';
import type { Product } from './products.ts';
import { BUNDLES } from './products.ts';

const KILLS = 200;
const BUILD = fileURLToPath(new URL('../../../../scripts/build.mjs', import.meta.url));

export function describeLongKills(product: Product): void {
  describeReal(`${product.title}, recording a real API server, killed ${KILLS} times under 200 writes a second`, () => {
    let plane: ControlPlane;
    beforeAll(async () => {
      execFileSync(process.execPath, [BUILD, '--bundles', '--quiet'], { stdio: 'inherit' });
      plane = await startControlPlane({ controllers: false, apiServerFlags: ['--audit-log-path='] });
    });
    afterAll(() => plane.stop());

    test('has everything once', async ({ task, signal }) => {
      const seed = Number(process.env['RECTRACE_SEED'] ?? 1);
      const figures = await runLiveKills({ plane, product, programs: BUNDLES, namespace: 'kills', seed, kills: KILLS, signal });
      Object.assign(task.meta, { figures });
      console.log(`${product.title}: ${formatFigures(figures)}`);
      expect(figures).toMatchObject({ kills: KILLS, missing: 0, doubled: 0, invented: 0, overlapping: 0, examples: [] });
      expect(figures.inWrite).toBeGreaterThanOrEqual(50);
      expect(figures.writesPerSecond).toBeGreaterThanOrEqual(200);
    });
  });
}
