// A random run of some length against both servers, with its figures and what they must come to.
import { describeReal } from '@rectrace/testbed';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Sides, startSides } from '../sides.ts';
import { RANDOM_KINDS } from './all-kinds.ts';
import { defineCustomKinds } from './custom-kinds.ts';
import { playRandom } from './play-random.ts';

export type RandomSuite = {
  readonly requests: number;
  /** The same seed asks the same; RECTRACE_SEED takes its place. */
  readonly seed: number;
  /** Milliseconds. */
  readonly timeout: number;
};

export function describeRandom(suite: RandomSuite): void {
  describeReal('random requests', () => {
    const seed = Number(process.env['RECTRACE_SEED'] ?? suite.seed);
    let sides: Sides | undefined;

    beforeAll(async () => {
      const started = await startSides(seed);
      if (started === undefined) return;
      sides = started;
      for (const api of [started.real, started.ours]) await defineCustomKinds(api);
    });

    afterAll(async () => {
      await sides?.stop();
    });

    test('are answered as by the real server', { timeout: suite.timeout }, async ({ task }) => {
      if (sides === undefined) throw new Error('no sides');
      const { requests } = suite;
      const { differences, ...counts } = await playRandom({ ...sides, kinds: RANDOM_KINDS, seed, requests, prefix: 'r' });
      Object.assign(task.meta, { figures: counts });
      console.log(JSON.stringify({ seed, ...counts }));
      expect(differences, `seed ${seed}`).toEqual([]);
      // Requests that are all refused alike would prove nothing.
      expect(counts.share2xx).toBeGreaterThan(0.3);
    });
  });
}
