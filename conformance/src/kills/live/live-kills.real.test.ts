import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { type ControlPlane, describeReal, startControlPlane, waitFor } from '@rectrace/testbed';
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

  test.for([1_500, 4_000, 6_000])('one that is given up after %i ms leaves no process', async (afterMs) => {
    const namespace = `given-up-${afterMs}`;
    const options = { plane, product: CONTROLLER, programs: SOURCES, namespace, seed: SEED, kills: 1_000 };
    const given = await runLiveKills({ ...options, signal: AbortSignal.timeout(afterMs) }).catch((error: unknown) => error);
    const folder = /its history is in (\S+)/.exec(String(given))?.[1] ?? expect.unreachable(String(given));
    await waitFor(() => processesAtHome(folder).length === 0, { timeoutMs: 2_000, what: 'its processes to be gone' });
    rmSync(folder, { recursive: true });
  });
});

/** Process ids of programs that were given the folder as their home, dead ones not counted. */
function processesAtHome(folder: string): readonly string[] {
  return readdirSync('/proc').filter((pid) => {
    try {
      return /^\d+$/.test(pid) && readFileSync(`/proc/${pid}/environ`, 'utf8').split('\0').includes(`HOME=${folder}`);
    } catch {
      return false;
    }
  });
}
