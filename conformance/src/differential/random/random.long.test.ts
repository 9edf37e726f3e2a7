// Seeded random requests to the real API server and to ours, compared answer by answer.
import { describeReal } from '@rectrace/testbed';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Sides, startSides } from '../sides.ts';
import { RANDOM_KINDS } from './all-kinds.ts';
import { playRandom } from './play-random.ts';

const REQUESTS = 100_000;

describeReal('random requests', () => {
  const seed = Number(process.env['RECTRACE_SEED'] ?? 1);
  let sides: Sides | undefined;

  beforeAll(async () => {
    sides = await startSides(seed);
  });

  afterAll(async () => {
    await sides?.stop();
  });

  test('are answered as by the real server', { timeout: 3_600_000 }, async ({ task }) => {
    if (sides === undefined) throw new Error('no sides');
    const figures = await playRandom({ ...sides, kinds: RANDOM_KINDS, seed, requests: REQUESTS, prefix: 'r' });
    const { differences, ...counts } = figures;
    Object.assign(task.meta, { figures: counts });
    console.log(JSON.stringify({ seed, ...counts }));
    expect(differences).toEqual([]);
  });
});
