import { type ControlPlane, describeReal, startControlPlane } from '@rectrace/testbed';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { formatFigures } from '../kill-figures.ts';
import { runLiveKills } from './live-kills.ts';
import { CONTROLLER, SOURCES, WATCH } from './products.ts';

const KILLS = 5;
const SEED = 20261130;

describeReal(`a recording of a real API server, killed ${KILLS} times`, () => {
  let plane: ControlPlane;
  beforeAll(async () => {
    plane = await startControlPlane({ controllers: false, apiServerFlags: ['--audit-log-path='] });
  });
  afterAll(() => plane.stop());

  test.for([CONTROLLER, WATCH])('$title has everything once', { timeout: 300_000 }, async (product, { signal }) => {
    const namespace = `kills-${product.title.replaceAll(' ', '-')}`;
    const figures = await runLiveKills({ plane, product, programs: SOURCES, namespace, seed: SEED, kills: KILLS, signal });
    console.log(`${product.title}: ${formatFigures(figures)}`);
    expect(figures).toMatchObject({ kills: KILLS, missing: 0, doubled: 0, invented: 0, overlapping: 0, examples: [] });
  });
});
