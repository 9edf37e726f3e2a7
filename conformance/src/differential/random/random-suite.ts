// A random run of some length against both servers, with its figures and what they must come to.
import { describeReal } from '@rectrace/testbed';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Sides, startSides } from '../sides.ts';
import { RANDOM_KINDS } from './all-kinds.ts';
import { defineCustomKinds } from './custom-kinds.ts';
import { playRandom } from './play-random.ts';

export type RandomSuite = {
  readonly requests: number;
  /** Kinds of refusals (verb, kind, status, reason) that have to be met. */
  readonly refusals: number;
  /** The same seed asks the same; RECTRACE_SEED takes its place. */
  readonly seed: number;
  /** Milliseconds. */
  readonly timeout: number;
};

const FILE = 'conformance/src/differential/random/random.real.test.ts';

export function describeRandom(suite: RandomSuite): void {
  describeReal('random requests', () => {
    const seed = Number(process.env['RECTRACE_SEED'] ?? suite.seed);
    const round = process.env['RECTRACE_ROUND'];
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
      console.log(`random requests: RECTRACE_SEED=${seed}`);
      const only = round === undefined ? {} : { only: Number(round) };
      const { differences, ...counts } = await playRandom({
        ...sides,
        ...only,
        kinds: RANDOM_KINDS,
        seed,
        requests: suite.requests,
        prefix: 'r',
      });
      const places = differences.map(({ verb, kind, place, count }) => ({ verb, kind, place, count }));
      Object.assign(task.meta, { figures: { ...counts, differences: places } });
      console.log(JSON.stringify({ seed, ...counts, differences: places }));
      expect(differences, `again: RECTRACE_SEED=${seed} RECTRACE_ROUND=… npx vitest run --project real ${FILE}`).toEqual([]);
      if (round !== undefined) return;
      // Requests that are all refused alike would prove nothing.
      expect(counts.share2xx).toBeGreaterThan(0.3);
      expect(counts.distinctRefusals).toBeGreaterThanOrEqual(suite.refusals);
    });
  });
}
