import { builtinRules, type Change, type RecorderMessage, requestCount } from '@rectrace/trace';
import { causeText } from '@rectrace/view';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cutIntoCycles } from './independent-cycles.mjs';
import { doubled, shuffled } from './orders.ts';
import { changeLine, cycleLine, summaryLines, treeText } from './outcome-lines.ts';
import type { RandomStep } from './random-story.ts';
import { HAPPENINGS, OWNER_CHANGE, ROOT, SLOTS, tellStory } from './random-story.ts';
import { restartPlaces } from './resume.ts';
import { parseRootName } from './root-name.ts';
import type { History } from './tell-history.ts';
import { tellAcrossDrop, tellAcrossRestart, tellHistory } from './tell-history.ts';

const telling = { rules: builtinRules(), target: parseRootName(ROOT) };
/** The same stories on every machine; a failing one is printed with its steps. */
const SEED = 20261130;

const step = (pauses: readonly number[], otherwise: readonly number[]): fc.Arbitrary<RandomStep> =>
  fc.record({
    what: fc.nat(HAPPENINGS - 1).filter((what) => !otherwise.includes(what)),
    slot: fc.nat(SLOTS - 1),
    pause: fc.constantFrom(...pauses),
    owner: fc.nat(SLOTS - 1),
  });
const story = (pauses: readonly number[], without: readonly number[] = []) =>
  fc.tuple(fc.array(step(pauses, without), { minLength: 3, maxLength: 30 }), fc.nat(8)).map(([steps, listed]) => tellStory(steps, listed));

function changesOf({ changes }: History): readonly string[] {
  return changes.map((change) => `${changeLine(change)} ${change.resourceVersion}`);
}

function tells(message: RecorderMessage, { ref, resourceVersion }: Change): boolean {
  if (!('object' in message)) return false;
  return message.object.metadata.uid === ref.uid && message.object.metadata.resourceVersion === resourceVersion;
}

/** What each change says against the one before it. */
function comparedOf({ changes }: History): readonly object[] {
  return changes.map(({ id, diff, noise, writer }) => ({ id, diff, noise, writer }));
}

function stateOf({ cycles, view }: History): readonly string[] {
  return [
    ...cycles.map((cycle) => `${cycleLine(cycle)} ${causeText(cycle.cause)}`),
    treeText(view.tree),
    `at first ${treeText(view.initialTree)}`,
    ...summaryLines(view),
    view.verdict?.kind ?? 'none',
  ];
}

function plainMessage(message: RecorderMessage) {
  if (message.kind === 'Listed') return [{ type: 'ADDED', initial: true, object: message.object, time: message.receivedAt }];
  if (message.kind !== 'Observed') return [];
  return [{ type: message.type.toUpperCase(), initial: false, object: message.object, time: message.receivedAt }];
}

describe('made-up stories', () => {
  it('are the same when every message is told twice', async () => {
    const property = fc.asyncProperty(story([10, 1000, 3000, 6000]), async (messages) => {
      const [once, twice] = [await tellHistory(messages, telling), await tellHistory(doubled(messages), telling)];
      expect([...changesOf(twice), ...stateOf(twice)]).toEqual([...changesOf(once), ...stateOf(once)]);
    });
    await fc.assert(property, { seed: SEED, numRuns: 150 });
  }, 120_000);

  it('end in the same tree and cycles however their collections interleave, with no change missing', async () => {
    const property = fc.asyncProperty(story([10, 1000, 3000, 6000]), fc.nat(1000), async (messages, seed) => {
      const [plain, other] = [await tellHistory(messages, telling), await tellHistory(shuffled(messages, seed), telling)];
      expect(stateOf(other)).toEqual(stateOf(plain));
      // Before a late message says that a parent had left, its child was told as a member: changes may be more, never less.
      expect(changesOf(other)).toEqual(expect.arrayContaining([...changesOf(plain)]));
    });
    await fc.assert(property, { seed: SEED, numRuns: 300 });
  }, 120_000);

  it('go on over a restart as if there had been none', async () => {
    const property = fc.asyncProperty(story([10, 100, 1000, 3000], [OWNER_CHANGE]), async (messages) => {
      const plain = await tellHistory(messages, telling);
      for (const place of restartPlaces(messages, 8)) {
        const restarted = await tellAcrossRestart(messages, { place, ...telling });
        expect([...changesOf(restarted), ...stateOf(restarted)], `after message ${place}`).toEqual([
          ...changesOf(plain),
          ...stateOf(plain),
        ]);
      }
    });
    await fc.assert(property, { seed: SEED, numRuns: 60 });
  }, 120_000);

  it.each([1, 2])(
    'go on over a restart in their cycle, under its number, where the history keeps %i',
    async (maxCycles) => {
      const kept = { ...telling, limits: { maxCycles } };
      const property = fc.asyncProperty(story([10, 100, 1000, 3000, 6000], [OWNER_CHANGE]), async (messages) => {
        const plain = await tellHistory(messages, kept);
        for (const place of restartPlaces(messages, 8)) {
          const restarted = await tellAcrossRestart(messages, { place, ...kept });
          expect(stateOf(restarted), `after message ${place}`).toEqual(stateOf(plain));
        }
      });
      await fc.assert(property, { seed: SEED, numRuns: 40 });
    },
    120_000,
  );

  it('go on when their trace ends and comes again as if it had never ended', async () => {
    let compared = 0;
    const property = fc.asyncProperty(story([10, 100, 1000, 3000], [OWNER_CHANGE]), fc.nat(20), async (messages, pause) => {
      const plain = await tellHistory(messages, telling);
      const [seen] = plain.changes.filter(({ ref }) => ref.name === 'o0');
      for (const place of restartPlaces(messages, 8)) {
        if (seen === undefined || !messages.slice(0, place).some((message) => tells(message, seen))) continue;
        compared += 1;
        const later = Math.min(place + pause, messages.length - 1);
        const dropped = tellAcrossDrop(messages, { place, later, ...telling });
        const when = `dropped after message ${place}, traced again after ${later}`;
        expect([...changesOf(dropped), ...stateOf(dropped)], when).toEqual([...changesOf(plain), ...stateOf(plain)]);
        expect(comparedOf(dropped), when).toEqual(comparedOf(plain));
      }
    });
    await fc.assert(property, { seed: SEED, numRuns: 60 });
    expect(compared).toBeGreaterThan(100);
  }, 120_000);

  it('have the cycles that a second implementation finds', async () => {
    const property = fc.asyncProperty(
      story([10, 100, 1000, 3000, 6000]),
      fc.constantFrom(ROOT, 'Deployment.apps/plain/o1'),
      async (messages, root) => {
        const { cycles } = await tellHistory(messages, { ...telling, target: parseRootName(root) });
        const ours = cycles.map((cycle) => {
          const { cause, start, end, state } = cycle;
          return { kind: cause.kind, start: start.time, end: state === 'closed' ? end?.time : undefined, requests: requestCount(cycle) };
        });
        expect(cutIntoCycles(messages.flatMap(plainMessage), root)).toEqual(ours);
      },
    );
    await fc.assert(property, { seed: SEED, numRuns: 300 });
  }, 120_000);

  it('are cut into cycles that follow each other, each with a cause that was told', async () => {
    const property = fc.asyncProperty(story([10, 1000, 3000, 6000]), async (messages) => {
      const { cycles, changes } = await tellHistory(messages, telling);
      const told = new Set(changes.map(({ id }) => id));
      for (const [index, cycle] of cycles.entries()) {
        const next = cycles[index + 1];
        expect(cycle.number).toBe(index + 1);
        expect(told).toContain(cycle.cause.change);
        expect(cycle.state).toBe(next === undefined && cycle.end === undefined ? 'open' : 'closed');
        expect(cycle.start.time).toBeLessThanOrEqual(cycle.end?.time ?? Number.POSITIVE_INFINITY);
        expect(cycle.end?.time ?? Number.POSITIVE_INFINITY).toBeLessThanOrEqual(next?.start.time ?? Number.POSITIVE_INFINITY);
      }
    });
    await fc.assert(property, { seed: SEED, numRuns: 150 });
  }, 120_000);
});
